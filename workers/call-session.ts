/** Durable Object: one live call: its sockets, the carrier's reports and its timers. */
import { DurableObject } from "cloudflare:workers";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import { type PreparedCall, preparedCall } from "#app/calls/live/live-calls.schema.ts";
import { log } from "#app/platform/log.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import { type Answerer, type CallOrder, loopTimers } from "#workers/conversation/line/line-events.ts";
import { loopState } from "#workers/conversation/line/loop-state.ts";
import { BrowserFrames } from "./browser-frames.ts";
import { CallDelivery } from "./call-delivery.ts";
import {
  type CallEnd,
  callProgress,
  type DialReport,
  freshProgress,
  type NextStep,
  type RelayReport,
  type RelayToken,
  type SpokenBy,
  type Steered,
} from "./call-facts.ts";
import { afterBrowser, afterCarrier, afterNothing, afterStop } from "./call-life.ts";
import * as limit from "./call-limits.ts";
import { CallMemory, callTimers } from "./call-memory.ts";
import { CallSockets } from "./call-sockets.ts";
import { CallTransfers } from "./call-transfers.ts";
import { readFrame } from "./carriers/relay-codec.ts";
import { faultOf, stillFailing } from "./carriers/session-fault.ts";
import type { ConferencePost } from "./conference.ts";
import { GoingCall } from "./going-call.ts";
import { alarmRetry_ms, reportObjectError } from "./object-errors.ts";
import { asWritten } from "./pronounced-line.ts";
import { closeQuietly, isBound } from "./quiet-socket.ts";
import { RelaySessions } from "./relay-sessions.ts";
import { RelayTokens } from "./relay-tokens.ts";
import type { LegAnswer, LegNews } from "./transfer-legs.ts";

