/** Reads danger to life from what is said: a sign by itself, a body that fails to do what it must, or several signs together, unless they are denied, past or only imagined. */
import { alone, type DangerKind, functions, signs, together } from "./english-dangers.ts";
import type { Range } from "./heard.ts";
import { type Found, phrasesIn } from "./phrases.ts";
import type { Word } from "./words.ts";

export type Danger = Range & { kind: DangerKind };

/** Words that begin a clause without a mark before them. */
const joins = new Set(["but", "and", "so", "because", "cause", "then"]);
/** After a bare "no" these go on with something else: "no it's swelling up". */
const afterNo = new Set("my his her he hes she shes i im its it the there theres thats wait we this please".split(" "));
/** Words that stay whole with their "'s"; "the swelling's gone" is about the swelling. */
const whole = new Set("he she it there that what who someone somebody".split(" "));
/** "What I'd do" begins no question. */
const noQuestion = new Set("i id to we he she they you not".split(" "));

/**
 * The first danger that is said, or null.
 * @param goes_on whether danger was told of before, so that "what should we do?" is about it
 */
export function dangerIn(words: readonly Word[], goes_on = false): Danger | null {
  const said = new Said(words.map(withoutIs));
  return said.failing() ?? said.byItself() ?? said.inSum() ?? (goes_on ? said.asking() : null);
}

/** Whether a symptom is told that is danger together with another one. */
export function namesSymptom(words: readonly Word[]): boolean {
  return new Said(words.map(withoutIs)).hasSymptom();
}

const symptoms = new Set(together.flatMap(({ all, reach }) => (reach > 15 ? all.join("|").split("|") : [])));

function withoutIs(word: Word): Word {
  const noun = word.word.slice(0, -1);
  return /['’]s$/.test(word.raw) && !whole.has(noun) ? { ...word, word: noun } : word;
}

class Said {
  private readonly words: readonly Word[];
  private readonly found: readonly Found[];
  /** The clause that each word stands in. */
  private readonly clauses: number[] = [];

  constructor(words: readonly Word[]) {
    this.words = words;
    const found = phrasesIn(signs, words);
    const kidding = found.some(({ id }) => id === "kidding");
    this.found = (kidding ? [] : found).filter(
      ({ id, from, to }) =>
        !(id === "lacks" && words[from]?.word === "no" && (this.marked(to) || afterNo.has(words[to]?.word ?? ""))),
    );
    let clause = 0;
    words.forEach(({ word }, at) => {
      if (at > 0 && (this.marked(at) || joins.has(word))) clause++;
      this.clauses.push(clause);
    });
  }

  private marked(at: number): boolean {
    const word = this.words[at];
    return word !== undefined && (word.opensSentence || word.gap.includes(","));
  }

  /** Something that a body must do and does not: "he can't breathe", "she's hardly able to swallow". */
  failing(): Danger | null {
    const failed = this.found.find((sign) => functions.includes(sign.id) && this.fails(sign) && this.isReal(sign));
    return failed ? this.danger("help", failed) : null;
  }

  byItself(): Danger | null {
    for (const sign of this.found) {
      const kind = alone[sign.id];
      if (kind !== undefined && this.isPresent(sign)) return this.danger(kind, sign);
    }
    return null;
  }

  inSum(): Danger | null {
    for (const { kind, all, reach, unless } of together) {
      if (unless !== undefined && this.has(unless)) continue;
      const [first, ...rest] = all.map((ids) => this.found.filter((sign) => ids.split("|").includes(sign.id) && this.isPresent(sign)));
      for (const sign of first ?? []) {
        const near = rest.map((some) => some.find((other) => other !== sign && apart(sign, other) <= reach));
        if (near.every((other) => other !== undefined)) return this.danger(kind, sign);
      }
    }
    const bleeds = this.found.find(({ id }) => id === "blood");
    const stops = this.found.find((sign) => sign.id === "stop" && this.fails(sign) && this.isReal(sign));
    return bleeds && stops && apart(bleeds, stops) <= 8 ? this.danger("help", bleeds) : null;
  }

  /** A question what to do, or a call for help. */
  asking(): Danger | null {
    const asks = this.found.find(({ id }) => id === "asks" || id === "pleads");
    return asks ? this.danger("help", asks) : null;
  }

  hasSymptom(): boolean {
    return this.found.some((sign) => symptoms.has(sign.id) && this.isPresent(sign));
  }

  /** Of what an animal suffers, an animal hospital helps. */
  private danger(kind: DangerKind, { from, to }: Range): Danger {
    const who = this.found.findLast(
      (sign) => sign.from <= from && (sign.id === "animal" || sign.id === "person"),
    );
    const animal = kind === "help" && (who?.id === "animal" || (who === undefined && this.has("animal")));
    return { kind: animal ? "animal" : kind, from, to };
  }

  private has(id: string): boolean {
    return this.found.some((sign) => sign.id === id);
  }

  private before(sign: Range, within: number, ...ids: string[]): Found | undefined {
    return this.found.findLast(
      (one) =>
        ids.includes(one.id) &&
        one.to <= sign.from &&
        sign.from - one.to <= within &&
        this.clauses[one.from] === this.clauses[sign.from],
    );
  }

  private after(sign: Range, within: number, ...ids: string[]): Found | undefined {
    return this.found.find(
      (one) => ids.includes(one.id) && one.from >= sign.to && one.from - sign.to <= within,
    );
  }

  /** Whether something is not done, or hardly: "isn't having trouble breathing" breathes. */
  private fails(sign: Found): boolean {
    if (this.before(sign, 5, "thing")) return false;
    const flip = this.before(sign, 3, "not", "lacks", "hard", ...(sign.id === "stop" ? [] : ["stop"]));
    if (flip?.id === "hard") return !this.before(flip, 4, "not", "lacks");
    return flip !== undefined || this.after(sign, 3, "hard") !== undefined;
  }

  private isPresent(sign: Found): boolean {
    if (sign.id === "choke" && this.before(sign, 4, "thing")) return false;
    if (this.has("money") && (sign.id === "collapse" || sign.id === "heart" || sign.id === "choke")) return false;
    if (sign.id === "asks" || sign.id === "calls") return !this.isDenied(sign);
    const eased = this.after(sign, 5, "eased");
    if (sign.id === "swell" && (eased || this.before(sign, 2, "mild"))) return false;
    return !this.isDenied(sign) && this.isReal(sign);
  }

  private isDenied(sign: Found): boolean {
    if (this.before(sign, 1, "not")) return true;
    const lacks = this.before(sign, 12, "lacks");
    if (!lacks || this.before(sign, sign.from - lacks.to - 1, "subject")) return false;
    const between = this.words.slice(lacks.to, sign.from);
    return between.length <= 4 || between.slice(-4).some(({ word }) => word === "or" || word === "nor");
  }

  /** Whether it is neither past nor only imagined. */
  private isReal(sign: Found): boolean {
    const here = (id: string) =>
      this.found.some((one) => one.id === id && this.clauses[one.from] === this.clauses[sign.from]);
    if (here("past") && !here("now")) return false;
    if (here("if")) return false;
    const opener = this.before(sign, 12, "opener");
    if (!opener || noQuestion.has(this.words[opener.from - 1]?.word ?? "")) return true;
    return this.before(sign, sign.from - opener.to - 1, "subject") !== undefined;
  }
}

const apart = (one: Range, two: Range): number => Math.max(one.from - two.to, two.from - one.to, 0);
