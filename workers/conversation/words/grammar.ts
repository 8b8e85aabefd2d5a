/** Patterns of words with slots, matched longest first from a given word: the engine under every reader. */
import { traced } from "./trace.ts";
import type { Word } from "./words.ts";

/** Reads one slot at a word: its value and where it ends. `S` maps slot names to value types, `C` is the readers' context. */
export type SlotReaders<S, C> = {
  readonly [K in keyof S]: (words: readonly Word[], at: number, context: C) => Read<S[K]> | null;
};
export type Read<V> = { value: V; to: number };

/** What a slot may begin with: these words, and any number in digits. */
export type Begins = { readonly words: ReadonlySet<string>; readonly digits: boolean };
/** By slot; an absent one may begin with anything. "itself" begins like the whole grammar, and never begins it. */
type SlotBegins<S> = { readonly [K in keyof S]?: Begins | "itself" };

type Slots<S> = { [K in keyof S]?: Read<S[K]> | null };
type Make<T, S, C> = (captured: Partial<S>, context: C) => T | null;
export type Rule<T, S, C> = { patterns: readonly string[]; make: Make<T, S, C> };

/** A place in a pattern. Alternatives meet again after their group, so that long patterns stay small. */
type Node<T, S, C> = {
  words: Map<string, Node<T, S, C>[]>;
  slots: { slot: keyof S & string; next: Node<T, S, C> }[];
  /** Where an optional group ends. */
  skip: Node<T, S, C> | null;
  ends: End<T, S, C> | null;
};
type End<T, S, C> = { make: Make<T, S, C>; order: number; pattern: string };

/** All places that match so far; the following ones are joined when they are first reached. */
type State<T, S, C> = {
  words: Map<string, Node<T, S, C>[] | State<T, S, C>>;
  slots: Map<keyof S & string, Node<T, S, C>[] | State<T, S, C>>;
  ends: End<T, S, C>[];
};
export type Grammar<T, S, C> = {
  readonly starts: State<T, S, C>;
  readonly readers: SlotReaders<S, C>;
  readonly slotBegins: SlotBegins<S>;
  /** Null: it may begin with anything. */
  readonly begins: Begins | null;
};

function holds<S, K extends keyof S>(
  captured: Partial<S>,
  slots: readonly K[],
): captured is Partial<S> & Pick<S, K> {
  return slots.every((slot) => captured[slot] !== undefined);
}

/** Makes the `rule` function of a grammar whose slots hold `S` and whose rules may know `C`. */
export function rulesFor<S, C>() {
  /**
   * The meaning of patterns with these slots. In a pattern, `[a|b]` is optional, `(a|b)` is one of them, `{slot}` is
   * a slot; no nesting. A rule that returns null does not match.
   */
  return function rule<T, K extends keyof S>(
    slots: readonly K[],
    patterns: readonly string[],
    make: (captured: Pick<S, K>, context: C) => T | null,
  ): Rule<T, S, C> {
    return {
      patterns,
      make: (captured, context) => (holds(captured, slots) ? make(captured, context) : null),
    };
  };
}

const nodeOf = <T, S, C>(): Node<T, S, C> => ({ words: new Map(), slots: [], skip: null, ends: null });

/** Slots that begin with these words, or like other slots; `digits`: with numbers in digits too. */
export const beginning = (digits: boolean, ...words: readonly Iterable<string>[]): Begins => ({
  digits,
  words: new Set(words.flatMap((some) => [...some])),
});

