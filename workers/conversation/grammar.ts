/** Patterns of words with slots, matched longest first from a given word: the engine under every reader. */
import type { Word } from "./words.ts";

/** Reads one slot at a word: its value and where it ends. `S` maps slot names to what they hold, `C` is what readers may know. */
export type SlotReaders<S, C> = {
  readonly [K in keyof S]: (words: readonly Word[], at: number, context: C) => Read<S[K]> | null;
};
export type Read<V> = { value: V; to: number };

type Make<T, S, C> = (captured: Partial<S>, context: C) => T | null;
type Node<T, S, C> = {
  words: Map<string, Node<T, S, C>>;
  slots: Map<keyof S & string, Node<T, S, C>>;
  make: Make<T, S, C> | null;
};
export type Rule<T, S, C> = { patterns: readonly string[]; make: Make<T, S, C> };
export type Grammar<T, S, C> = { root: Node<T, S, C>; readers: SlotReaders<S, C> };

/** Every plain pattern that "[please] (stop|quit) calling" stands for. */
function spellOut(pattern: string): string[] {
  let lines: string[] = [""];
  for (const [, optional, either, plain] of pattern.matchAll(/\[([^\]]*)\]|\(([^)]*)\)|([^[(]+)/g)) {
    const choices =
      optional !== undefined
        ? ["", ...optional.split("|")]
        : either !== undefined
          ? either.split("|")
          : [plain ?? ""];
    lines = lines.flatMap((line) => choices.map((choice) => `${line} ${choice}`));
  }
  return lines.map((line) => line.trim().replace(/\s+/g, " ")).filter((line) => line !== "");
}

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

/** Builds a grammar. Where two rules spell the same pattern the first stands. Throws on a slot that nobody reads. */
export function grammar<T, S, C>(
  readers: SlotReaders<S, C>,
  rules: readonly Rule<T, S, C>[],
): Grammar<T, S, C> {
  const fresh = (): Node<T, S, C> => ({ words: new Map(), slots: new Map(), make: null });
  const isSlot = (name: string): name is keyof S & string => Object.hasOwn(readers, name);
  const root = fresh();
  for (const { patterns, make } of rules) {
    for (const line of patterns.flatMap(spellOut)) {
      let node = root;
      for (const part of line.replace(/['’]/g, "").split(/[\s-]+/)) {
        const slot = /^\{(\w+)\}$/.exec(part)?.[1];
        if (slot !== undefined && !isSlot(slot)) throw new Error(`no reader for {${slot}} in "${line}"`);
        const known = slot === undefined ? node.words.get(part) : node.slots.get(slot);
        const next = known ?? fresh();
        if (slot === undefined) node.words.set(part, next);
        else node.slots.set(slot, next);
        node = next;
      }
      node.make ??= make;
    }
  }
  return { root, readers };
}

/** The longest match that begins at a word. A pattern never runs over the end of a sentence. */
export function matchAt<T, S, C>(
  { root, readers }: Grammar<T, S, C>,
  words: readonly Word[],
  from: number,
  context: C,
): Read<T> | null {
  let best: Read<T> | null = null;
  const captured: Partial<S> = {};
  const walk = (node: Node<T, S, C>, at: number): void => {
    if (node.make && (best === null || at > best.to)) {
      const value = node.make({ ...captured }, context);
      if (value !== null) best = { value, to: at };
    }
    const word = words[at];
    if (!word || (at > from && word.opensSentence)) return;
    const next = node.words.get(word.word);
    if (next) walk(next, at + 1);
    for (const [slot, after] of node.slots) {
      const read = readers[slot](words, at, context);
      if (!read) continue;
      captured[slot] = read.value;
      walk(after, read.to);
      delete captured[slot];
    }
  };
  walk(root, from);
  return best;
}
