/** The agent's side of a turn: turns the brain's moves into words, notes and actions, each written before it is spoken or done. Long because one class keeps the words and the actions of a turn in their order. */

import type { Json } from "#app/platform/json.ts";
import type { AnsweringPorts } from "./answering-ports.ts";
import type { Action, CallEvent, Move, Outcome, World } from "./conversation.ts";
import { brokenOff, finalOutcome, keptOf, mayTransferTo } from "./deeds.ts";
import type { ScriptLine } from "./line-events.ts";
import { filler_ms, lineCost, mostActions, mostRounds, wordless_ms } from "./loop-limits.ts";
import type { Ending, LoopState } from "./loop-state.ts";
import { actionSaid, fillerFor, loopWords, noteSaid, toolFiller } from "./loop-words.ts";
import { cut, type Heard, sent } from "./talk.ts";
import { inWorld, keepHeard } from "./transcript.ts";

/** An action under way. `round`: how many outcomes led to it, itself included. */
type Doing = { action: Action; outcome: Promise<Outcome>; round: number };

/** How an answer ended: with words or without, or before the brain was done with it. */
export type Answered = { spoke: boolean; stopped: boolean };

export class Answering {
  readonly #ports: AnsweringPorts;
  readonly #state: LoopState;
  /** Stops the brain while it answers. */
  #abort: AbortController | null = null;
  /** The agent's line of this turn, while words may still be added. */
  #line: { seq: number; text: string } | null = null;
  /** Whether this turn has words. */
  #hasWords = false;
  /** The lines of an answer that is taken back: the next words replace them, unless they are heard before. */
  #takenBack: number[] = [];
  /** How many actions this answer has begun, and whether that is more than an answer may. */
  #begun = 0;
  #isTooMuch = false;
  /** Actions whose outcome is not recorded yet, by id: one that is wanted again is not begun again. */
  readonly #running = new Map<string, Promise<Outcome>>();
  /** Cancels the filler that is due while actions of this turn run. */
  #unfill: (() => void) | null = null;

  constructor(ports: AnsweringPorts, state: LoopState) {
    this.#ports = ports;
    this.#state = state;
  }

  /** Stops the current answer, if any. Actions that it has begun are still waited for. */
  stop(): void {
    this.#abort?.abort();
  }

  /**
   * Begins a new turn. Its first words replace what is left of the previous ones; until then those go on.
   * @param anew whether the previous answer is taken back: then its brain never said it
   */
  begin(anew = false): void {
    // Words of a turn that broke off are a turn of their own, or these would be their end.
    this.close();
    this.#state.turn += 1;
    this.#hasWords = false;
    this.#takenBack = anew ? this.#state.talk.lines.map(({ seq }) => seq) : [];
  }

  /** Lets the brain answer an event and carries out the result. */
  async answer(event: CallEvent): Promise<Answered> {
    this.#state.doing = [];
    const doing: Doing[] = [];
    const answered: Answered = { spoke: false, stopped: false };
    this.#begun = 0;
    this.#isTooMuch = false;
    // The caller waits for a model as for an action.
    const isAsked = event.type === "said" || event.type === "keyed";
    const unfill = isAsked ? this.#fillAfter(wordless_ms) : () => {};
    try {
      return await this.#finish(doing, answered, () => this.#respond(event, doing, 1, answered));
    } finally {
      unfill();
    }
  }

  /** Finishes a turn that broke off with the line, or with its object: the brain learns how its actions ended. */
  async takeUp(): Promise<Answered> {
    const { deeds } = this.#state;
    this.#begun = 0;
    this.#isTooMuch = false;
    const doing = this.#state.doing.flatMap(({ id, round }): Doing[] => {
      const deed = deeds[id];
      if (!deed) return [];
      const { action } = deed;
      const final = this.#running.has(id) ? null : brokenOff(deed);
      return [{ action, outcome: final ? Promise.resolve(final) : this.#begin(action), round }];
    });
    return this.#finish(doing, { spoke: false, stopped: false });
  }

