/** Middleware that opens every page request: its id, nonce, timing and database session, and the response headers at the end. */
import type { MiddlewareFunction } from "react-router";
import { cloudflare, requestFacts } from "./context.ts";
import { cookie, readCookie } from "./cookies.server.ts";
import { randomToken } from "./crypto.server.ts";
import { Database, database } from "./d1.server.ts";
import { settings } from "./env.server.ts";
import { isReading } from "./methods.ts";
import { secure } from "./security-headers.ts";
import { Timing } from "./server-timing.ts";

const bookmarkCookie = "d1b";

/** Where this request's D1 session starts (R36): the primary for signed-in visitors and writes, a bookmark or any replica for other reads. */
function sessionStart(request: Request): string {
  const isKnown = ["sid", "fid", "pid"].some((name) => readCookie(request, name) !== null);
  if (!isReading(request) || isKnown) return "first-primary";
  const bookmark = readCookie(request, bookmarkCookie);
  return bookmark !== null && /^[0-9a-f-]{1,128}$/.test(bookmark) ? bookmark : "first-unconstrained";
}

export const openRequest: MiddlewareFunction<Response> = async ({ request, url, context, pattern }, next) => {
  const timing = new Timing();
  const nonce = randomToken(16);
  const id = request.headers.get("x-request-id") ?? "none";
  const { env } = context.get(cloudflare);
  const db = new Database(env.DB, timing, sessionStart(request));
  const formActions: string[] = [];
  const facts = { id, route: pattern, nonce, timing, formActions, hasPayments: false, errorOwner: {} };
  context.set(requestFacts, facts);
  context.set(database, db);

  const response = await next();
  const { headers } = response;
  headers.set("server-timing", timing.header(settings(env).ROW_COUNTS === "shown"));
  headers.set("x-request-id", id);
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  const bookmark = db.bookmark();
  if (!isReading(request) && bookmark && /^[0-9a-f-]{1,128}$/.test(bookmark))
    headers.append("set-cookie", cookie(request, bookmarkCookie, bookmark, { maxAge: 300 }));
  const isDocument = headers.get("content-type")?.startsWith("text/html") ?? false;
  secure(headers, {
    nonce: isDocument ? nonce : null,
    https: url.protocol === "https:",
    formActions,
    hasPayments: isDocument && facts.hasPayments,
    isOwnHost: url.host === settings(env).PUBLIC_HOST,
  });
  return response;
};
