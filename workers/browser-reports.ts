/** Receives browsers' reports of policy violations (R39): one log line for each kind, without any text that a visitor wrote. */
import { z } from "zod";
import { networkOf } from "#app/limits/network.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { readJson } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { methodNotAllowed } from "#app/platform/methods.ts";

/** Directives of a policy are few and short; any other value is a stranger's own text. */
const directive = z.string().regex(/^[a-z-]{1,40}$/);
const report = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ effectiveDirective: directive, disposition: z.enum(["enforce", "report"]) }),
});
/** No browser sends more than this at once. */
const mostReports = 20;
/** A faulty page violates the policy in one or two ways. A report of more kinds is made up. */
const mostKinds = 3;

/** Answers `POST /reports/csp`: 204 for any body, since browsers ignore the answer; 429 to a network that reports without end. */
export async function answerReports(request: Request, env: Env): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const key = `reports:${networkOf(request.headers.get("cf-connecting-ip"))}`;
  const { success } = await env.EDGE_LIMIT.limit({ key }).catch(() => ({ success: true }));
  if (!success) {
    noteRefusal("limit", { limit: "reports" });
    return faultResponse("too_many", { "retry-after": "60" });
  }
  const sent = z
    .array(z.unknown())
    .catch([])
    .parse(await readJson(request).catch(() => null));
  const kinds = sent.slice(0, mostReports).flatMap((one) => {
    const { data } = report.safeParse(one);
    return data ? [data.body.effectiveDirective] : [];
  });
  for (const kind of [...new Set(kinds)].slice(0, mostKinds))
    log("warn", "policy_violation", { directive: kind });
  return new Response(null, { status: 204 });
}
