/** The guard of every door for programs: a key and its pace come first, and what goes wrong is a problem. */
import type { PlayTest } from "#app/agents/tests/playing.server.ts";
import { problem, refusalOf } from "#app/api/api-answers.server.ts";
import { actorOfKey } from "#app/api/api-key.server.ts";
import type { Asking } from "#app/api/operation.server.ts";
import { type Refusal, refusal } from "#app/api/problem.ts";
import { networkOf } from "#app/limits/network.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";

/** What answers a request whose key counts. */
type Answering = (asking: Asking, key_id: string) => Promise<Response>;

/** Lets a program's key in, as often as it may ask. */
export async function answerProgram(
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  answering: Answering,
): Promise<Response> {
  const deps: Deps = {
    db: new Database(env.DB, new Timing()),
    env,
    after: (work) => ctx.waitUntil(work),
  };
  const play: PlayTest = async (test, place) =>
    (await import("./agent-tests.ts")).playTestsBy(env)(test, place);
  const now = Date.now();
  let organization_id: string | null = null;
  let headers: Readonly<Record<string, string>> = {};
  try {
    const keyed = await actorOfKey(request, deps, now);
    if (!keyed.ok) return problem(request, (await tooManyGuesses(request, env)) ?? keyed.refusal);
    const { actor, key_id } = keyed;
    organization_id = actor.organization.id;
    const pace = await actor.store.apiRequests.pace(key_id, now);
    headers = {
      "ratelimit-limit": String(pace.limit),
      "ratelimit-remaining": String(pace.remaining),
      "ratelimit-reset": String(pace.reset_s),
    };
    const answer = pace.ok
      ? await answering({ actor, deps, play, now, headers: request.headers, request_id: newId(now) }, key_id)
      : problem(request, refusal("too_many_requests", undefined, { "retry-after": String(pace.reset_s) }));
    return withHeaders(answer, headers);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused !== null) return withHeaders(problem(request, refused), headers);
    ctx.waitUntil(
      recordError(env, {
        error,
        url: new URL(request.url).pathname,
        route: "programs",
        request_id: request.headers.get("x-request-id") ?? "",
        severity: "critical",
        organization_id,
        network: networkOf(request.headers.get("cf-connecting-ip")),
        user_agent: request.headers.get("user-agent"),
      }),
    );
    return withHeaders(problem(request, refusal("unexpected")), headers);
  }
}

/** An answer with further headers. */
export function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
  const response = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Wrong keys are counted by network; the limiter is not exact, so its failure is ignored. */
async function tooManyGuesses(request: Request, env: Env): Promise<Refusal | null> {
  const key = `api:${networkOf(request.headers.get("cf-connecting-ip"))}`;
  const { success } = await env.EDGE_LIMIT.limit({ key }).catch(() => ({ success: true }));
  if (success) return null;
  noteRefusal("limit", { limit: "api" });
  return refusal("too_many_requests", "Too many wrong keys were tried from here.", { "retry-after": "60" });
}
