/** The door of /api/v1: a key, its pace, one operation of the registry, and its answer. It loads no page. */
import type { PlayTest } from "#app/agents/tests/playing.server.ts";
import { json, problem, refusalOf } from "#app/api/api-answers.server.ts";
import { actorOfKey } from "#app/api/api-key.server.ts";
import type { Asking, Operation, Sent } from "#app/api/operation.server.ts";
import { operationsAt } from "#app/api/operations.server.ts";
import { problemBody, Refusal, refusal } from "#app/api/problem.ts";
import { networkOf } from "#app/limits/network.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { demand } from "#app/membership/actor.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";

const base = "/api/v1";

type Asked = { key_id: string; idempotency_key: string };

/** Answers a request of a program. */
export async function answerApi(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const deps: Deps = {
    db: new Database(env.DB, new Timing()),
    env,
    after: (work) => ctx.waitUntil(work),
  };
  const play: PlayTest = async (test, place) =>
    (await import("./agent-tests.ts")).playTestsBy(env)(test, place);
  const now = Date.now();
  let organization_id: string | null = null;
  try {
    const keyed = await actorOfKey(request, deps, now);
    if (!keyed.ok) return problem(request, (await tooManyGuesses(request, env)) ?? keyed.refusal);
    const { actor, key_id } = keyed;
    organization_id = actor.organization.id;
    const pace = await actor.store.apiRequests.pace(key_id, now);
    const headers = {
      "ratelimit-limit": String(pace.limit),
      "ratelimit-remaining": String(pace.remaining),
      "ratelimit-reset": String(pace.reset_s),
    };
    const answer = pace.ok
      ? await operated(
          request,
          { actor, deps, play, now, headers: request.headers, request_id: newId(now) },
          key_id,
        )
      : problem(request, refusal("too_many_requests", undefined, { "retry-after": String(pace.reset_s) }));
    return withHeaders(answer, headers);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused !== null) return problem(request, refused);
    ctx.waitUntil(
      recordError(env, {
        error,
        url: new URL(request.url).pathname,
        route: "api",
        request_id: request.headers.get("x-request-id") ?? "",
        severity: "critical",
        organization_id,
        network: networkOf(request.headers.get("cf-connecting-ip")),
        user_agent: request.headers.get("user-agent"),
      }),
    );
    return problem(request, refusal("unexpected"));
  }
}

function withHeaders(answer: Response, headers: Readonly<Record<string, string>>): Response {
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

async function operated(request: Request, asking: Asking, key_id: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const known = operationsAt(pathname.slice(base.length));
  if (known.size === 0) return problem(request, refusal("not_found"));
  const found = known.get(request.method === "HEAD" ? "GET" : request.method);
  if (!found) {
    const allow = [...known.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    return problem(request, refusal("method_not_allowed", undefined, { allow: allow.join(", ") }));
  }
  const { operation, path } = found;
  const { actor } = asking;
  if (!actor.may(operation.scope)) {
    await actor.record("access.refused", operation.scope);
    return problem(request, lacking(operation));
  }
  await demand(actor, operation.scope, operation.section);
  const query = queryOf(searchParams);
  if (operation.method === "GET")
    return answered(request, operation, await operation.perform(asking, { path, query, body: null }));
  const text = await (await bodyOf(request)).text();
  const body = bodyIn(request, text);
  if (body instanceof Refusal) return problem(request, body);
  const idempotency_key = request.headers.get("idempotency-key");
  const sent: Sent = { path, query, body };
  if (idempotency_key === null) return answered(request, operation, await operation.perform(asking, sent));
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotency_key))
    return problem(
      request,
      refusal("invalid_request", "An idempotency key has 1 to 255 visible characters."),
    );
  return once(request, operation, asking, sent, { key_id, idempotency_key }, text);
}

const lacking = ({ scope }: Operation): Refusal =>
  refusal("insufficient_scope", `This key needs the scope ${scope}, and its maker a role that has it.`, {
    "www-authenticate": `Bearer realm="api", error="insufficient_scope", scope="${scope}"`,
  });

/** The query as an object; a name that is given twice is a list, which no field takes. */
const queryOf = (params: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );

/** The body of a request; one without a body is an empty object. */
function bodyIn(request: Request, text: string): unknown {
  if (text === "") return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    return refusal("unsupported_type");
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return refusal("invalid_request", "The body isn't JSON.");
  }
}

async function answered(request: Request, operation: Operation, said: unknown): Promise<Response> {
  if (said instanceof Response) return said;
  if (said instanceof Refusal) return problem(request, said);
  return json(request, saidOf(operation, said));
}

const saidOf = ({ status = 200 }: Operation, said: unknown) => ({
  status,
  body: status === 204 ? null : JSON.stringify(said),
});

/** Does a request with an idempotency key once; the same one again gets the same answer. */
async function once(
  request: Request,
  operation: Operation,
  asking: Asking,
  sent: Sent,
  asked: Asked,
  text: string,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { apiRequests } = asking.actor.store;
  const fingerprint = await sha256([request.method, pathname, search, text].join("\n"));
  const begun = await apiRequests.begin({ ...asked, fingerprint, now: asking.now });
  if (begun.is === "other") return problem(request, refusal("idempotency_mismatch"));
  if (begun.is === "going")
    return problem(request, refusal("request_in_progress", undefined, { "retry-after": "2" }));
  if (begun.is === "answered")
    return withHeaders(await json(request, begun), { "idempotency-replayed": "true" });
  // The operations behind it know the request by this id, also when it broke off and is begun again.
  const request_id = uuidOf(await sha256(`${asked.key_id}:${asked.idempotency_key}:${fingerprint}`));
  let said: unknown;
  try {
    said = await operation.perform({ ...asking, request_id }, sent);
  } catch (error) {
    const refused = refusalOf(error);
    if (refused === null) {
      await apiRequests.answered({ ...asked, status: 500, body: null });
      throw error;
    }
    said = refused;
  }
  if (said instanceof Response) return said;
  const kept =
    said instanceof Refusal
      ? { status: said.status, body: JSON.stringify(problemBody(said, `${new URL(request.url).origin}/api`)) }
      : saidOf(operation, said);
  await apiRequests.answered({ ...asked, ...kept });
  return said instanceof Refusal ? problem(request, said) : json(request, kept);
}

/** An id of our own making (RFC 9562, version 8). */
const uuidOf = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