/** Computes a value when it is first asked for. */
function once<T>(compute: () => T): () => T {
  let known: { value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** What a grammar begins with, found out when it is first asked for. Throws then when that may be anything. */
export function beginsOf<T, S, C>(from: Grammar<T, S, C>): Begins {
  const found = once(() => {
    const { begins, starts } = from;
    if (!begins) throw new Error("a slot that may begin with anything begins it");
    return beginning(begins.digits, begins.words, starts.words.keys());
  });
  return {
    get words() {
      return found().words;
    },
    get digits() {
      return found().digits;
    },
  };
}

const mayBegin = ({ words, digits }: Begins, word: string): boolean =>
  words.has(word) || (digits && word >= "0" && word < ":");

/**
 * Makes a grammar. Of two rules that match the same words the first stands. Its patterns are compiled when it first reads:
 * an isolate that answers no call compiles none. Throws then on a slot without a reader and on a pattern that matches nothing.
 * @param slotBegins what each slot can begin with, so that no reader is asked where nothing can stand
 */
export function grammar<T, S, C>(
  readers: SlotReaders<S, C>,
  rules: readonly Rule<T, S, C>[],
  slotBegins: SlotBegins<S> = {},
): Grammar<T, S, C> {
  const starts = once(() => compiled(readers, rules));
  const begins = once(() => firstOf(starts(), slotBegins));
  return {
    readers,
    slotBegins,
    get starts() {
      return starts();
    },
    get begins() {
      return begins();
    },
  };
}

/** Every pattern of the rules as one state to start from. */
function compiled<T, S, C>(readers: SlotReaders<S, C>, rules: readonly Rule<T, S, C>[]): State<T, S, C> {
  const isSlot = (name: string): name is keyof S & string => Object.hasOwn(readers, name);
  const all: Node<T, S, C>[] = [];
  let order = 0;
  for (const { patterns, make } of rules) {
    for (const pattern of patterns) {
      const start = nodeOf<T, S, C>();
      const end = chained(start, pattern, isSlot);
      end.ends = { make, order: order++, pattern };
      if (isEmpty(start, end)) throw new Error(`"${pattern}" would match nothing`);
      all.push(start);
    }
  }
  return joined(all);
}

function firstOf<T, S, C>({ slots }: State<T, S, C>, slotBegins: SlotBegins<S>): Begins | null {
  let digits = false;
  const words: Iterable<string>[] = [];
  for (const slot of slots.keys()) {
    const one: Begins | "itself" | undefined = slotBegins[slot];
    if (one === undefined) return null;
    if (one === "itself") continue;
    digits ||= one.digits;
    words.push(one.words);
  }
  return beginning(digits, ...words);
}

/** Several places as one state. */
function joined<T, S, C>(nodes: readonly Node<T, S, C>[]): State<T, S, C> {
  const words = new Map<string, Node<T, S, C>[]>();
  const slots = new Map<keyof S & string, Node<T, S, C>[]>();
  const ends: End<T, S, C>[] = [];
  const add = <K>(map: Map<K, Node<T, S, C>[]>, key: K, nexts: readonly Node<T, S, C>[]) => {
    const known = map.get(key);
    if (known) known.push(...nexts);
    else map.set(key, [...nexts]);
  };
  const seen = new Set<Node<T, S, C>>();
  for (const one of nodes)
    for (let node: Node<T, S, C> | null = one; node && !seen.has(node); node = node.skip) {
      seen.add(node);
      for (const [word, nexts] of node.words) add(words, word, nexts);
      for (const { slot, next } of node.slots) add(slots, slot, [next]);
      if (node.ends) ends.push(node.ends);
    }
  ends.sort((one, two) => one.order - two.order);
  return { words, slots, ends };
}

/** The state after a step, cached once it is joined. */
function behind<K, T, S, C>(
  steps: Map<K, Node<T, S, C>[] | State<T, S, C>>,
  step: K,
): State<T, S, C> | undefined {
  const found = steps.get(step);
  if (!Array.isArray(found)) return found;
  const state = joined(found);
  steps.set(step, state);
  return state;
}

function isEmpty<T, S, C>(start: Node<T, S, C>, end: Node<T, S, C>): boolean {
  let node: Node<T, S, C> | null = start;
  while (node && node !== end) node = node.skip;
  return node === end;
}

/** Builds the nodes of a pattern after `start`; the last one is its end. */
function chained<T, S, C>(
  start: Node<T, S, C>,
  pattern: string,
  isSlot: (name: string) => name is keyof S & string,
): Node<T, S, C> {
  let node = start;
  for (const [, optional, either, plain] of pattern.matchAll(/\[([^\]]*)\]|\(([^)]*)\)|([^[(]+)/g)) {
    const choices = (optional ?? either ?? plain ?? "").split(plain === undefined ? "|" : "\n");
    const written = choices.map((choice) =>
      choice
        .replace(/['’]/g, "")
        .split(/[\s-]+/)
        .filter((part) => part !== ""),
    );
    const some = written.filter((parts) => parts.length > 0);
    if (some.length === 0) continue;
    const behind = nodeOf<T, S, C>();
    for (const parts of some) {
      let at = node;
      parts.forEach((part, n) => {
        const next = n === parts.length - 1 ? behind : nodeOf<T, S, C>();
        const slot = /^\{(\w+)\}$/.exec(part)?.[1];
        if (slot === undefined) at.words.set(part, [...(at.words.get(part) ?? []), next]);
        else if (isSlot(slot)) at.slots.push({ slot, next });
        else throw new Error(`no reader for {${slot}} in "${pattern}"`);
        at = next;
      });
    }
    if (optional !== undefined || some.length < written.length) node.skip = behind;
    node = behind;
  }
  return node;
}

/** The longest match that begins at a word. A pattern never runs over the end of a sentence. */
export function matchAt<T, S, C>(
  { starts, readers, slotBegins, begins }: Grammar<T, S, C>,
  words: readonly Word[],
  from: number,
  context: C,
): Read<T> | null {
  const first = words[from];
  const mayStart = (word: string) => starts.words.has(word) || begins === null || mayBegin(begins, word);
  if (!first || !mayStart(first.word)) return null;
  let best: (Read<T> & Omit<End<T, S, C>, "make">) | null = null;
  const captured: Partial<S> = {};
  const known = new Map<number, Slots<S>>();
  const once = <K extends keyof S & string>(slot: K, at: number, word: string): Read<S[K]> | null => {
    const may = slotBegins[slot];
    if (may === "itself" ? at === from || !mayStart(word) : may && !mayBegin(may, word)) return null;
    const here: Slots<S> = known.get(at) ?? {};
    known.set(at, here);
    const before = here[slot];
    if (before !== undefined) return before;
    const read = readers[slot](words, at, context);
    here[slot] = read;
    return read;
  };
  const fill = <K extends keyof S & string>(
    slot: K,
    at: number,
    word: string,
    next: State<T, S, C>,
  ): void => {
    const read = once(slot, at, word);
    if (!read) return;
    const before = captured[slot];
    captured[slot] = read.value;
    walk(next, read.to);
    if (before === undefined) delete captured[slot];
    else captured[slot] = before;
  };
  const walk = ({ words: steps, slots, ends }: State<T, S, C>, at: number): void => {
    for (const { make, order, pattern } of ends) {
      if (best !== null && (at < best.to || (at === best.to && order > best.order))) break;
      const value = make({ ...captured }, context);
      if (value === null) continue;
      best = { value, to: at, order, pattern };
      break;
    }
    const word = words[at];
    if (!word || (at !== from && word.opensSentence)) return;
    const next = behind(steps, word.word);
    if (next) walk(next, at + 1);
    for (const slot of slots.keys()) {
      const beyond = behind(slots, slot);
      if (beyond) fill(slot, at, word.word, beyond);
    }
  };
  walk(starts, from);
  return traced<Read<T> & { pattern: string }>(best, from);
}