export class CallSession extends DurableObject<Env> {
  readonly #memory = new CallMemory(this.ctx.storage);
  #going: GoingCall | null = null;
  readonly #frames = new BrowserFrames();
  readonly #tokens = new RelayTokens(this.#memory);
  readonly #sockets = new CallSockets(this.ctx);
  readonly #transfers = new CallTransfers(this.#setting());
  readonly #sessions = new RelaySessions({
    ...this.#setting(),
    tokens: this.#tokens,
    sockets: this.#sockets,
    transfers: this.#transfers,
    finish: (going, end) => this.#finish(going, end),
  });
  readonly #delivery = new CallDelivery({
    ...this.#setting(),
    done: async () => {
      await this.wakeAt(null);
      await this.ctx.storage.deleteAll();
      this.#going = null;
    },
  });

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.blockConcurrencyWhile(async () => {
      if (this.#memory.exists) await this.#memory.open();
    });
  }

  #setting() {
    return {
      env: this.env,
      memory: this.#memory,
      now: () => this.now(),
      arm: () => this.wakeAt(this.#memory.nextDue()),
    };
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
    if (!going || going.progress.end || this.#sockets.isOpen) return;
    this.#tokens.add(token);
    this.#memory.setTimer("connect", this.now() + limit.connect_ms);
    await this.#arm();
  }

  /** The carrier's socket. The front door has verified its signature; the token must belong to this call and be fresh and unused. */
  override async fetch(request: Request): Promise<Response> {
    const going = this.#call();
    if (!going || going.progress.end) return new Response(null, { status: 404 });
    const knocking = request.headers.get("x-relay-token");
    if (!this.#tokens.opens(knocking)) return new Response(null, { status: 403 });
    if (this.#sockets.isOpen) return new Response(null, { status: 409 });
    this.#tokens.spend();
    going.progress.close_code = null;
    going.keep();
    const { 0: client, 1: server } = new WebSocketPair();
    this.#sockets.accept(server);
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
    if (frame.type === "setup") await this.#sessions.open(going, socket, frame.provider_call_id);
    else if (frame.type === "line" && isBound(socket)) {
      going.fault(stillFailing(going.progress.fault, frame.event));
      await going.loop.hear(asWritten(frame.event, going));
    } else if (frame.type === "error") {
      log("warn", "relay_error", { call_id: going.call.id, message: frame.description });
      going.fault(faultOf("", frame.description) ?? going.progress.fault);
    } else if (frame.type === "malformed") going.countMalformed();
    await this.#afterwards(going);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await this.#reported("call/close", () => this.#closed(socket, code));
  }

  async #closed(socket: WebSocket, code: number): Promise<void> {
    closeQuietly(socket, code === 1008 || code === 1009 ? code : 1000);
    const going = this.#call();
    if (!going || going.progress.end || this.#sockets.isOpen) return;
    // During a transfer the caller needs no socket.
    if (going.progress.transfer === "dialing") return;
    going.progress.close_code = code;
    going.keep();
    going.loop.lost();
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
    const going = this.#call();
    return going ? this.#sessions.ended(going, report, token) : { do: "hang_up" };
  }

  /** The transfer ended. */
  async dialEnded(report: DialReport, token: RelayToken): Promise<NextStep> {
    await this.#call()?.checkTargets();
    const going = this.#call();
    return going ? this.#sessions.dialled(going, report, token) : { do: "hang_up" };
  }

  /** Something happened at the phone that rings for the caller. */
  async transferLeg(news: LegNews): Promise<LegAnswer> {
    const going = this.#call();
    return going && !going.progress.end ? this.#transfers.leg(going, news) : { do: "hang_up" };
  }

  /** Something happened in the conference in which the caller waits for a person. */
  async conference(news: ConferencePost): Promise<{ words: string; by: SpokenBy } | null> {
    const going = this.#call();
    return going && !going.progress.end ? this.#transfers.conference(going, news) : null;
  }

  /** The carrier reports that the call is over; `seconds` is its own count. @returns false when this call does not exist */
  async carrierEnded(status: CallStatus, seconds: number | null): Promise<boolean> {
    const going = this.#call();
    if (!going) return false;
    await going.loop.quiet();
    if (!going.progress.end) await this.#finish(going, afterCarrier(going, status, seconds, this.now()));
    return true;
  }

  /** A member who follows the call acts on it. */
  async steer(order: CallOrder, target: TransferTarget | null = null): Promise<Steered> {
    const going = this.#call();
    if (!going || going.progress.end) return "over";
    if (going.progress.transfer === "dialing") {
      if (order.do !== "end" || !(await this.#transfers.stop(going))) return "transferring";
      if (!going.progress.end) await this.#finish(going, afterStop(going, this.now()));
      return "taken";
    }
    if (going.state.over || !this.#sockets.isBound) return "not_open";
    if (order.do === "whisper" && !going.call.agent.spec.model?.chain.length) return "no_model";
    if (target) going.progress.chosen = target;
    going.keep();
    await going.loop.hear({ type: "steer", order });
    await this.#afterwards(going);
    return "taken";
  }

  /** The carrier has listened to who answered a placed call. @returns whose call it is; null: it is not this one */
  async answeredBy(who: Answerer, provider_call_id: string): Promise<PreparedCall["organization"] | null> {
    const going = this.#call();
    if (!going || going.call.provider_call_id !== provider_call_id) return null;
    const { organization } = going.call;
    if (going.progress.end) return organization;
    going.progress.answerer = who;
    going.keep();
    if (this.#sockets.isBound) await going.loop.hear({ type: "answerer", who });
    await this.#afterwards(going);
    return organization;
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
      if (due === "deliver") await this.#delivery.deliver(going);
      else if (going.progress.end) continue;
      else if (due === "connect" || due === "gone")
        await this.#finish(going, afterNothing(going, this.now()));
      else if (due === "rung") await this.#transfers.fetchBack(going);
      else if (due === "warm") await this.#transfers.warm(going);
      else await going.loop.hear({ type: "timer", timer: due });
      if (!this.#going) return;
    }
    await this.#afterwards(going);
  }

  async #finish(going: GoingCall, end: CallEnd): Promise<void> {
    going.progress.end = end;
    going.keep();
    for (const timer of callTimers) this.#memory.setTimer(timer, null);
    if (going.isFromBrowser) this.#sockets.close();
    await this.#delivery.deliver(going);
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
      send: (order) => this.#sockets.send(order, this.#going),
    });
    return this.#going;
  }

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
