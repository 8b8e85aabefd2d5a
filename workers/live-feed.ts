/** Open dashboards of one organization: who may listen, and how its object tells all of them. */
import { z } from "zod";
import type { LiveCall, LiveMessage } from "#app/calls/live-feed.schema.ts";

const tag = "live-feed";
/** After this a listener has to come again with a session that still holds. */
const listensForMs = 3_600_000;
/** The close code that asks for a new subscription. */
const comeAgain = 4000;

const listener = z.object({ until: z.number() });

/** The listeners of one object. Sockets hibernate: nothing is kept here. */
export class LiveFeed {
  readonly #ctx: DurableObjectState;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
  }

  /** Takes a listener in and tells it what goes on now. Who may listen has been decided at the front door. */
  subscribe(calls: LiveCall[], now: number): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server, [tag]);
    server.serializeAttachment({ until: now + listensForMs });
    send(server, { type: "snapshot", calls });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Tells every listener, in order. */
  tell(messages: readonly LiveMessage[], now: number): void {
    if (messages.length === 0) return;
    for (const socket of this.#ctx.getWebSockets(tag)) {
      const { success, data } = listener.safeParse(socket.deserializeAttachment());
      if (success && data.until > now) for (const message of messages) send(socket, message);
      else socket.close(comeAgain, "subscribe again");
    }
  }
}

function send(socket: WebSocket, message: LiveMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // It is just closing; its client subscribes again and gets a snapshot.
  }
}

/** What a store function wants dashboards to be told, if it is one of those that do (`Announced`). */
export function announced(value: unknown): readonly LiveMessage[] {
  return isAnnounced(value) ? value.announce : [];
}

const isAnnounced = (value: unknown): value is { announce: LiveMessage[] } =>
  typeof value === "object" && value !== null && "announce" in value && Array.isArray(value.announce);
