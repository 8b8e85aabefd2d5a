/** The turn loop: turns line events into brain events, and decides silences, keys and endings. Carrier, clock and storage are ports. Long because one class holds the order in which a turn's events count. */
import { type Answered, Answering } from "./answering.ts";
import type { LoopPorts } from "./answering-ports.ts";
import type { CallEvent } from "./conversation.ts";
import { type LineEvent, type LoopTimer, loopTimers } from "./line-events.ts";
import { isOnlyTold, Listening, stopsAnswer, type Told } from "./listening.ts";
import * as limit from "./loop-limits.ts";
import type { Ending, LoopState } from "./loop-state.ts";
import { loopWords } from "./loop-words.ts";
import { meetMachine } from "./machines.ts";
import { sayNotRecorded, steer } from "./steer.ts";
import { cut, lose } from "./talk.ts";
import { type Asked, Unanswered } from "./unanswered.ts";

export class TurnLoop {
  readonly #ports: LoopPorts;
  readonly #state: LoopState;
  readonly #agent: Answering;
  readonly #ear: Listening;
  #queue: Promise<void> = Promise.resolve();
  readonly #open: Unanswered;
  /** Continues from `state`, which it changes and passes to `ports.keep` after every event. */
  constructor(ports: LoopPorts, state: LoopState) {
    this.#ports = ports;
    this.#state = state;
    this.#agent = new Answering(ports, state);
    this.#ear = new Listening(ports, state, this.#agent);
    this.#open = new Unanswered(state);
  }

  /** The line is gone; nothing that is said from here on is heard before it is back. */
  lost(): void {
    lose(this.#state.talk, this.#ports.now());
    this.#ports.keep(this.#state);
  }

  /**
   * Something happened on the line. What is heard is recorded at once, also while an answer streams, and an interruption
   * or new words stop the answer; the rest is taken one after the other, in the order it comes. Resolves once everything
   * that the event caused has been sent.
   */
  hear(event: LineEvent): Promise<void> {
    if (stopsAnswer(event)) this.#agent.stop();
    if (this.#state.over && event.type !== "opened") return Promise.resolve();
    if (isOnlyTold(event)) {
      if (this.#ear.tell(event) && this.#state.ending) this.#end(this.#state.ending);
      // Pieces come often; the end of speech that follows them is stored.
      if (event.type !== "played") this.#ports.keep(this.#state);
      return Promise.resolve();
    }
    const told = this.#ear.judge(event);
    if (event.type === "interrupt") this.#ports.keep(this.#state);
    if (event.type === "prompt") {
      this.#open.comes(event.text);
      this.#ports.keep(this.#state);
    }
    const taken = this.#queue.then(() => {
      if (event.type === "prompt") this.#open.taken();
      return this.#take(event, told);
    });
    // The sender of a failed event handles its error; the next event is taken all the same.
    this.#queue = taken.catch(() => {});
    return taken;
  }

  /** Stops the current answer and resolves when nothing is running. */
  quiet(): Promise<void> {
    this.#agent.stop();
    return this.#queue;
  }

  async #take(event: LineEvent, told: Told): Promise<void> {
    if (this.#state.over && event.type !== "opened") return;
    this.#ear.isTaking = true;
    try {
      await this.#on(event, told);
    } catch (error) {
      this.#ports.failed(error);
      this.#apologise();
    } finally {
      this.#ear.isTaking = false;
    }
    this.#ports.keep(this.#state);
  }

  async #on(event: LineEvent, told: Told): Promise<void> {
    switch (event.type) {
      case "opened":
        return this.#opened(event.transfer_failed);
      case "prompt":
        return this.#prompt(this.#ear.within(event.text), told.heard);
      case "key":
        return this.#key(event.key);
      case "interrupt":
        return this.#interrupted(event.heard, told);
      case "timer":
        return this.#timer(event.timer);
      case "steer":
        return steer(event.order, this.#agent, this.#state) ? this.#settle() : undefined;
      case "answerer": {
        const ending = meetMachine(event.who, this.#agent, this.#state, this.#ports.world());
        return ending?.isSilent ? this.#end(ending) : ending ? this.#settle() : undefined;
      }
    }
  }

  async #opened(transferFailed: boolean): Promise<void> {
    const state = this.#state;
    const { now, wake, world } = this.#ports;
    const { ending, talk, keys } = state;
    lose(talk, now());
    const unheard = talk.lines.map(({ text }) => text);
    this.#agent.unheard(cut(talk, now()));
    talk.lost = false;
    state.caller_speaking_since = null;
    state.keys = "";
    state.unanswered = null;
    state.over = false;
    state.ends_at ??= now() + world().agent.max_call_seconds * 1000;
    wake("duration", state.ends_at);
    if (!state.opened) {
      state.opened = true;
      state.language = world().agent.languages[0];
      await this.#turn({ type: "started" });
    } else if (transferFailed && ending?.transfer) {
      state.ending = null;
      const { id } = ending.transfer;
      this.#agent.settle(id, { ok: false, reason: "failed" });
      this.#agent.write("note", "No one answered the transfer", { type: "transfer_failed" });
      const { spoke } = await this.#turn({ type: "outcome", id, outcome: { ok: false, reason: "failed" } });
      if (!spoke && !state.ending) await this.#turn({ type: "resumed" });
    } else await this.#resumed(unheard, keys);
  }

  /**
   * The line is back. What the caller said and no one has answered is answered, and what was not heard is said again;
   * actions are not done again.
   */
  async #resumed(unheard: string[], keys: string): Promise<void> {
    const state = this.#state;
    const { ending, asked } = state;
    const missed = this.#open.missed();
    for (const text of missed) this.#agent.hear("caller", text);
    if (ending && !ending.reopened) {
      if (unheard.length > 0) this.#sayAgain(unheard);
      else this.#end(ending);
      return;
    }
    if (asked) return this.#askedBefore(asked, missed.join(" "));
    if (missed.length > 0) await this.#reply(missed.join(" "), state.memory, { anew: false, hears: true });
    else if (unheard.length > 0) this.#sayAgain(unheard);
    else if (keys !== "") {
      state.keys = keys;
      await this.#keyed();
    } else await this.#turn({ type: "resumed" });
  }

