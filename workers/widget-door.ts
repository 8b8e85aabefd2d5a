/**
 * The door for widgets on customers' websites: `GET /api/widget/:id` says how one looks, `POST /api/widget/:id/session`
 * opens a call. Answers carry CORS headers only for pages of its allowed hosts; no cookie is read.
 */
import { nearestReadable } from "#app/branding/readable-color.ts";
import { networkOf } from "#app/limits/network.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { spanWords } from "#app/limits/wait-words.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { openCall } from "#app/web-calls/begin-ticket.server.ts";
import {
  isShownOn,
  lookOfOrganization,
  type WidgetRow,
  widgetByKey,
} from "#app/web-calls/widget-rows.server.ts";
import { consentWords } from "#app/web-calls/widget-terms.ts";

const pattern = /^\/api\/widget\/([\w-]{24})(\/session)?$/;

/** What every answer carries, so that no cache gives it to another page. */
const always = {
  "cache-control": "no-store",
  vary: "Origin",
  "cross-origin-resource-policy": "cross-origin",
};

const answerOf = (status: number, content: object, headers: HeadersInit): Response =>
  Response.json(content, { status, headers });

const unknown = (): Response => answerOf(404, { error: "There's no widget here." }, always);
const notHere = (): Response => answerOf(403, { error: "This website may not show this widget." }, always);

/** 404 for an unknown or replaced id, 403 for a page that is not allowed, 410 while it is switched off. */
export async function answerWidget(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  const [, key, session] = pattern.exec(pathname) ?? [];
  if (!key) return unknown();
  const limit = `widget:${networkOf(request.headers.get("cf-connecting-ip"))}`;
  // The platform's own limiter goes first, and is not exact: its failure is ignored.
  const { success } = await env.EDGE_LIMIT.limit({ key: limit }).catch(() => ({ success: true }));
  if (!success) {
    noteRefusal("limit", { limit: "widget" });
    return answerOf(429, { error: "Too many requests." }, { ...always, "retry-after": "60" });
  }
  // `vary` counts for nothing in the cache: the origin is a part of the name.
  const from = request.headers.get("origin");
  const kept =
    request.method === "GET" && !session && from !== null
      ? new Request(new URL(`/api/widget/${key}?from=${encodeURIComponent(from)}`, request.url))
      : null;
  const looks = kept && (await caches.open("widgets"));
  const known = kept && (await looks?.match(kept));
  if (known) return fresh(known);
  const answer = await answered(request, env, key, session !== undefined);
  if (kept && looks && answer.status === 200) {
    const copy = new Response(answer.clone().body, answer);
    copy.headers.set("cache-control", `max-age=${keptFor_s}`);
    await looks.put(kept, copy);
  }
  return answer;
}

/** How long the look of a widget may be out of date. */
const keptFor_s = 60;

/** An answer from the cache, for the visitor's browser. */
function fresh(known: Response): Response {
  const answer = new Response(known.body, known);
  answer.headers.set("cache-control", `private, max-age=${keptFor_s}`);
  return answer;
}

async function answered(request: Request, env: Env, key: string, session: boolean): Promise<Response> {
  const method = session ? "POST" : "GET";
  const db = new Database(env.DB, new Timing());
  const widget = await widgetByKey(db, key);
  if (!widget) return unknown();
  const origin = request.headers.get("origin");
  if (origin === null || !isShownOn(widget, origin, env)) {
    noteRefusal("widget", { request_id: request.headers.get("x-request-id") });
    return notHere();
  }
  const cors = { ...always, "access-control-allow-origin": origin };
  if (request.method === "OPTIONS") {
    const headers = { ...cors, "access-control-allow-methods": method, "access-control-max-age": "600" };
    return new Response(null, { status: 204, headers });
  }
  if (request.method !== method)
    return answerOf(405, { error: `Only ${method} is allowed here.` }, { ...cors, allow: method });
  if (!widget.enabled) return answerOf(410, { error: "This widget is switched off." }, cors);
  return session ? open(request, env, db, widget, origin, cors) : look(db, widget, cors);
}

async function look(db: Database, widget: WidgetRow, cors: HeadersInit): Promise<Response> {
  const { name, color } = await lookOfOrganization(db, widget.organization_id);
  const headers = { ...cors, "cache-control": `private, max-age=${keptFor_s}` };
  const { greeting, position } = widget;
  return answerOf(
    200,
    { name, color: nearestReadable(widget.color ?? color), greeting, position, consent: consentWords(name) },
    headers,
  );
}

async function open(
  request: Request,
  env: Env,
  db: Database,
  widget: WidgetRow,
  origin: string,
  cors: HeadersInit,
): Promise<Response> {
  const { organization_id, agent_id, public_id } = widget;
  const now = Date.now();
  const network = await networkKey(env, networkOf(request.headers.get("cf-connecting-ip")));
  const spent = await spend(db, [limits.widgetCalls(network, agent_id)], now);
  if (!spent.ok) {
    const wait = spanWords(spent.retryAfter);
    const error = `Too many conversations were started here. Please try again in ${wait}.`;
    return answerOf(429, { error }, { ...cors, "retry-after": String(spent.retryAfter) });
  }
  const opening = await openCall(db, env, { organization_id, agent_id, origin, widget: public_id }, now);
  if (opening.ok) return answerOf(200, opening.opening, cors);
  const error = "say" in opening ? opening.say : "This widget is switched off.";
  return answerOf(409, { error }, cors);
}
