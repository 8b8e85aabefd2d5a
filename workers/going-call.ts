/** A running call around its turn loop: gives the loop what it works with and keeps the organization informed. */
import type { z } from "zod";
import type { CallLine, FinishedCall } from "#app/calls/calls.schema.ts";
import { browserProvider, type PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { type Dictionary, dictionaryOf } from "#app/voices/pronounce.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { Answering } from "#workers/conversation/line/answering.ts";
import type { Action, Brain, Outcome, Scene } from "#workers/conversation/line/conversation.ts";
import type {
  LineOrder,
  LoopTimer,
  ScriptChange,
  ScriptLine,
} from "#workers/conversation/line/line-events.ts";
import { freshLoop, type LoopState } from "#workers/conversation/line/loop-state.ts";
import { TurnLoop } from "#workers/conversation/line/turn-loop.ts";
import { carryOut } from "./call-actions.ts";
import type { CallEnd, CallProgress } from "./call-facts.ts";
import { modelBrainOf, realLater } from "./call-models.ts";
import { callWebhook } from "./call-webhook.ts";
import type { SessionFault } from "./carriers/session-fault.ts";
import { callerWords } from "./conversation/brains/caller-words.ts";
import { refusesRecording } from "./conversation/brains/recording-refusal.ts";
import { callerName, finishedCallOf } from "./finished-call.ts";
import { reportObjectError } from "./object-errors.ts";
import { leastScript, mostScript, shortScript } from "./short-script.ts";
import { confirmByText, textCaller } from "./text-caller.ts";
import { rungOf, without } from "./transfer-ladder.ts";
import { reachOfCall } from "./transfer-scene.ts";

/** How often a finished call tries to store its messages before it is handed over without them. */
const mostKeeping = 6;
/** How often it is tried with the whole script, before it is handed over with a short one. */
const mostWhole = 8;
/** Reports to the live feed that may come at once; then there is one a second. */
const mostReports = 10;

/** The storage of a call. */
export type CallBook = {
  put(key: "progress" | "loop" | "models", value: Json): void;
  fact<T>(key: "models", shape: z.ZodType<T>): T | null;
  /** @returns the line's number, from 1 */
  append(line: ScriptLine, at_ms: number): number;
  revise(seq: number, change: ScriptChange): void;
  script(seqs?: number[]): { seq: number; line: CallLine }[];
  setTimer(kind: LoopTimer, due_at: number | null): void;
};

type Setting = {
  env: Env;
  book: CallBook;
  /** ms UTC */
  now(): number;
  send(order: LineOrder): void;
};

export class GoingCall {
  readonly call: PreparedCall;
  readonly progress: CallProgress;
  readonly state: LoopState;
  readonly loop: TurnLoop;
  /** How words are said. */
  readonly words: Dictionary;
  /** The organization's store; null until first used. */
  #store: Store | null = null;
  readonly #setting: Setting;
  readonly #brain: Brain;
  /** Whether the last report to the live feed failed: a failure is logged once until a report succeeds. */
  #isFeedLost = false;
  /** How many reports may be sent at once (and when that was counted), and what cancels one that is due. */
  #reports = mostReports;
  #counted_at = 0;
  #cancelReport: (() => void) | null = null;
  /** Whom the organization knows the caller to be put through to; undefined: this object has not said. */
  #toldTransfer: string | null | undefined;
  readonly #reach: ReturnType<typeof reachOfCall>;
  /** Lines that the live feed has not received yet. */
  #untold = new Set<number>();

  /** `state` null: the conversation has not begun. */
  constructor(call: PreparedCall, progress: CallProgress, state: LoopState | null, setting: Setting) {
    this.call = call;
    this.words = dictionaryOf(call.pronunciations);
    this.#brain = brainFor(call.agent.spec, {
      model: (agent) =>
        modelBrainOf(agent, call.organization.id, setting.env, { purpose: "call", book: setting.book }),
    });
    this.#reach = reachOfCall(call);
    this.progress = progress;
    if (progress.transfer === "none") this.#toldTransfer = null;
    this.state = state ?? freshLoop(this.#brain.fresh());
    this.#setting = setting;
    this.loop = new TurnLoop(this.#ports(), this.state);
  }

  /** Whether a browser carries it, and no carrier reports anything of it. */
  get isFromBrowser(): boolean {
    return this.call.provider === browserProvider;
  }

  /** Stores how far the call has come. */
  keep(): void {
    this.#setting.book.put("progress", this.progress);
  }

  /** A frame that could not be read is counted, and ends nothing. */
  countMalformed(): void {
    this.progress.malformed += 1;
    this.keep();
  }

  /** What failed in this session, as far as the carrier says; null: nothing. */
  fault(fault: SessionFault | null): void {
    if (fault === this.progress.fault) return;
    this.progress.fault = fault;
    this.keep();
  }

  report(where: string, error: unknown): Promise<void> {
    const { id, organization } = this.call;
    const owner = { organization_id: organization.id, call_id: id };
    return reportObjectError(this.#setting.env, { error, where, ...owner });
  }

  /** Hands the call over to its organization. Repeating it changes nothing. */
  async handOver(end: CallEnd): Promise<void> {
    const { call, progress, state } = this;
    this.#cancelReport?.();
    this.#cancelReport = null;
    const isWanted = end.reason !== "opt_out" && end.reason !== "wrong_number";
    const isKept = !isWanted || (await new Answering(this.#ports(), state).keepPromises());
    this.#setting.book.put("loop", state);
    // A call is handed over in the end even when its messages cannot be stored: its script contains them.
    if (!isKept && progress.deliveries < mostKeeping) throw new Error("a message could not be kept");
    const script = this.#setting.book.script().map(({ line }) => line);
    const lines = shortScript(script, progress.deliveries < mostWhole ? mostScript : leastScript);
    const finished: FinishedCall = finishedCallOf({ call, progress, loop: state, lines, end });
    if (progress.recording_declined) await this.#ask((store) => this.#stopRecording(store));
    await this.#ask((store) => store.live.finish(finished));
    await this.#ask((store) => confirmByText(call, progress, state.language, store)).catch((error: unknown) =>
      this.report("call/confirm_by_text", error),
    );
    const capacity = this.#setting.env.CAPACITY.getByName(call.capacity_account);
    // A line that cannot be returned now becomes free by itself.
    await capacity.release(call.id).catch((error: unknown) => this.report("call/release", error));
  }

  /**
   * Sent without waiting: the conversation never waits for dashboards. Lines that were not received are sent with the
   * next ones, and where lines come fast, there is one report a second.
   */
  tellFeed(): void {
    if (this.#untold.size === 0 || this.#cancelReport || this.progress.end) return;
    const now = Date.now();
    this.#reports = Math.min(mostReports, this.#reports + (now - this.#counted_at) / second_ms);
    this.#counted_at = now;
    if (this.#reports < 1) {
      this.#cancelReport = realLater((1 - this.#reports) * second_ms, () => {
        this.#cancelReport = null;
        this.tellFeed();
      });
      return;
    }
    this.#reports -= 1;
    const seqs = [...this.#untold];
    this.#untold.clear();
    const { book } = this.#setting;
    const news = book.script(seqs).map(({ seq, line }) => ({ seq: seq - 1, line }));
    const name = callerName(this.call, this.state);
    this.#ask((store) => store.live.storeLines(this.call.id, news, name)).then(
      ({ known }) => {
        this.#isFeedLost = false;
        // A restarted object has lost its list of unsent lines: the organization says where its gap begins.
        const isGap = known !== null && news.some(({ seq }) => seq >= known);
        if (isGap) for (const { seq } of book.script()) if (seq > known) this.#untold.add(seq);
      },
      (error: unknown) => {
        for (const seq of seqs) this.#untold.add(seq);
        if (!this.#isFeedLost) void this.report("call/tell_feed", error);
        this.#isFeedLost = true;
      },
    );
  }

  /** Calls the organization. If its object has restarted meanwhile, the stub is broken for good, so the call is repeated once with a new stub. */
  async #ask<Answer>(question: (store: Store) => Promise<Answer>): Promise<Answer> {
    const open = () => storeOf(organizationObject(this.call.organization, this.#setting.env));
    this.#store ??= open();
    try {
      return await question(this.#store);
    } catch {
      this.#store = open();
      return question(this.#store);
    }
  }

  /** Tells the organization whom the caller is being put through to. Sent without waiting. */
  tellTransfer(): void {
    const { transfer, ladder } = this.progress;
    const to = transfer === "dialing" && ladder ? (rungOf(ladder)?.name ?? null) : null;
    if (to === this.#toldTransfer) return;
    this.#toldTransfer = to;
    this.#ask((store) => store.live.transferring(this.call.id, to)).catch((error: unknown) =>
      this.report("call/tell_transfer", error),
    );
  }

  /** Leaves out of the ladder who was deleted or paused since; when the organization does not answer, it stays as it is. */
  async checkTargets(): Promise<void> {
    const { ladder } = this.progress;
    const ids = ladder?.rungs.flatMap(({ target_id }, place) =>
      target_id !== null && place > ladder.at ? [target_id] : [],
    );
    if (!ladder || !ids || ids.length === 0) return;
    try {
      const standing = await this.#ask((store) => store.transfers.standing(ids));
      if (this.progress.ladder) this.progress.ladder = without(this.progress.ladder, standing);
    } catch (error) {
      await this.report("call/targets", error);
    }
  }

  #world = (): Scene => ({
    organization: { ...this.call.organization, phone_number: this.call.our_number },
    ...this.#reach(this.#setting.now()),
    calendar: { busy: this.progress.busy },
    caller: { phone_number: this.call.other_number, ...this.call.called },
    direction: this.call.direction,
    has_knowledge: this.call.has_knowledge,
  });

  #ports() {
    const { book, now, send } = this.#setting;
    const told = (seq: number): number => {
      this.#untold.add(seq);
      return seq;
    };
    return {
      brain: this.#brain,
      now,
      send,
      world: this.#world,
      act: (action: Action) => this.#act(action),
      write: (line: ScriptLine) => told(book.append(line, Math.max(0, now() - this.call.started_at))),
      revise: (seq: number, change: ScriptChange) => book.revise(told(seq), change),
      keep: (state: LoopState) => book.put("loop", state),
      wake: (timer: LoopTimer, at: number | null) => book.setTimer(timer, at),
      later: realLater,
      ...callerWords,
      refusesRecording: (text: string) => this.#refusesRecording(text),
      failed: (error: unknown) => void this.report("call/turn", error),
    };
  }

  /** The carrier said the consent line before the session: the script begins with it. */
  keepConsent(): void {
    const { recording } = this.call;
    if (recording === null) return;
    const line: ScriptLine = { turn: 0, type: "agent", text: recording.consent, detail: null };
    this.#untold.add(this.#setting.book.append(line, 0));
  }

  /** Whether the caller wants no recording: it is stopped and deleted. Told again with the end of the call, if that failed. */
  #refusesRecording(text: string): boolean {
    const { call, progress } = this;
    if (call.recording === null || progress.recording_declined) return false;
    const said = this.#setting.book.script().filter(({ line }) => line.type === "caller").length;
    if (!refusesRecording(text, said <= 1)) return false;
    progress.recording_declined = true;
    this.keep();
    this.#ask((store) => this.#stopRecording(store)).catch((error: unknown) =>
      this.report("call/recording", error),
    );
    return true;
  }

  #stopRecording = (store: Store): Promise<boolean> => store.recordings.declined(this.call.id, Date.now());

  async #act(action: Action): Promise<Outcome> {
    try {
      // Not by #ask, which asks a second time when the first one breaks off.
      if (action.type === "send_sms") return await textCaller(action, this.call, this.#setting.env);
      if (action.type === "call_webhook") return await callWebhook(action, this.call, this.#setting.env);
      return await this.#ask((store) =>
        carryOut(action, this.call, this.progress, store, this.#setting.now()),
      );
    } catch (error) {
      await this.report(`call/${action.type}`, error);
      return { ok: false, reason: "failed" };
    } finally {
      this.keep();
    }
  }
}