  /** @param missed what the caller said after it; empty: nothing */
  async #askedBefore(asked: Asked, missed: string): Promise<void> {
    const state = this.#state;
    const { event, memory } = asked;
    const isUndone = this.#open.isUndone(asked);
    let isOpen = true;
    if (isUndone) state.memory = memory;
    else {
      this.#ports.wake("silence", null);
      this.#agent.begin();
      isOpen = !(await this.#agent.takeUp()).spoke && !state.ending;
      if (!isOpen) this.#settle();
    }
    if (isOpen && event.type === "keyed") await this.#turn(event, isUndone);
    const said = [isOpen && event.type === "said" ? event.text : "", missed].filter((text) => text !== "");
    if (said.length > 0 && !state.ending)
      await this.#reply(said.join(" "), state.memory, { anew: isUndone, hears: true });
  }

  #sayAgain(texts: string[]): void {
    this.#ports.wake("silence", null);
    this.#agent.begin();
    for (const text of texts) this.#agent.say(text);
    this.#settle();
  }

  /** @param heard whether anything of the last answer was heard before these words came */
  async #prompt(text: string, heard: boolean): Promise<void> {
    const state = this.#state;
    state.caller_speaking_since = null;
    state.waits_since ??= this.#ports.now();
    Object.assign(state, { silences: 0, prompted: 0 });
    const joined = this.#open.joined(text, heard);
    const { said, before, anew } = joined;
    const isLate = state.ending && !state.ending.reopened;
    if (!isLate) this.#open.asks({ type: "said", text: said }, before);
    if (text.trim() !== "") this.#agent.hear("caller", text);
    this.#ear.follow(text);
    if (isLate) return;
    if (await this.#isForCode(text)) return;
    state.memory = before;
    if (this.#open.waitsForMore(joined)) return;
    await this.#reply(said, before, { anew, hears: false });
  }

  /** Whether words were answered before any brain. */
  async #isForCode(text: string): Promise<boolean> {
    if (this.#ports.isStopCalling(text)) {
      await this.#optOut();
      return true;
    }
    if (!this.#ports.refusesRecording?.(text)) return false;
    sayNotRecorded(this.#agent, this.#state);
    this.#settle();
    return true;
  }

  /** @param hears whether the words were not judged yet, because the line was lost before */
  async #reply(
    said: string,
    before: LoopState["memory"],
    { anew, hears }: { anew: boolean; hears: boolean },
  ): Promise<void> {
    const state = this.#state;
    const wasEnding = state.ending;
    if (hears) {
      this.#open.asks({ type: "said", text: said }, before);
      this.#ear.follow(said);
      if (await this.#isForCode(said)) return;
    }
    const isOver = this.#open.answering(said, before);
    const { spoke, stopped } = await this.#turn({ type: "said", text: said }, anew);
    isOver((spoke || stopped) && !this.#ear.hasHeard);
    if (wasEnding && state.ending === wasEnding) {
      if (spoke) {
        state.ending = null;
        this.#settle();
      } else this.#end(wasEnding);
    }
  }

  async #key(key: string): Promise<void> {
    const state = this.#state;
    const { brain, world, now, wake } = this.#ports;
    if (state.ending) return;
    const isKeying = state.keys !== "" || (brain.isKeying?.(state.memory) ?? false);
    // Before any brain: a called person can end all further calls with one key (docs/telephony.md, "Opt-out").
    if (key === "9" && world().direction === "outbound" && !isKeying) {
      this.#agent.hear("keys", key);
      return this.#optOut(true);
    }
    state.keys = (state.keys + key).slice(0, limit.longestKeys);
    wake("silence", null);
    if (key === "#" || this.#ear.stop) return this.#keyed();
    wake("keys", now() + limit.keys_ms);
  }

  async #keyed(): Promise<void> {
    const state = this.#state;
    const digits = state.keys;
    this.#ports.wake("keys", null);
    if (digits === "") return;
    state.keys = "";
    this.#open.asks({ type: "keyed", digits }, state.memory);
    this.#agent.hear("keys", digits);
    Object.assign(state, { silences: 0, prompted: 0 });
    state.unanswered = null;
    state.waits_since ??= this.#ports.now();
    await this.#turn({ type: "keyed", digits });
  }

  async #interrupted(heard: string, told: Told): Promise<void> {
    const { ending } = told;
    if (ending) {
      if (ending !== this.#state.ending) return;
      if (ending.reopened) this.#settle();
      else this.#end(ending);
    } else if (told.heard) {
      await this.#agent.answer({ type: "interrupted", heard });
      this.#settle();
    }
  }

  async #timer(timer: LoopTimer): Promise<void> {
    const { ending } = this.#state;
    switch (timer) {
      case "keys":
        return this.#keyed();
      case "ending":
        return ending ? this.#end(ending) : undefined;
      case "duration":
        if (!ending || ending.reopened) this.#sayAndEnd("max_duration", "max_duration");
        return;
      case "silence":
        if (!ending) await this.#silence();
    }
  }

  async #silence(): Promise<void> {
    const state = this.#state;
    const now = this.#ports.now();
    const since = state.caller_speaking_since;
    const isTalking = state.talk.speaking && now < state.talk.ends_at + limit.lastWords_ms;
    if (state.keys !== "" || isTalking || (since !== null && now - since < limit.noise_ms)) {
      this.#ports.wake("silence", now + limit.silence_ms);
      return;
    }
    state.silences += 1;
    state.unanswered = null;
    state.waits_since = null;
    const { spoke } = await this.#turn({ type: "silence", times: state.silences });
    if (spoke) state.prompted += 1;
    if (state.ending) return;
    if (state.prompted >= limit.mostPrompted || state.silences >= this.#ear.mostSilences)
      this.#sayAndEnd("silence", "silence");
  }

  async #optOut(pressed?: true): Promise<void> {
    this.#ports.wake("silence", null);
    this.#agent.begin();
    await this.#agent.act({ type: "opt_out", id: "opt_out", ...(pressed && { pressed }) });
    this.#sayAndEnd("opted_out", "opt_out");
  }

  /** One exchange: the brain's answer to an event and its actions. */
  async #turn(event: CallEvent, anew = false): Promise<Answered> {
    this.#ports.wake("silence", null);
    const stop = this.#ear.stop;
    if (stop && (!this.#state.ending || this.#state.ending.reopened)) {
      this.#sayAndEnd(stop, stop);
      return { spoke: true, stopped: false };
    }
    this.#agent.begin(anew);
    const answered = await this.#agent.answer(event);
    this.#state.failures = 0;
    this.#settle(answered.stopped);
    return answered;
  }

  /** The turn is over: waits for the caller, or for the last words to be played. @param stopped before its answer was */
  #settle(stopped = false): void {
    const { talk, ending } = this.#state;
    if (!stopped) this.#state.asked = null;
    const { now, wake } = this.#ports;
    this.#agent.close();
    const quiet = talk.lines.length > 0 ? talk.ends_at : now();
    if (!ending) wake("silence", quiet + limit.silence_ms);
    else if (ending.reopened) wake("ending", now() + limit.reopened_ms);
    else if (talk.lines.length === 0) this.#end(ending);
    // `end` discards queued words (docs/telephony.md, "Frames to the carrier").
    else wake("ending", quiet + limit.lastWords_ms);
  }

  #sayAndEnd(what: keyof ReturnType<typeof loopWords>, reason: Ending["reason"]): void {
    this.#state.ending = { reason, transfer: null, reopened: false };
    this.#agent.begin();
    this.#agent.say(loopWords(this.#state.language)[what]);
    this.#settle();
  }

  #apologise(): void {
    const state = this.#state;
    state.failures += 1;
    if (state.failures >= limit.mostFailures) this.#sayAndEnd("failed", "failed");
    else {
      const isGoing = !state.ending || state.ending.reopened;
      if (isGoing) this.#agent.begin();
      if (isGoing) this.#agent.say(loopWords(state.language).not_caught);
      this.#settle();
    }
  }

  #end(ending: Ending): void {
    const state = this.#state;
    if (state.over) return;
    state.over = true;
    // The end discards what has not been played.
    this.#agent.unheard(cut(state.talk, this.#ports.now()));
    for (const timer of loopTimers) this.#ports.wake(timer, null);
    const to = ending.transfer?.phone_number;
    this.#ports.send({ type: "end", handoff: JSON.stringify({ reason: ending.reason, ...(to && { to }) }) });
  }
}
