/** The door of /api/v1: one operation of the registry, and its answer. It loads no page. */
import { type Answered, json, problem, refusalOf } from "#app/api/api-answers.server.ts";
import type { Asking, Operation, Sent } from "#app/api/operation.server.ts";
import { operationsAt } from "#app/api/operations.server.ts";
import { lackingScope, problemBody, Refusal, refusal } from "#app/api/problem.ts";
import { demand } from "#app/membership/actor.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { idOf } from "#app/platform/id.ts";
import { answerProgram, withHeaders } from "./program-door.ts";

const base = "/api/v1";

type Asked = { key_id: string; idempotency_key: string };

/** Answers a request of a program. */
export const answerApi = (request: Request, env: Env, ctx: ExecutionContext): Promise<Response> =>
  answerProgram(request, env, ctx, (asking, key_id) => operated(request, asking, key_id));

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
    return problem(request, lackingScope(operation.scope));
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

/** An answer as it may be kept. */
const withoutSecret = ({ secret }: Operation, { status, body }: Answered): Answered => ({
  status,
  body:
    secret === undefined || body === null
      ? body
      : JSON.stringify(JSON.parse(body), (name, value: unknown) => (name === secret ? null : value)),
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
  // The operations behind it know the request by this id, also when it broke off and is begun again; a day later it is another request.
  const request_id = await idOf(`${asked.key_id}:${asked.idempotency_key}:${fingerprint}`, begun.at);
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
  await apiRequests.answered({ ...asked, ...withoutSecret(operation, kept) });
  return said instanceof Refusal ? problem(request, said) : json(request, kept);
}
