/** Open dashboards of one organization: their listeners, the check of their sessions, and the messages to all of them. */
import { z } from "zod";
import type { LiveCall, LiveMessage } from "#app/calls/live/live-feed.schema.ts";
import { liveWithoutPerson, messageWithoutPerson } from "#app/calls/scrub/scrub.ts";
import { stillListening } from "#app/membership/live-listeners.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { LivePace, type Told } from "./live-pace.ts";
import { reportObjectError } from "./object-errors.ts";
import { closeQuietly, sendQuietly } from "./quiet-socket.ts";

const tag = "live-feed";
/** After this long a listener must connect again with a valid session. */
const listensFor_ms = hour_ms;
/** A listener whose session was last checked longer ago is checked before it receives anything more. */
const askedEvery_ms = minute_ms;
/** The close code that asks for a new subscription. */
const comeAgain = 4000;
/** The close code for a listener who may listen no longer. */
const dismissed = 4003;

/** The owner of a socket, as the front door has verified it. */
const listenerShape = z.object({
  session_id: z.string(),
  user_id: z.string(),
  /** Whether the listener may see who calls. */
  persons: z.enum(["shown", "hidden"]),
});
export type Listener = z.infer<typeof listenerShape>;

const attachment = listenerShape.extend({ until: z.number(), asked_at: z.number() });
type Attachment = z.infer<typeof attachment>;

const attachmentOf = (socket: WebSocket): Attachment | undefined =>
  attachment.safeParse(socket.deserializeAttachment()).data;

/** The listeners of one object. Sockets hibernate, so their data is attached to them. */
export class LiveFeed {
  readonly #ctx: DurableObjectState;
  readonly #env: Env;
  /** Messages that wait while sessions are being checked; null when none do. */
  #waiting: (() => void)[] | null = null;
  readonly #pace = new LivePace((told) => this.#send(told));

  constructor(ctx: DurableObjectState, env: Env) {
    this.#ctx = ctx;
    this.#env = env;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
  }

  /** Adds a listener (`session_id`, `user_id`) and sends it the running calls. The front door has checked the permission. */
  subscribe(who: URLSearchParams, calls: LiveCall[], now: number): Response {
    // What waits is in the snapshot already.
    this.#pace.flush();
    const listener = listenerShape.parse(Object.fromEntries(who));
    const { 0: client, 1: server } = new WebSocketPair();
    this.#ctx.acceptWebSocket(server, [tag]);
    const known: Attachment = { ...listener, until: now + listensFor_ms, asked_at: now };
    server.serializeAttachment(known);
    const told = listener.persons === "shown" ? calls : calls.map(liveWithoutPerson);
    send(server, { type: "snapshot", calls: told });
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Sends messages to every listener, in order and paced; listeners who may listen no longer are disconnected instead.
   * @param callOf the current call: what a line reveals depends on the lines before it
   */
  tell(messages: readonly LiveMessage[], callOf: (id: string) => LiveCall | null): void {
    const sockets = this.#ctx.getWebSockets(tag);
    // Listeners who join later get these with their snapshot.
    if (messages.length === 0 || sockets.length === 0) return;
    const hidden = sockets.some((socket) => attachmentOf(socket)?.persons === "hidden")
      ? messages.flatMap((message) => messageWithoutPerson(message, callOf))
      : [];
    this.#pace.tell({ shown: messages, hidden });
  }

  #send({ shown, hidden }: Told): void {
    const now = Date.now();
    const sockets = this.#ctx.getWebSockets(tag);
    const telling = () => {
      for (const socket of sockets) {
        const { until = 0, persons = "hidden" } = attachmentOf(socket) ?? {};
        const told = persons === "shown" ? shown : hidden;
        if (until > now) for (const message of told) send(socket, message);
        else closeQuietly(socket, comeAgain, "subscribe again");
      }
    };
    if (this.#waiting) this.#waiting.push(telling);
    else if (!sockets.some((socket) => isDue(socket, now))) telling();
    else {
      this.#waiting = [telling];
      this.#ctx.waitUntil(this.#askAndTell(sockets, now));
    }
  }

  /** Closes the sockets of a session (`session_id`) or of a person (`user_id`). */
  dismiss(leaving: URLSearchParams): Response {
    for (const socket of this.#ctx.getWebSockets(tag)) {
      const known = attachmentOf(socket);
      const isLeaving =
        known?.session_id === leaving.get("session_id") || known?.user_id === leaving.get("user_id");
      if (isLeaving) closeQuietly(socket, dismissed, "no longer allowed");
    }
    return new Response(null, { status: 204 });
  }

  /** Checks all listeners at once, and closes the sockets of those who may listen no longer. `now` in ms UTC. */
  async askEverybody(now: number): Promise<Response> {
    await this.#askAndTell(this.#ctx.getWebSockets(tag), now, () => true);
    return new Response(null, { status: 204 });
  }

  async #askAndTell(sockets: readonly WebSocket[], now: number, isAsked = isDue): Promise<void> {
    try {
      const due = sockets.filter((socket) => isAsked(socket, now));
      const ids = due.flatMap((socket) => attachmentOf(socket)?.session_id ?? []);
      const holding = await stillListening(this.#env, this.#ctx.id.name ?? "", ids, now);
      for (const socket of due) {
        const known = attachmentOf(socket);
        if (known && holding.has(known.session_id)) socket.serializeAttachment({ ...known, asked_at: now });
        else if (known) closeQuietly(socket, dismissed, "no longer allowed");
      }
    } catch (error) {
      // Reads fail open (R38), for at most the hour after which every listener must connect again.
      const organization_id = this.#ctx.id.name ?? null;
      await reportObjectError(this.#env, { error, where: "organization/listeners", organization_id });
    } finally {
      const waiting = this.#waiting ?? [];
      this.#waiting = null;
      for (const telling of waiting) telling();
    }
  }
}

function isDue(socket: WebSocket, now: number): boolean {
  const known = attachmentOf(socket);
  return known !== undefined && now - known.asked_at >= askedEvery_ms;
}

/** A socket that is closing drops the message: its client subscribes again and gets a snapshot. */
const send = (socket: WebSocket, message: LiveMessage): void => sendQuietly(socket, JSON.stringify(message));

/** The messages that a store function's result carries for dashboards (`Announced`), if any. */
export function announced(value: unknown): readonly LiveMessage[] {
  return isAnnounced(value) ? value.announce : [];
}

const isAnnounced = (value: unknown): value is { announce: LiveMessage[] } =>
  typeof value === "object" && value !== null && "announce" in value && Array.isArray(value.announce);
