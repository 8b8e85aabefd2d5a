/** POST /reports/vitals: how fast a page was in a browser. Kept without the person, the organization and the address. */
import { networkOf } from "#app/limits/network.ts";
import { pagePattern } from "#app/monitoring/page-pattern.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { recordVitals, vitalsReport } from "#app/monitoring/vitals.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { cloudflare } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/browser-vitals.route";

export const loader = () => methodNotAllowed("POST");

/** 204, as browsers ignore the answer to a beacon; 400 for what no page of ours sends; 429 to a network that reports without end. */
export async function action({ request, context }: Route.ActionArgs) {
  const { env } = context.get(cloudflare);
  const network = networkOf(request.headers.get("cf-connecting-ip"));
  const { success } = await env.EDGE_LIMIT.limit({ key: `vitals:${network}` }).catch(() => ({
    success: true,
  }));
  if (!success) {
    noteRefusal("limit", { limit: "vitals" });
    throw faultResponse("too_many", { "retry-after": "60" });
  }
  const { data: report } = vitalsReport.safeParse(await readJson(request));
  const route = report && context.get(pagePattern)(report.path);
  if (!report || !route) throw faultResponse("bad_request");
  const { device, release, vitals } = report;
  await recordVitals(env, { route, device, release, vitals }, Date.now()).catch((error: unknown) =>
    log("warn", "vitals_lost", { message: innermostMessage(error) }),
  );
  return new Response(null, { status: 204 });
}
