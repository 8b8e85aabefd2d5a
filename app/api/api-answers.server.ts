/** Turns what an operation said into an answer: JSON with an ETag, a problem, or a file. */
import { sha256 } from "#app/platform/crypto.server.ts";
import { codeOf, shownFor } from "#app/platform/errors.ts";
import { isReading } from "#app/platform/methods.ts";
import { problemBody, type Refusal, refusal } from "./problem.ts";

/** What every answer carries: none is kept by a cache between. */
const always = { "cache-control": "private, no-cache", vary: "Authorization" };

export type Answered = { status: number; body: string | null };

/** A refusal as RFC 9457 has it. */
export function problem(request: Request, refused: Refusal): Response {
  const reference = `${new URL(request.url).origin}/api`;
  return new Response(JSON.stringify(problemBody(refused, reference)), {
    status: refused.status,
    headers: { ...always, ...refused.headers, "content-type": "application/problem+json" },
  });
}

/** JSON; one that is read carries an ETag, and is left out where the program has it. */
export async function json(request: Request, { status, body }: Answered): Promise<Response> {
  const headers = new Headers(always);
  if (body === null) return new Response(null, { status, headers });
  headers.set("content-type", status >= 400 ? "application/problem+json" : "application/json");
  if (isReading(request) && status === 200) {
    const etag = `"${(await sha256(body)).slice(0, 32)}"`;
    headers.set("etag", etag);
    const known = request.headers.get("if-none-match")?.split(",") ?? [];
    if (known.some((one) => one.trim().replace(/^W\//, "") === etag || one.trim() === "*"))
      return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : body, { status, headers });
}

/** Codes of faults whose problem has another name. */
const names: Readonly<Record<string, string>> = {
  too_many: "too_many_requests",
  bad_request: "invalid_request",
};

/** The refusal that a thrown fault stands for; null: it is our own error. */
export function refusalOf(error: unknown): Refusal | null {
  const code = error instanceof Response ? codeOfStatus(error.status) : codeOf(error);
  if (code === null) return null;
  const { status } = shownFor(code);
  return status === 500 ? null : refusal(names[code] ?? code);
}

const codeOfStatus = (status: number): string | null =>
  ({
    400: "bad_request",
    402: "payment_required",
    403: "forbidden",
    404: "not_found",
    429: "too_many",
    503: "unavailable",
  })[status] ?? null;
