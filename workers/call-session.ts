/** Durable Object: one live call: its sockets, the carrier's reports, its timers, and handing it over when it is over. */
import { DurableObject } from "cloudflare:workers";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { type PreparedCall, preparedCall } from "#app/calls/live/live-calls.schema.ts";
import { log } from "#app/platform/log.ts";
import { type LineOrder, loopTimers } from "#workers/conversation/line/line-events.ts";
import { loopState } from "#workers/conversation/line/loop-state.ts";
import { BrowserFrames } from "./browser-frames.ts";
import {
  type CallEnd,
  callProgress,
  type DialReport,
  freshProgress,
  type NextStep,
  type RelayReport,
  type RelayToken,
  relayToken,
} from "./call-facts.ts";
import {
  afterBrowser,
  afterCarrier,
  afterDial,
  afterNothing,
  afterRelay,
  type Decision,
} from "./call-life.ts";
import * as limit from "./call-limits.ts";
import { CallMemory, callTimers } from "./call-memory.ts";
import { readFrame, writeFrame } from "./carriers/relay-codec.ts";
import { GoingCall } from "./going-call.ts";
import { alarmRetry_ms, reportObjectError } from "./object-errors.ts";
import { asSpoken, asWritten } from "./pronounced-line.ts";
import { bind, closeQuietly, isBound, sendQuietly } from "./quiet-socket.ts";

