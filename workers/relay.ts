/** The entry for carriers' relay sockets: refuses everything that can be refused without the call's object. */
import { ipPrefix } from "#app/limits/network.ts";
import { noteRefusal } from "#app/monitoring/refusals.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { publicOrigin, settings as settingsOf } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { credentialsOf } from "#app/telephony/carriers/carriers.server.ts";
import { callSession } from "./call-door.ts";
import { wireOf } from "./carriers/wires.ts";

/** `/relay/<carrier>/<call>/<secret>`, with the account before the call where it is an organization's own. */
const pattern =
  /^\/relay\/([a-z]+)\/(?:([0-9a-f-]{36})\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([\w-]{43})$/;

const refused = (status: number, headers: HeadersInit = {}): Response =>
  new Response(null, { status, headers });

/**
 * Answers everything under `/relay/`: 101, or 404 for an unknown address or call, 405 and 426 for a request that is
 * not a socket, 403 for a missing signature, a foreign page, or a token that is used, expired or of another call.
 */
export async function answerRelay(request: Request, env: Env): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, carrier = "", account_id = null, call_id, secret] = pattern.exec(pathname) ?? [];
  const wire = wireOf(carrier);
  if (!wire || !call_id || !secret || search !== "") return refused(404);
  if (request.method !== "GET") return refused(405, { allow: "GET" });
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
    return refused(426, { upgrade: "websocket" });
  const settings = settingsOf(env);
  const origin = request.headers.get("origin");
  const isForeign = origin !== null && origin !== publicOrigin(settings);
  const db = new Database(env.DB, new Timing());
  const account = await credentialsOf(db, settings, { carrier, account_id }, true);
  const url = `wss://${settings.PUBLIC_HOST}${pathname}`;
  if (isForeign || !account || !(await wire.verifySocket(request.headers, url, account))) {
    const network = ipPrefix(request.headers.get("cf-connecting-ip"));
    noteRefusal("relay", { network, request_id: request.headers.get("x-request-id") });
    return refused(403);
  }
  const headers = { upgrade: "websocket", "x-relay-token": await sha256(secret) };
  return callSession(env, call_id).fetch("https://call/socket", { headers });
}
