/** What the caller said or pressed and no finished answer belongs to: kept with the call, so that it is answered after a drop, and joined with what follows it. */

import * as limit from "./loop-limits.ts";
import type { LoopState } from "./loop-state.ts";

export type Asked = NonNullable<LoopState["asked"]>;
type Memory = LoopState["memory"];

/** Words to answer: with those before them that they go on, the memory from before those, and whether they take an answer back. */
export type Joined = { said: string; before: Memory; anew: boolean };

export class Unanswered {
  readonly #state: LoopState;
  /** How many utterances wait to be taken. */
  #waiting = 0;
  /** How many more wait since before this object began. */
  #older: number;
  /** The last utterance was not answered, because the next one is part of it; `anew`: it takes an answer back. */
  #goesOn: { anew: boolean } | null = null;

  constructor(state: LoopState) {
    this.#state = state;
    this.#older = state.waiting.length;
  }

  /** An utterance has come, and waits for its turn. */
  comes(text: string): void {
    this.#waiting += 1;
    this.#state.waiting.push(text);
  }

  /** Its turn has come. */
  taken(): void {
    this.#waiting -= 1;
    this.#state.waiting.splice(this.#older, 1);
  }

  /** Utterances that waited when the object before this one was lost; they are given once. */
  missed(): string[] {
    const missed = this.#state.waiting.splice(0, this.#older).filter((text) => text.trim() !== "");
    this.#older = 0;
    return missed;
  }

  /** Until the answer to it is finished, it is known to be asked. */
  asks(event: Asked["event"], memory: Memory): void {
    this.#state.asked = { event, memory, deeds: this.#deeds };
  }

  /** Whether nothing was done for a question since it was asked, and nothing is under way. */
  isUndone({ deeds }: Asked): boolean {
    return deeds === this.#deeds && this.#state.doing.length === 0;
  }

  /**
   * Words with those that they go on: nothing of the last answer was heard, so the caller is still saying the same thing
   * (docs/telephony.md, "Latency").
   * @param heard whether anything of the last answer was heard before these words came
   */
  joined(text: string, heard: boolean): Joined {
    const earlier = heard && !this.#goesOn ? null : this.#state.unanswered;
    const anew = this.#goesOn ? this.#goesOn.anew : earlier !== null;
    this.#goesOn = null;
    const said = earlier ? `${earlier.text} ${text}`.slice(0, limit.mostCharacters) : text;
    return { said, before: earlier?.memory ?? this.#state.memory, anew };
  }

  /** Whether the caller has gone on meanwhile: then both parts are answered together, with the next one. */
  waitsForMore({ said, before, anew }: Joined): boolean {
    if (this.#waiting === 0 || this.#state.ending) return false;
    this.#state.unanswered = { memory: before, text: said };
    this.#goesOn = { anew };
    return true;
  }

  /** Follows the answer to words. @returns what to tell when it is over: whether the words may still go on */
  answering(said: string, before: Memory): (mayGoOn: boolean) => void {
    const deeds = this.#deeds;
    return (mayGoOn) => {
      const isDone = !mayGoOn || this.#state.ending || this.#deeds > deeds;
      this.#state.unanswered = isDone ? null : { memory: before, text: said };
    };
  }

  get #deeds(): number {
    return Object.keys(this.#state.deeds).length;
  }
}
