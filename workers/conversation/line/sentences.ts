/** Cuts words that come in pieces into sentences, each as soon as its end is certain. Pure but for what it still holds. */

/** What a language writes with full stops and capitals inside a sentence, in lower case. */
export type SentenceMarks = {
  /** Words after which a full stop is no end ("Dr."). */
  shortened: ReadonlySet<string>;
  /** Words with a capital that may follow "p.m." in the same sentence ("Tuesday"). */
  capitalized: ReadonlySet<string>;
};

/** What has no end by then is cut after a comma, or between words. */
const mostCharacters = 280;

const ends = /[.!?…]+["'”’)\]]*(?=\s)|\n+/gu;

export class Sentences {
  readonly #marks: SentenceMarks;
  #held = "";

  constructor(marks: SentenceMarks) {
    this.#marks = marks;
  }

  /** Adds a piece as it came, spaces included. @returns the sentences that are complete now */
  add(piece: string): string[] {
    this.#held += piece;
    const whole: string[] = [];
    for (let end = this.#end(); end !== null; end = this.#end()) {
      whole.push(this.#held.slice(0, end).trim());
      this.#held = this.#held.slice(end).trimStart();
    }
    return whole.filter((sentence) => sentence !== "");
  }

  /** Nothing more comes. @returns what is left */
  rest(): string[] {
    const whole = this.add(" \n");
    const left = this.#held.trim();
    this.#held = "";
    return left === "" ? whole : [...whole, left];
  }

  /** Where the first sentence ends; null while that is not certain. */
  #end(): number | null {
    for (const { 0: mark, index } of this.#held.matchAll(ends)) {
      if (index > mostCharacters) break;
      const verdict = this.#isEnd(mark, index);
      if (verdict === null) return null;
      if (verdict) return index + mark.length;
    }
    if (this.#held.length <= mostCharacters) return null;
    const most = this.#held.slice(0, mostCharacters);
    const comma = Math.max(most.lastIndexOf(", "), most.lastIndexOf("; "), most.lastIndexOf(": "));
    const space = most.lastIndexOf(" ");
    return comma > 0 ? comma + 1 : space > 0 ? space : mostCharacters;
  }

  /** Whether a mark ends the sentence; null: the next word decides, and it is not there yet. */
  #isEnd(mark: string, index: number): boolean | null {
    if (!/^[.…]/u.test(mark)) return true;
    const before = this.#held.slice(0, index);
    const word = /\S*$/.exec(before)?.[0] ?? "";
    // "1. Cleaning": the number of a list.
    if (/^\d{1,2}$/.test(word) && /^$|[:;,.!?\n]$/.test(before.slice(0, -word.length).trimEnd()))
      return false;
    const plain = word.replace(/^[("'“‘]+/u, "");
    if (this.#marks.shortened.has(plain.toLowerCase()) || /^\p{Lu}$/u.test(plain)) return false;
    const after = this.#held.slice(index + mark.length).trimStart();
    if (after === "") return this.#held.endsWith("\n") ? true : null;
    if (/^\p{Ll}/u.test(after)) return false;
    // "3 p.m. Tuesday", "p.m. Is that all right?"
    if (!/^(?:\p{L}\.)+\p{L}$/u.test(plain)) return true;
    const next = /^\p{L}+(?=\P{L})/u.exec(after)?.[0];
    if (next !== undefined) return !this.#marks.capitalized.has(next.toLowerCase());
    return /^\p{L}/u.test(after) ? null : /^\P{N}/u.test(after);
  }
}
