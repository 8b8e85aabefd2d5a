/** Reads danger to life from what is said: a sign by itself, a body that fails to do what it must, or several signs together, unless they are denied, past or only imagined. */
import {
  alone,
  type DangerKind,
  functions,
  manner,
  type Sum,
  signs,
  together,
} from "#workers/conversation/english/dangers.ts";
import type { Range } from "#workers/conversation/words/heard.ts";
import { type Found, phrasesIn } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

/** What an utterance tells: a danger, if any, and where a symptom stands that is danger together with another one. */
export type DangerRead = { kind: DangerKind | null; symptom: Range | null };

/** Words that begin a clause without a mark before them. */
const joins = new Set("but and so because cause then".split(" "));
/** After a bare "no" these go on with something else: "no it's swelling up". */
const afterNo = new Set(
  "my his her he hes she shes i im its it the there theres thats wait we this please".split(" "),
);
/** Words that stay whole with their "'s"; "the swelling's gone" is about the swelling. */
const whole = new Set("he she it there that what who someone somebody".split(" "));
/** "What I'd do" begins no question. */
const noQuestion = new Set("i id to we he she they you not".split(" "));

/** So many words around a sign tell how it is meant. */
const AROUND = 25;
/** Signs so far apart may be told one after the other, in several turns. */
const FAR = 16;
type Rule = Omit<Sum, "all"> & { all: readonly (readonly string[])[] };
const rules: readonly Rule[] = together.map((sum) => ({ ...sum, all: sum.all.map((ids) => ids.split("|")) }));
const symptoms = new Set(rules.flatMap(({ all, reach }) => (reach < FAR ? [] : all.flat())));
/** The rules by each sign that may come first in them. */
const sums = Map.groupBy(
  rules.flatMap((rule) => rule.all.slice(0, 1).flatMap((ids) => ids.map((id) => ({ id, rule })))),
  ({ id }) => id,
);

/** @param goes_on whether danger was told of before, so that "what should we do?" is about it */
export function readDanger(words: readonly Word[], goes_on = false): DangerRead {
  const said = words.map(withoutIs);
  const found = phrasesIn(signs, said);
  if (found.every(({ id }) => id === "harmless")) return { kind: null, symptom: null };
  return new Told(said, found).read(goes_on);
}