  /** Waits for actions, those that the brain begins with included, and tells it of each. */
  async #finish(
    doing: Doing[],
    answered: Answered,
    first: () => Promise<unknown> = async () => {},
  ): Promise<Answered> {
    const state = this.#state;
    try {
      await first();
      for (let next = doing.shift(); next; next = doing.shift()) {
        const { action, round } = next;
        // A restarted object knows what was under way, and what the brain knew.
        this.#ports.keep(state);
        const outcome = await next.outcome;
        this.settle(action.id, outcome);
        // A brain that has gone on for too long only hears how its actions ended when the caller speaks again.
        if (this.#isTooMuch) continue;
        const event = { type: "outcome", id: action.id, outcome } as const;
        const isTakenIn = await this.#respond(event, doing, round + 1, answered);
        if (isTakenIn) state.doing = state.doing.filter(({ id }) => id !== action.id);
      }
      return answered;
    } catch (error) {
      for (const { action, outcome } of doing) this.settle(action.id, await outcome);
      throw error;
    } finally {
      this.#unfill?.();
      this.#unfill = null;
    }
  }

  /** @returns whether the brain was done with it */
  async #respond(event: CallEvent, doing: Doing[], round: number, answered: Answered): Promise<boolean> {
    const { brain, now, failed } = this.#ports;
    const state = this.#state;
    const abort = new AbortController();
    const aborted = new Promise<null>((resolve) =>
      abort.signal.addEventListener("abort", () => resolve(null), { once: true }),
    );
    this.#abort = abort;
    const moves = brain.respond(state.memory, event, this.#world(), now(), abort.signal);
    try {
      for (;;) {
        const step = await Promise.race([moves.next(), aborted]);
        // What was ready when the answer was stopped is too late as well, except for what the brain remembers.
        const isLate = abort.signal.aborted && !step?.done && step?.value.type !== "remember";
        if (step === null || isLate) {
          answered.stopped = true;
          // The brain may or may not notice.
          moves.return(state.memory).catch(failed);
          return false;
        }
        if (step.done) {
          state.memory = step.value;
          return true;
        }
        if (this.#make(step.value, doing, round)) answered.spoke = true;
        if (!this.#isTooMuch) continue;
        abort.abort();
        moves.return(state.memory).catch(failed);
        if (!state.ending && this.say(loopWords(state.language).too_many)) answered.spoke = true;
        return true;
      }
    } finally {
      this.#abort = null;
    }
  }

  #world(): World {
    return inWorld(this.#ports.world(), this.#state, this.#takenBack);
  }

  /** Carries out one move. @returns whether it was words */
  #make(move: Move, doing: Doing[], round: number): boolean {
    switch (move.type) {
      case "say":
        if (!this.say(move.text)) return false;
        // A restarted object knows what the caller has heard.
        this.#ports.keep(this.#state);
        return true;
      case "found":
        return false;
      case "note":
        if (move.note.type === "model_answered") {
          const { type: _, ...use } = move.note;
          this.#state.model_use.push({ turn: this.#state.turn, ...use });
          this.#state.models_gone = false;
          return false;
        }
        this.write("note", noteSaid(move.note), move.note);
        if (move.note.type === "taken_over") this.#state.models_gone = true;
        if (move.note.type === "filled_in") Object.assign(this.#state.collected, move.note.values);
        return false;
      case "remember":
        this.#state.memory = move.memory;
        this.#ports.keep(this.#state);
        return false;
      case "do": {
        if (move.action.type !== "end") this.#begun += 1;
        this.#isTooMuch = this.#begun > mostActions || (round > mostRounds && move.action.type !== "end");
        if (this.#isTooMuch) return false;
        const next = this.#do(move.action, round);
        if (next) doing.push({ ...next, round });
        return false;
      }
    }
  }

  /**
   * Says something in this turn, after its earlier words.
   * @param detail for the script: whose words they are, when not the agent's
   * @returns false when the text contains no words
   */
  say(text: string, detail: Json = null): boolean {
    const words = text.trim().match(/\S+\s*/g);
    if (!words || this.#state.over) return false;
    const { talk } = this.#state;
    const { send, now, revise } = this.#ports;
    const said = words.join("");
    if (this.#line && talk.open) {
      this.#line.text = `${this.#line.text} ${said}`;
      this.#state.written += said.length + 1;
      revise(this.#line.seq, { text: this.#line.text });
      words[0] = ` ${words[0]}`;
    } else {
      if (!this.#hasWords) this.unheard(cut(talk, now()));
      this.#hasWords = true;
      this.#line = { seq: this.write("agent", said, detail), text: said };
    }
    keepHeard(this.#state.transcript, { ...this.#line, who: "agent" });
    sent(talk, this.#line.seq, this.#line.text, said.length, now());
    talk.open = true;
    for (const token of words) send({ type: "text", token, last: false });
    return true;
  }

  /** Carries out an action that no brain decided, and waits for it. */
  async act(action: Action): Promise<void> {
    const doing = this.#do(action);
    if (doing) this.settle(action.id, await doing.outcome);
    this.#unfill?.();
    this.#unfill = null;
  }

  /** The caller is gone: carries out promised actions, and repeats failed ones. @returns whether all are done */
  async keepPromises(): Promise<boolean> {
    const { memory, deeds } = this.#state;
    const { brain } = this.#ports;
    for (const action of brain.owed?.(memory, this.#world()) ?? []) await this.act(action);
    const messages = Object.values(deeds).filter(({ action }) => action.type === "take_message");
    for (const { action, outcome } of messages) if (!outcome?.ok) await this.act(action);
    return messages.every(({ outcome }) => outcome?.ok);
  }

  /** Begins an action; null when there is nothing to wait for. @param round null: no brain waits for its outcome */
  #do(action: Action, round: number | null = null): Omit<Doing, "round"> | null {
    const state = this.#state;
    if (action.type === "end") {
      this.#end(action.reason, null);
      return null;
    }
    const known = state.deeds[action.id];
    if (!known) {
      const seq = this.write("action", actionSaid(action, null), { action, outcome: null });
      state.deeds[action.id] = { seq, action, outcome: null };
    }
    const final = known ? finalOutcome(known) : null;
    if (final) return { action, outcome: Promise.resolve(final) };
    if (action.type !== "transfer") {
      this.#fill(action);
      if (round !== null) state.doing.push({ id: action.id, round });
      // Known before it begins: it is not begun a second time by a restarted object.
      this.#ports.keep(state);
      return { action, outcome: this.#begin(action) };
    }
    if (!mayTransferTo(action.phone_number, this.#ports.world()))
      return { action, outcome: Promise.resolve({ ok: false, reason: "failed" }) };
    const { id, phone_number } = action;
    this.#end("transferred", { id, phone_number, alone: false });
    return null;
  }

  #begin(action: Action): Promise<Outcome> {
    const outcome = this.#running.get(action.id) ?? this.#ports.act(action);
    this.#running.set(action.id, outcome);
    return outcome;
  }

  /** The call ends after the words of this turn. A goodbye that the caller broke into is replaced by the new one. */
  #end(reason: Ending["reason"], transfer: Ending["transfer"]): void {
    const state = this.#state;
    if (!state.ending || state.ending.reopened) state.ending = { reason, transfer, reopened: false };
  }

  /** Bridges a slow action, unless this turn has words: by its tool's own at once, else by a filler after a while. */
  #fill(action: Action): void {
    if (this.#isSilent) this.say(toolFiller(action, this.#ports.world().agent));
    this.#unfill ??= this.#fillAfter(filler_ms);
  }

  /** Says a filler after so many ms, unless this turn has words by then. @returns a function that cancels it */
  #fillAfter(ms: number): () => void {
    const { later, now } = this.#ports;
    const since = now();
    return later(ms, () => {
      // A simulated clock stands still meanwhile, so no caller has waited.
      if (this.#isSilent && now() > since) this.say(fillerFor(this.#state.turn, this.#state.language));
    });
  }

  get #isSilent(): boolean {
    return this.#line === null && !this.#state.ending;
  }

  /** Records the outcome of an action. */
  settle(id: string, outcome: Outcome): void {
    this.#running.delete(id);
    const deed = this.#state.deeds[id];
    if (!deed) return;
    const kept = keptOf(outcome);
    deed.outcome = kept;
    const { seq, action } = deed;
    this.#ports.revise(seq, { text: actionSaid(action, outcome), detail: { action, outcome: kept } });
  }

  /** Ends the words of this turn. */
  close(): void {
    const { talk } = this.#state;
    if (talk.open) this.#ports.send({ type: "text", token: "", last: true });
    talk.open = false;
    this.#line = null;
  }

  /** Records how much of the agent's lines was heard. */
  unheard(lines: Heard[]): void {
    for (const { seq, heard } of lines) {
      this.#ports.revise(seq, { heard });
      keepHeard(this.#state.transcript, { seq, who: "agent", text: heard });
    }
  }

  /** Writes what the caller said or keyed. */
  hear(type: "caller" | "keys", text: string): void {
    keepHeard(this.#state.transcript, { seq: this.write(type, text, null), who: "caller", text });
    this.#ports.keep(this.#state);
  }

  write(type: ScriptLine["type"], text: string, detail: Json): number {
    this.#state.written += lineCost + text.length + (detail ? JSON.stringify(detail).length : 0);
    return this.#ports.write({ turn: this.#state.turn, type, text, detail });
  }
}
