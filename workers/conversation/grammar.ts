/** Patterns of words with slots, matched longest first from a given word: the engine under every reader. */
import type { Word } from "./words.ts";

/** Reads one slot at a word: its value and where it ends. `S` maps slot names to what they hold, `C` is what readers may know. */
export type SlotReaders<S, C> = {
  readonly [K in keyof S]: (words: readonly Word[], at: number, context: C) => Read<S[K]> | null;
};
export type Read<V> = { value: V; to: number };

type Slots<S> = { [K in keyof S]?: Read<S[K]> | null };
type Make<T, S, C> = (captured: Partial<S>, context: C) => T | null;
export type Rule<T, S, C> = { patterns: readonly string[]; make: Make<T, S, C> };

/** A place in a pattern. Alternatives meet again behind their group, so that long patterns stay small. */
type Node<T, S, C> = {
  words: Map<string, Node<T, S, C>[]>;
  slots: { slot: keyof S & string; next: Node<T, S, C> }[];
  /** Where an optional group ends. */
  skip: Node<T, S, C> | null;
  ends: { make: Make<T, S, C>; order: number } | null;
};
export type Grammar<T, S, C> = { starts: Node<T, S, C>; readers: SlotReaders<S, C> };

function holds<S, K extends keyof S>(
  captured: Partial<S>,
  slots: readonly K[],
): captured is Partial<S> & Pick<S, K> {
  return slots.every((slot) => captured[slot] !== undefined);
}

/** Makes the `rule` function of a grammar whose slots hold `S` and whose rules may know `C`. */
export function rulesFor<S, C>() {
  /**
   * What patterns with these slots mean. In a pattern, `[a|b]` may be absent, `(a|b)` is one of them, `{slot}` is a slot;
   * no nesting. A rule that answers null does not match.
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

/** Builds a grammar. Of two rules that match the same words the first stands. Throws on a slot that nobody reads. */
export function grammar<T, S, C>(
  readers: SlotReaders<S, C>,
  rules: readonly Rule<T, S, C>[],
): Grammar<T, S, C> {
  const isSlot = (name: string): name is keyof S & string => Object.hasOwn(readers, name);
  const starts = nodeOf<T, S, C>();
  let order = 0;
  for (const { patterns, make } of rules) {
    for (const pattern of patterns) {
      const start = nodeOf<T, S, C>();
      const end = chained(start, pattern, isSlot);
      end.ends = { make, order: order++ };
      if (isEmpty(start, end)) throw new Error(`"${pattern}" would match nothing`);
      for (let node: Node<T, S, C> | null = start; node; node = node.skip) gather(starts, node);
    }
  }
  return { starts, readers };
}

/** Adds a pattern's first steps to those of all patterns. */
function gather<T, S, C>(starts: Node<T, S, C>, { words, slots }: Node<T, S, C>): void {
  for (const [word, nexts] of words) {
    const known = starts.words.get(word);
    if (known) known.push(...nexts);
    else starts.words.set(word, [...nexts]);
  }
  starts.slots.push(...slots);
}

function isEmpty<T, S, C>(start: Node<T, S, C>, end: Node<T, S, C>): boolean {
  let node: Node<T, S, C> | null = start;
  while (node && node !== end) node = node.skip;
  return node === end;
}

/** Builds the nodes of a pattern behind `start`; the last one is its end. */
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
  { starts, readers }: Grammar<T, S, C>,
  words: readonly Word[],
  from: number,
  context: C,
): Read<T> | null {
  const first = words[from];
  if (!first || (starts.slots.length === 0 && !starts.words.has(first.word))) return null;
  let best: (Read<T> & { order: number }) | null = null;
  const captured: Partial<S> = {};
  const known = new Map<number, Slots<S>>();
  const once = <K extends keyof S & string>(slot: K, at: number): Read<S[K]> | null => {
    const here: Slots<S> = known.get(at) ?? {};
    known.set(at, here);
    const before = here[slot];
    if (before !== undefined) return before;
    const read = readers[slot](words, at, context);
    here[slot] = read;
    return read;
  };
  const fill = <K extends keyof S & string>(slot: K, at: number, next: Node<T, S, C>): void => {
    const read = once(slot, at);
    if (!read) return;
    const before = captured[slot];
    captured[slot] = read.value;
    walk(next, read.to);
    if (before === undefined) delete captured[slot];
    else captured[slot] = before;
  };
  const walk = (node: Node<T, S, C>, at: number): void => {
    if (node.ends && (best === null || at > best.to || (at === best.to && node.ends.order < best.order))) {
      const value = node.ends.make({ ...captured }, context);
      if (value !== null) best = { value, to: at, order: node.ends.order };
    }
    const word = words[at];
    if (word && (at === from || !word.opensSentence)) {
      for (const next of node.words.get(word.word) ?? []) walk(next, at + 1);
      for (const { slot, next } of node.slots) fill(slot, at, next);
    }
    if (node.skip) walk(node.skip, at);
  };
  walk(starts, from);
  return best;
}
