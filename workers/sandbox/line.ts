/** Durable Object: one telephone line with a call, scripted on simulated time or with a person at the sandbox's phone. */
import { DurableObject } from "cloudflare:workers";
import { z } from "zod";
import { whisperAnswers } from "./answers.ts";
import { CallLog, type CallNews, type CallResult } from "./call-log.ts";
import type { Carrier } from "./carrier.ts";
import type { FrontDoor } from "./front-door.ts";
import { problem, readJson, wantsJson } from "./json.ts";
import type { CallerNews } from "./many-callers.ts";
import { Mailbox, realPace, SimulatedPace } from "./pace.ts";
import type { LineInput } from "./phone-call.ts";
import { callIn, callOut, type Outbound } from "./place-calls.ts";
import { Stopwatch } from "./stopwatch.ts";
import { scriptedCall } from "./turns.ts";
import { type WithWorld, type WorldDoor, worldOf } from "./world-door.ts";

export type LineBindings = WithWorld & { APP: FrontDoor; LINE: DurableObjectNamespace<Line> };

/** Messages of the browser at the phone. */
const phoneInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("say"), text: z.string().max(20000) }),
  z.object({ type: z.literal("speaking") }),
  z.object({ type: z.literal("said"), text: z.string().max(20000) }),
  z.object({ type: z.literal("press"), digits: z.string().regex(/^[0-9*#]{1,32}$/) }),
  z.object({ type: z.literal("hang_up") }),
  z.object({ type: z.literal("colleague"), does: z.enum([...whisperAnswers, "busy"]) }),
]);

/** A scripted call from the sandbox's endpoint. */
const lineOrder = scriptedCall.extend({ call_sid: z.string() });

export class Line extends DurableObject<LineBindings> {
  readonly #mailbox = new Mailbox<LineInput>();
  #watchers = new Set<WebSocket>();
  /** The events so far, for viewers who join later. */
  #news: CallNews[] = [];
  #running = false;

  /**
   * `POST /scripted` runs a script and answers with its result, or line by line as it happens for
   * `Accept: application/x-ndjson`; `POST /measured` answers with what the caller waited for; `GET /result` is that of the last call here; `GET /live` and `GET /answer` (WebSocket) are the phone's.
   */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === "/scripted") return this.#scripted(request);
    if (url.pathname === "/measured") return this.#measured(request, Number(url.searchParams.get("caller")));
    if (url.pathname === "/result") return this.#result();
    if (url.pathname === "/answer" && !this.#running) return problem(404, "That call is no longer ringing.");
    const pair = new WebSocketPair();
    const [browser, phone] = [pair[0], pair[1]];
    phone.accept();
    this.#attach(phone);
    if (url.pathname === "/answer") this.#mailbox.put({ type: "answer" });
    else {
      const order = { from: url.searchParams.get("from") ?? "", to: url.searchParams.get("to") ?? "" };
      this.ctx.waitUntil(this.#callIn({ ...order, call_sid: url.searchParams.get("call_sid") ?? "" }));
    }
    return new Response(null, { status: 101, webSocket: browser });
  }

  /** The product calls out; the line rings from now on. */
  async ring(outbound: Outbound): Promise<void> {
    const world = worldOf(this.env);
    const account = await world.account(outbound.record.account_sid);
    if (!account) throw new Error("no such account");
    this.#running = true;
    const pace = outbound.answer ? new SimulatedPace() : realPace();
    const log = new CallLog((news) => this.#tell(news));
    const around = { carrier: this.#carrier(world), account, pace, mailbox: this.#mailbox, log };
    this.ctx.waitUntil(callOut(outbound, around).then((result) => this.#over(result)));
  }

  /** Intervenes in the running call (the carrier's API). Returns whether there is one. */
  control(input: LineInput): boolean {
    if (this.#running) this.#mailbox.put(input);
    return this.#running;
  }

  async #scripted(request: Request): Promise<Response> {
    const order = await readJson(request, lineOrder);
    if (!order.ok) return order.response;
    const run = await this.#ready(order.value);
    if (run === null) return problem(404, `${order.value.to} isn't in service.`);
    if (wantsJson(request) || !request.headers.get("accept")?.includes("application/x-ndjson"))
      return Response.json(await run());
    return this.#lines(async (write) => {
      const { events: _events, ...result } = await run((news) => void write(news));
      await write({ type: "ended", ...result });
    });
  }

  async #measured(request: Request, caller: number): Promise<Response> {
    const order = await readJson(request, lineOrder);
    if (!order.ok) return order.response;
    const run = await this.#ready(order.value);
    return this.#lines(async (write) => {
      const tell = (news: CallerNews) => write(news);
      if (run === null) return tell({ type: "over", caller, status: "failed", error: "not in service" });
      const watch = new Stopwatch();
      const { status, error } = await run((news) => {
        const lap = watch.lap(news);
        if (lap) void tell({ type: "lap", caller, ...lap });
      });
      await tell({ type: "over", caller, status, error: error?.message ?? null });
    });
  }

  /** The function that makes a scripted call; null: the number is not in service. */
  async #ready({ call_sid, from, to, turns }: z.infer<typeof lineOrder>) {
    const world = worldOf(this.env);
    const number = await world.numberCalled(to);
    const account = number && (await world.account(number.account_sid));
    if (!number || account?.status !== "active") return null;
    this.#running = true;
    return (watch?: (news: CallNews) => void): Promise<CallResult> =>
      callIn(
        { call_sid, from, number, turns },
        {
          carrier: this.#carrier(world),
          account,
          pace: new SimulatedPace(),
          mailbox: this.#mailbox,
          log: new CallLog(watch),
        },
      ).then((result) => this.#over(result));
  }

  /** An answer whose lines of JSON come as they are written. */
  #lines(run: (write: (line: unknown) => Promise<void>) => Promise<void>): Response {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const encoder = new TextEncoder();
    const write = (line: unknown) =>
      writer.write(encoder.encode(`${JSON.stringify(line)}\n`)).catch(() => undefined);
    this.ctx.waitUntil(run(write).then(() => writer.close().catch(() => undefined)));
    return new Response(readable, { headers: { "content-type": "application/x-ndjson" } });
  }

  #result(): Response {
    const result = this.ctx.storage.kv.get("result");
    if (result) return Response.json(result);
    return this.#running ? problem(409, "The call is still in progress.") : problem(404, "No such call.");
  }

  async #callIn({ from, to, call_sid }: { from: string; to: string; call_sid: string }): Promise<void> {
    const world = worldOf(this.env);
    const number = await world.numberCalled(to);
    const account = number && (await world.account(number.account_sid));
    if (!number || account?.status !== "active")
      return this.#tell({ type: "notice", text: `${to} isn't in service.`, at_ms: 0 });
    this.#running = true;
    const log = new CallLog((news) => this.#tell(news));
    const around = { carrier: this.#carrier(world), account, pace: realPace(), mailbox: this.#mailbox, log };
    this.#over(await callIn({ call_sid, from, number, turns: null }, around));
  }

  #attach(phone: WebSocket): void {
    this.#watchers.add(phone);
    for (const news of this.#news) phone.send(JSON.stringify(news));
    phone.addEventListener("message", ({ data }) => {
      const input = phoneInput.safeParse(parseJson(data));
      if (input.success) this.#mailbox.put(input.data);
      else
        phone.send(JSON.stringify({ type: "notice", text: "The phone didn't understand that.", at_ms: 0 }));
    });
    phone.addEventListener("close", () => {
      this.#watchers.delete(phone);
      if (this.#watchers.size === 0) this.#mailbox.put({ type: "hang_up" });
    });
  }

  #tell(news: CallNews): void {
    this.#news.push(news);
    for (const phone of this.#watchers) phone.send(JSON.stringify(news));
  }

  #over(result: CallResult): CallResult {
    this.#running = false;
    this.ctx.storage.kv.put("result", { ...result, events: result.events.slice(-2000) });
    const { events: _events, ...ended } = result;
    for (const phone of this.#watchers) {
      phone.send(JSON.stringify({ type: "ended", ...ended }));
      phone.close(1000);
    }
    this.#watchers = new Set();
    return result;
  }

  #carrier(world: WorldDoor): Carrier {
    return {
      product: this.env.APP,
      takeFault: (host, path) => world.takeFault(host, path),
      record: (passage) => this.ctx.waitUntil(world.record(passage)),
      addCall: (call) => world.addCall(call),
      changeCall: async (sid, changes) => {
        await world.changeCall(sid, changes);
      },
      keepRecording: (recording) => world.keepRecording(recording),
      recording: async (sid) => world.recording(sid),
      enterRoom: async (room, member) => world.enterRoom(room, member),
      leaveRoom: async (sid, call_sid) => world.leaveRoom(sid, call_sid),
      roomOthers: async (sid, call_sid) => world.roomOthers(sid, call_sid),
      toLine: async (call_sid, input) => {
        await this.env.LINE.getByName(call_sid).control(input);
      },
      answer: (phone_number) => world.answer(phone_number),
    };
  }
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === "string" ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
