/** The entry for calls from browsers: a socket opens by a ticket, never by a cookie, and only from the page that got it. */
import { calledById } from "#app/calls/answering.server.ts";
import { crowd, ipPrefix, networkOf } from "#app/limits/network.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { spanWords } from "#app/limits/wait-words.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { browserArrival, browserLines } from "#app/web-calls/browser-arrival.server.ts";
import { readTicket, type Ticket } from "#app/web-calls/call-ticket.server.ts";
import { mayCallFrom } from "#app/web-calls/widget-rows.server.ts";
import { beginCall } from "./begin-call.ts";
import { callSession } from "./call-door.ts";
import { closeQuietly, sendQuietly } from "./quiet-socket.ts";

const pattern = /^\/relay\/browser\/([\w-]{1,2000}\.[0-9a-f]{64})$/;

const refused = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/**
 * Answers everything under `/relay/browser/`: 101, or 404 for an unknown address, 405 and 426 for a request that is not
 * a socket, 403 for a ticket that is forged, expired, used, or of another page, and for a widget that no longer counts.
 */
export async function answerBrowser(request: Request, env: Env): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, signed] = pattern.exec(pathname) ?? [];
  if (!signed || search !== "") return refused(404);
  if (request.method !== "GET") return refused(405, { allow: "GET" });
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
    return refused(426, { upgrade: "websocket" });
  const now = Date.now();
  const ticket = await readTicket(env, signed, request.headers.get("origin"), now);
  const answer = ticket === null ? null : await opened(ticket, request, env, now);
  if (answer) return answer;
  const network = ipPrefix(request.headers.get("cf-connecting-ip"));
  noteRefusal("browser_call", { network, request_id: request.headers.get("x-request-id") });
  return refused(403);
}

async function opened(ticket: Ticket, request: Request, env: Env, now: number): Promise<Response | null> {
  const db = new Database(env.DB, new Timing());
  if (!(await mayCallFrom(db, ticket, env))) return null;
  const called = await calledById(db, ticket.organization_id);
  if (!called) return null;
  const of = { ...ticket, ...(await visitorOf(ticket, request, env)) };
  // A ticket counts when it is used: who only asks for tickets keeps no visitor away.
  if (ticket.widget !== null) {
    const spent = await spend(db, limits.widgetTalks(ticket.organization_id, ticket.agent_id), now);
    if (!spent.ok) return saying(tooMany(spent.retryAfter));
  }
  const begun = await beginCall(browserArrival(called, of, now), browserLines, env);
  if (begun.ok) {
    const headers = { upgrade: "websocket", "x-relay-token": await sha256(begun.secret) };
    return callSession(env, begun.call.id).fetch("https://call/socket", { headers });
  }
  return begun.say === null ? null : saying(begun.say);
}

const tooMany = (wait: number): string =>
  `Too many conversations were started here. Please try again in ${spanWords(wait)}.`;

/** The network of a widget's visitor; nothing for members, and where no network can be told from another. */
async function visitorOf(ticket: Ticket, request: Request, env: Env): Promise<{ network?: string }> {
  const network = networkOf(request.headers.get("cf-connecting-ip"));
  return ticket.widget === null || network === crowd ? {} : { network: await networkKey(env, network) };
}

/** A call that is refused says why, as a phone call does, and ends. */
function saying(words: string): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  sendQuietly(server, JSON.stringify({ type: "text", token: words, last: true }));
  sendQuietly(server, JSON.stringify({ type: "end", handoffData: JSON.stringify({ reason: "refused" }) }));
  closeQuietly(server, 1000);
  return new Response(null, { status: 101, webSocket: client });
}