function withoutIs(word: Word): Word {
  const noun = word.word.slice(0, -1);
  return /['’]s$/.test(word.raw) && !whole.has(noun) ? { ...word, word: noun } : word;
}

type Tag = Found & { sign: boolean; clause: number };

/** The signs of an utterance and how it speaks of them, in the order said. */
class Told {
  private readonly words: readonly Word[];
  private readonly tags: readonly Tag[];

  constructor(words: readonly Word[], found: readonly Found[]) {
    this.words = words;
    const taken = new Set<number>();
    for (const { from, to } of found) for (let at = from; at < to; at++) taken.add(at);
    const clauses: number[] = [];
    words.forEach(({ word }, at) => {
      clauses.push((clauses[at - 1] ?? 0) + (this.marked(at) || joins.has(word) ? 1 : 0));
    });
    const around = phrasesIn(manner, words).filter(({ from, to }) => {
      if (taken.has(from)) return false;
      return words[from]?.word !== "no" || !(this.marked(to) || afterNo.has(words[to]?.word ?? ""));
    });
    this.tags = [
      ...found.map((tag) => ({ ...tag, sign: true })),
      ...around.map((tag) => ({ ...tag, sign: false })),
    ]
      .sort((one, two) => one.from - two.from)
      .map((tag) => ({ ...tag, clause: clauses[tag.from] ?? 0 }));
  }

  private marked(at: number): boolean {
    const word = this.words[at];
    return word !== undefined && at > 0 && (word.opensSentence || word.gap.includes(","));
  }

  read(goes_on: boolean): DangerRead {
    const present = this.tags.map(({ sign }, at) => sign && this.isPresent(at));
    let symptom: Range | null = null;
    for (const [at, tag] of this.tags.entries()) {
      if (!present[at]) continue;
      const kind = alone[tag.id] ?? this.sumAt(at, present);
      const asked = goes_on && (tag.id === "asks" || tag.id === "pleads") ? "help" : null;
      const found = kind ?? asked;
      if (found === "help") return { kind: this.isOfAnimal(at) ? "animal" : "help", symptom };
      if (found && (found !== "animal" || this.isOfAnimal(at))) return { kind: found, symptom };
      if (symptoms.has(tag.id)) symptom = tag;
    }
    return { kind: null, symptom };
  }

  /** What a sign is together with others near it. */
  private sumAt(at: number, present: readonly boolean[]): DangerKind | null {
    const sum = sums.get(this.tags[at]?.id ?? "")?.find(({ rule: { all, reach, unless } }) => {
      if (unless !== undefined && this.near(at, AROUND, [unless])) return false;
      return all.slice(1).every((ids) => this.near(at, reach, ids, present));
    });
    return sum?.rule.kind ?? null;
  }

  /** The nearest of some tags, before or after one, at most so many words away. */
  private near(
    at: number,
    reach: number,
    ids: readonly string[],
    present?: readonly boolean[],
  ): Tag | undefined {
    const fits = (tag: Tag, n: number) => ids.includes(tag.id) && present?.[n] !== false;
    return this.back(at, reach, fits) ?? this.ahead(at, reach, fits);
  }

  private back(at: number, reach: number, fits: (tag: Tag, at: number) => boolean): Tag | undefined {
    const from = this.tags[at]?.from ?? 0;
    for (let n = at - 1; n >= 0; n--) {
      const tag = this.tags[n];
      if (!tag || from - tag.to > reach) return;
      if (fits(tag, n)) return tag;
    }
  }

  private ahead(at: number, reach: number, fits: (tag: Tag, at: number) => boolean): Tag | undefined {
    const to = this.tags[at]?.to ?? 0;
    for (let n = at + 1; n < this.tags.length; n++) {
      const tag = this.tags[n];
      if (!tag || tag.from - to > reach) return;
      if (fits(tag, n)) return tag;
    }
  }

  /** The last of some tags before one in its clause. */
  private before(at: number, reach: number, ...ids: string[]): Tag | undefined {
    const clause = this.tags[at]?.clause;
    return this.back(at, reach, (tag) => tag.clause === clause && ids.includes(tag.id));
  }

  private isPresent(at: number): boolean {
    const tag = this.tags[at];
    if (!tag || this.near(at, AROUND, ["kidding"])) return false;
    switch (tag.id) {
      case "asks":
      case "pleads":
      case "calls":
        return !this.isDenied(at);
      case "collapse":
      case "heart":
        if (this.near(at, AROUND, ["money"])) return false;
        break;
      case "gasp":
        if (this.near(at, 5, ["thing"])) return false;
        break;
      case "choke":
        if (this.before(at, 4, "thing") || this.near(at, AROUND, ["money"])) return false;
        break;
      case "swell":
        if (this.ahead(at, 5, ({ id }) => id === "eased") || this.before(at, 2, "mild")) return false;
        break;
      case "blood":
        // "It won't stop bleeding" denies that it stops.
        if (this.before(at, 3, "stop")) return this.isReal(at);
        break;
    }
    if (functions.has(tag.id)) return this.fails(at) && this.isReal(at);
    return !this.isDenied(at) && this.isReal(at);
  }

  /** Whether something is not done, or hardly: "isn't having trouble breathing" breathes. */
  private fails(at: number): boolean {
    if (this.before(at, 5, "thing") || this.near(at, AROUND, ["stuffy"])) return false;
    const stops = this.tags[at]?.id === "stop" ? [] : ["stop"];
    const flip = this.before(at, 3, "not", "lacks", "hard", ...stops);
    if (flip?.id === "hard") return !this.before(this.tags.indexOf(flip), 4, "not", "lacks");
    if (this.tags[at]?.id === "breathe" && this.near(at, 4, ["odd"])) return true;
    return flip !== undefined || this.ahead(at, 3, ({ id }) => id === "hard") !== undefined;
  }

  private isDenied(at: number): boolean {
    const from = this.tags[at]?.from ?? 0;
    if (this.before(at, 1, "not")) return true;
    const lacks = this.before(at, 12, "lacks");
    if (!lacks || this.before(at, from - lacks.to - 1, "subject")) return false;
    const between = this.words.slice(lacks.to, from);
    return between.length <= 4 || between.slice(-4).some(({ word }) => word === "or" || word === "nor");
  }

  /** Whether it is neither past nor only imagined. */
  private isReal(at: number): boolean {
    const { clause, from } = this.tags[at] ?? { clause: 0, from: 0 };
    const here = (id: string) => {
      const fits = (tag: Tag) => tag.clause === clause && tag.id === id;
      return this.back(at, AROUND, fits) ?? this.ahead(at, AROUND, fits);
    };
    if ((here("past") && !here("now")) || here("if")) return false;
    const opener = this.before(at, 12, "opener");
    if (!opener || noQuestion.has(this.words[opener.from - 1]?.word ?? "")) return true;
    return this.before(at, from - opener.to - 1, "subject") !== undefined;
  }

  /** Whether it is an animal that suffers: the last one named before, or the only one around. */
  private isOfAnimal(at: number): boolean {
    const isNamed = ({ id }: Tag) => id === "animal" || id === "person";
    const who = this.back(at, 2 * AROUND, isNamed) ?? this.ahead(at, 2 * AROUND, isNamed);
    return who?.id === "animal";
  }
}
