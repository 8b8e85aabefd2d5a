/**
 * A product that speaks the carrier's protocols and does little else: it answers webhooks with the documents it is
 * given and holds a relay session that greets, replies, and asks after 8 s of silence, on the clock that a script tells.
 */
import type { AppFrame } from "#workers/sandbox/relay-frames.ts";
import { type ClockStorage, SimulatedClock, toldTime } from "#workers/simulated-clock.ts";

export type Received = { path: string; fields: URLSearchParams; headers: Headers; url: string };
type SentFrame = { type: AppFrame["type"] } & Record<string, unknown>;
export type Heard = Record<string, unknown> & { type: string };

export const relayTwiml = (attributes = "") =>
  `<Response><Connect action="https://app.test/relay-action"><ConversationRelay url="wss://app.test/relay/1/token" dtmfDetection="true" ${attributes}/></Connect></Response>`;

/** What a session does with what it hears; `now` is its own clock. */
export type Behaviour = (frame: Heard, session: Session) => void;

export class Session {
  readonly heard: Heard[] = [];
  #asked = 0;
  constructor(
    readonly socket: WebSocket,
    readonly clock: SimulatedClock,
    readonly behave: Behaviour,
  ) {}

  now(): number {
    return this.clock.now() ?? Date.now();
  }

  say(token: string, more: Record<string, unknown> = {}): void {
    this.send({ type: "text", token, last: true, ...more });
  }

  send(frame: SentFrame): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Wakes after a while of silence; each time it asks, the third time it ends the call. */
  async waitForCaller(): Promise<void> {
    await this.clock.wakeAt(this.now() + 8000);
  }

  async woken(): Promise<void> {
    this.#asked += 1;
    if (this.#asked > 2) this.send({ type: "end", handoffData: JSON.stringify({ reason: "silence" }) });
    else {
      this.say("Are you still there?");
      await this.waitForCaller();
    }
  }

  async receive(frame: Heard): Promise<void> {
    this.heard.push(frame);
    if (frame.type === "prompt") this.#asked = 0;
    this.behave(frame, this);
    if (frame.type === "info" && frame.value === "off") await this.waitForCaller();
  }
}

export class StandInProduct {
  readonly received: Received[] = [];
  readonly sessions: Session[] = [];
  readonly #storage: ClockStorage;
  readonly #documents: Record<string, (fields: URLSearchParams) => string | Response>;
  readonly #behave: Behaviour;

  /** `documents`: by path, what is answered; everything else with an empty document. */
  constructor(
    storage: ClockStorage,
    documents: Record<string, (fields: URLSearchParams) => string | Response>,
    behave: Behaviour,
  ) {
    this.#storage = storage;
    this.#documents = documents;
    this.#behave = behave;
  }

  webhooks(path: string): URLSearchParams[] {
    return this.received.filter((one) => one.path === path).map(({ fields }) => fields);
  }

  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const fields =
      request.method === "POST"
        ? new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
        : url.searchParams;
    this.received.push({ path: url.pathname, fields, headers: request.headers, url: request.url });
    if (request.headers.get("upgrade") === "websocket") return this.#connect(url.pathname);
    const answer = this.#documents[url.pathname]?.(fields) ?? "<Response/>";
    return answer instanceof Response
      ? answer
      : new Response(answer, { headers: { "content-type": "text/xml" } });
  }

  #connect(path: string): Response {
    if (!path.startsWith("/relay/")) return new Response("no", { status: 403 });
    const pair = new WebSocketPair();
    const [theirs, ours] = [pair[0], pair[1]];
    ours.accept();
    const clock = new SimulatedClock(this.#storage);
    const session = new Session(ours, clock, this.#behave);
    this.sessions.push(session);
    let last = Promise.resolve();
    ours.addEventListener("message", ({ data }) => {
      last = last.then(() => hear(session, clock, String(data)));
    });
    ours.addEventListener("close", () => {
      last = last.then(() => clock.release()).then(() => ours.close());
    });
    return new Response(null, { status: 101, webSocket: theirs });
  }
}

async function hear(session: Session, clock: SimulatedClock, data: string): Promise<void> {
  const told = toldTime(data);
  if (told === null) await session.receive(JSON.parse(data));
  else await clock.advance(told, () => session.woken());
  if (session.socket.readyState === WebSocket.OPEN) session.socket.send(clock.answer(told));
}
