/** POST /reports/errors: an error in the browser, kept with the person and the organization of the session. */
import { visitor } from "#app/accounts/session.server.ts";
import { networkOf } from "#app/limits/network.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/browser-errors.route";
import { browserReport, patternOf } from "./browser-report.ts";

export const loader = () => methodNotAllowed("POST");

/** 204, as browsers ignore the answer to a beacon; 400 for what no page of ours sends; 429 to a network that reports without end. */
export async function action({ request, context }: Route.ActionArgs) {
  const { env, ctx } = context.get(cloudflare);
  const network = networkOf(request.headers.get("cf-connecting-ip"));
  const { success } = await env.EDGE_LIMIT.limit({ key: `reports:${network}` }).catch(() => ({
    success: true,
  }));
  if (!success) {
    noteRefusal("limit", { limit: "reports" });
    throw faultResponse("too_many", { "retry-after": "60" });
  }
  const { data: report } = browserReport.safeParse(await readJson(request));
  if (report === undefined) throw faultResponse("bad_request");
  const { message, stack, path, kind, width, online, release } = report;
  const who = await visitor(request, context);
  const member = who.kind === "full" ? activeMembership(request, who) : undefined;
  ctx.waitUntil(
    recordError(env, {
      error: Object.assign(new Error(message), { stack: stack ?? "" }),
      source: "browser",
      url: path,
      route: patternOf(path),
      request_id: context.get(requestFacts).id,
      severity: "error",
      release,
      network,
      context: { kind, width, online },
      user_agent: request.headers.get("user-agent"),
      user_id: who.kind === "full" ? who.user.id : null,
      organization_id: member?.id ?? null,
    }),
  );
  return new Response(null, { status: 204 });
}
