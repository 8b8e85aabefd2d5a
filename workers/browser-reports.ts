/** Where browsers report what a page's policy stopped (R39): one log line each, and nothing that a visitor wrote. */
import { z } from "zod";
import { readJson } from "#app/platform/body.server.ts";
import { log } from "#app/platform/log.ts";
import { methodNotAllowed } from "#app/platform/methods.ts";

/** A policy's directives are few and short; whatever else stands there is somebody's own text. */
const directive = z.string().regex(/^[a-z-]{1,40}$/);
const report = z.object({
  type: z.literal("csp-violation"),
  body: z.object({ effectiveDirective: directive, disposition: z.enum(["enforce", "report"]) }),
});
/** More than this at once is no browser's. */
const mostReports = 20;

/** Answers `POST /reports/csp`: 204, whatever was sent, since nobody reads the answer. */
export async function answerReports(request: Request): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  const sent = z
    .array(z.unknown())
    .catch([])
    .parse(await readJson(request).catch(() => null));
  for (const one of sent.slice(0, mostReports)) {
    const { success, data } = report.safeParse(one);
    if (success) log("warn", "policy_violation", { directive: data.body.effectiveDirective });
  }
  return new Response(null, { status: 204 });
}