export class CallSession extends DurableObject<Env> {
  readonly #memory = new CallMemory(this.ctx.storage);
  #going: GoingCall | null = null;
  #delivery: Promise<void> | null = null;
  readonly #frames = new BrowserFrames();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.blockConcurrencyWhile(async () => {
      if (this.#memory.exists) await this.#memory.open();
    });
  }

  /** The call's clock, ms UTC. Local mode runs scripted calls on a faster one. */
  protected now(): number {
    return Date.now();
  }

  /** Schedules `alarm` for a time (ms UTC), or cancels it. */
  protected async wakeAt(at: number | null): Promise<void> {
    if (at === null) await this.ctx.storage.deleteAlarm();
    else if ((await this.ctx.storage.getAlarm()) !== at) await this.ctx.storage.setAlarm(at);
  }

  /** Stores what the call runs on; only the first call counts. When the carrier asks twice, a further token is added, because either answer may be used. */
  async prepare(call: PreparedCall, token: RelayToken): Promise<void> {
    if (!this.#memory.exists) {
      await this.#memory.open();
      this.#memory.put("call", call);
      this.#memory.put("progress", freshProgress(call.busy));
    }
    const going = this.#call();
    if (!going || going.progress.end || this.#sockets().length > 0) return;
    this.#expect([...this.#tokens(), token].slice(-limit.mostTokens));
    await this.#arm();
  }

  /** The carrier's socket. The front door has verified its signature; the token must belong to this call and be fresh and unused. */
  override async fetch(request: Request): Promise<Response> {
    const going = this.#call();
    if (!going || going.progress.end) return new Response(null, { status: 404 });
    const knocking = request.headers.get("x-relay-token");
    // Uses the real clock: a token is valid for a real minute, however fast a script's call runs.
    if (!this.#tokens().some(({ hash, expires_at }) => hash === knocking && expires_at >= Date.now()))
      return new Response(null, { status: 403 });
    if (this.#sockets().length > 0) return new Response(null, { status: 409 });
    this.#memory.forget("tokens");
    going.progress.close_code = null;
    going.keep();
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Resolves once everything that the frame caused has been sent. */
  override async webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#reported("call/frame", () => this.#frame(socket, message));
  }

  async #frame(socket: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const going = this.#call();
    if (!going || going.progress.end) return;
    const refusal = going.isFromBrowser ? this.#frames.refusal(message, Date.now()) : null;
    if (refusal !== null) return this.#closed(socket, refusal);
    const frame = readFrame(message);
    const tooMany = going.isFromBrowser ? this.#frames.lateRefusal(frame, Date.now()) : null;
    if (tooMany !== null) return this.#closed(socket, tooMany);
    if (frame.type === "setup") await this.#setUp(going, socket, frame.provider_call_id);
    else if (frame.type === "line" && isBound(socket)) await going.loop.hear(asWritten(frame.event, going));
    else if (frame.type === "error")
      log("warn", "relay_error", { call_id: going.call.id, message: frame.description });
    else if (frame.type === "malformed") going.countMalformed();
    await this.#afterwards(going);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await this.#reported("call/close", () => this.#closed(socket, code));
  }

  async #closed(socket: WebSocket, code: number): Promise<void> {
    closeQuietly(socket, code === 1008 || code === 1009 ? code : 1000);
    const going = this.#call();
    if (!going || going.progress.end || this.#sockets().length > 0) return;
    // During a transfer the caller needs no socket.
    if (going.progress.transfer === "dialing") return;
    going.progress.close_code = code;
    going.keep();
    // No carrier will report anything: the browser's socket is the call.
    if (going.isFromBrowser) return this.#finish(going, afterBrowser(going, this.now()));
    for (const timer of loopTimers) this.#memory.setTimer(timer, null);
    this.#memory.setTimer("gone", this.now() + limit.gone_ms);
    await this.#arm();
  }

  override async webSocketError(socket: WebSocket): Promise<void> {
    await this.webSocketClose(socket, 1006);
  }

  /** A relay session ended. @returns the carrier's next step; `token` opens the next session, if there is one */
  async relayEnded(report: RelayReport, token: RelayToken): Promise<NextStep> {
    return this.#next(report, token, (going) => afterRelay(going, report.status, this.now()));
  }

  /** The transfer ended. */
  async dialEnded(report: DialReport, token: RelayToken): Promise<NextStep> {
    const { answered, status } = report;
    return this.#next(report, token, (going) => afterDial(going, answered, status, this.now()));
  }

  /** The carrier reports that the call is over; `seconds` is its own count. @returns false when this call does not exist */
  async carrierEnded(status: CallStatus, seconds: number | null): Promise<boolean> {
    const going = this.#call();
    if (!going) return false;
    await going.loop.quiet();
    if (!going.progress.end) await this.#finish(going, afterCarrier(going, status, seconds, this.now()));
    return true;
  }

  override async alarm(): Promise<void> {
    const isDone = await this.#reported("call/alarm", () => this.#ring());
    if (!isDone) await this.wakeAt(this.now() + alarmRetry_ms);
  }

  /** Runs work that no caller waits for. @returns false when it failed, which is then recorded */
  async #reported(where: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const call = this.#going?.call;
      const organization_id = call?.organization.id ?? null;
      await reportObjectError(this.env, { error, where, organization_id, call_id: call?.id ?? null });
      return false;
    }
  }

  async #ring(): Promise<void> {
    const going = this.#call();
    if (!going) return;
    for (let due = this.#memory.takeDue(this.now()); due; due = this.#memory.takeDue(this.now())) {
      if (due === "deliver") await this.#deliver(going);
      else if (going.progress.end) continue;
      else if (due === "connect" || due === "gone")
        await this.#finish(going, afterNothing(going, this.now()));
      else await going.loop.hear({ type: "timer", timer: due });
      if (!this.#going) return;
    }
    await this.#afterwards(going);
  }

  async #setUp(going: GoingCall, socket: WebSocket, provider_call_id: string): Promise<void> {
    const { call, progress } = going;
    if (isBound(socket)) return;
    if (provider_call_id !== call.provider_call_id) {
      socket.close(1008, "another call");
      return;
    }
    bind(socket);
    progress.answered_at ??= this.now();
    const transfer_failed = progress.transfer === "failed";
    progress.transfer = "none";
    going.keep();
    this.#memory.setTimer("connect", null);
    this.#memory.setTimer("gone", null);
    await going.loop.hear({ type: "opened", transfer_failed });
  }

  async #next(
    { provider_call_id }: RelayReport,
    token: RelayToken,
    decide: (going: GoingCall) => Decision,
  ): Promise<NextStep> {
    const going = this.#call();
    if (going?.call.provider_call_id !== provider_call_id) return { do: "hang_up" };
    await going.loop.quiet();
    if (going.progress.end) return { do: "hang_up" };
    for (const socket of this.#sockets()) closeQuietly(socket, 1000);
    for (const timer of callTimers) this.#memory.setTimer(timer, null);
    const { next, end } = decide(going);
    going.keep();
    if (next.do === "relay") this.#expect([token]);
    if (next.do === "dial")
      this.#memory.setTimer("gone", this.now() + next.seconds * 1000 + limit.dialGrace_ms);
    if (end) await this.#finish(going, end);
    else await this.#arm();
    return next;
  }

  /** Any one of these opens the next session, and then all are spent. */
  #tokens = (): RelayToken[] => this.#memory.fact("tokens", relayToken.array()) ?? [];

  #expect(tokens: RelayToken[]): void {
    this.#memory.put("tokens", tokens);
    this.#memory.setTimer("connect", this.now() + limit.connect_ms);
  }

  async #finish(going: GoingCall, end: CallEnd): Promise<void> {
    going.progress.end = end;
    going.keep();
    for (const timer of callTimers) this.#memory.setTimer(timer, null);
    if (going.isFromBrowser) for (const socket of this.#sockets()) closeQuietly(socket, 1000);
    await this.#deliver(going);
  }

  /** Hands the finished call over until the organization has it; then this object deletes itself. */
  #deliver(going: GoingCall): Promise<void> {
    this.#delivery ??= this.#handOver(going).finally(() => {
      this.#delivery = null;
    });
    return this.#delivery;
  }

  async #handOver(going: GoingCall): Promise<void> {
    const { progress } = going;
    if (!progress.end) return;
    try {
      await going.handOver(progress.end);
      await this.wakeAt(null);
      await this.ctx.storage.deleteAll();
      this.#going = null;
    } catch (error) {
      progress.deliveries += 1;
      going.keep();
      this.#memory.setTimer("deliver", this.now() + limit.retryAfter_ms(progress.deliveries));
      await this.#arm();
      await going.report("call/deliver", error);
    }
  }

  /** The current call, read once after each start of the object; null when there is none. */
  #call(): GoingCall | null {
    if (this.#going || !this.#memory.exists) return this.#going;
    const call = this.#memory.fact("call", preparedCall);
    const progress = this.#memory.fact("progress", callProgress);
    if (!call || !progress) return null;
    this.#going = new GoingCall(call, progress, this.#memory.fact("loop", loopState), {
      env: this.env,
      book: this.#memory,
      now: () => this.now(),
      send: (order) => this.#send(order),
    });
    return this.#going;
  }

  #send(order: LineOrder): void {
    const frame = writeFrame(this.#going ? asSpoken(order, this.#going) : order);
    for (const socket of this.#sockets()) if (isBound(socket)) sendQuietly(socket, frame);
  }

  #sockets = (): WebSocket[] =>
    this.ctx.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN);

  async #afterwards(going: GoingCall): Promise<void> {
    if (!this.#going) return;
    going.tellFeed();
    // A browser that does not close its socket at the end of the call is not waited for.
    if (going.isFromBrowser && going.state.over && !going.progress.end && !this.#memory.hasTimer("gone"))
      this.#memory.setTimer("gone", this.now() + limit.gone_ms);
    await this.#arm();
  }

  async #arm(): Promise<void> {
    await this.wakeAt(this.#memory.nextDue());
  }
}
