/** The engine under the readers: what it matches, and how little of an utterance it has to look at for that. */
import { describe, expect, it } from "vitest";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { mentionsIn } from "#workers/conversation/english/when.ts";
import {
  beginning,
  grammar,
  matchAt,
  rulesFor,
  type SlotReaders,
} from "#workers/conversation/words/grammar.ts";
import { type Word, wordsOf } from "#workers/conversation/words/words.ts";
import { askedFor, contextOf } from "./reader-context.ts";

type Slots = { digit: number; pair: string };
const rule = rulesFor<Slots, null>();
const words = (text: string) => wordsOf(text, sounds);

/** A grammar of digits that notes at which words it tried to read one. */
function digits() {
  const tried: string[] = [];
  const readers: SlotReaders<Slots, null> = {
    digit: (said, at) => {
      const word = said[at]?.word ?? "";
      tried.push(word);
      return /^\d$/.test(word) ? { value: Number(word), to: at + 1 } : null;
    },
    pair: (said, at) => matchAt(built, said, at, null),
  };
  const built = grammar<string, Slots, null>(
    readers,
    [
      rule(["digit"], ["[the] {digit}"], ({ digit }) => `one ${digit}`),
      rule(["digit"], ["{digit} (again|once more)"], ({ digit }) => `twice ${digit}`),
      rule(["pair"], ["not {pair}", "{pair} not"], ({ pair }) => `not ${pair}`),
    ],
    { digit: beginning(true), pair: "itself" },
  );
  return { tried, read: (text: string, at = 0) => matchAt(built, words(text), at, null) };
}

describe("patterns", () => {
  it.each([
    ["the 5", { value: "one 5", to: 2 }],
    ["5 once more please", { value: "twice 5", to: 3 }],
    ["not the 5", { value: "not one 5", to: 3 }],
    ["5. Again", { value: "one 5", to: 1 }],
    ["the fifth", null],
  ])("the longest that begins at a word stands, within its sentence: %s", (text, meant) => {
    const found = digits().read(text);
    expect(found && { value: found.value, to: found.to }).toEqual(meant);
  });

  it("one that begins with itself does not go round in circles", () => {
    expect(digits().read("5 not")).toMatchObject({ value: "one 5", to: 1 });
  });
});

describe("a slot", () => {
  it("is not read at a word that it cannot begin with", () => {
    const { tried, read } = digits();
    expect(["hello", "the door", "not so", "5"].map((text) => read(text) !== null)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(tried).toEqual(["5"]);
  });

  it("is read once, however many patterns have it there", () => {
    const { tried, read } = digits();
    read("5 again");
    expect(tried).toEqual(["5"]);
  });
});

it("days and times are looked for in one pass: a long utterance costs each of its words no more than a short one", () => {
  const said = "well I was thinking about Monday or maybe Tuesday at three and my number is four one five ";
  const looksPerWord = (times: number) => {
    let looks = 0;
    const all = words(said.repeat(times));
    const watched: readonly Word[] = new Proxy(all, {
      get(target, key, self) {
        if (typeof key === "string" && /^\d+$/.test(key)) looks++;
        return Reflect.get(target, key, self);
      },
    });
    const { now } = contextOf(askedFor("appointment"));
    const today = new Date(now).toISOString().slice(0, 10);
    mentionsIn(watched, () => true, true, {
      today,
      focus: null,
      within: [],
      dayFirst: false,
      known: new Map(),
      depth: 0,
    });
    return looks / all.length;
  };
  const short = looksPerWord(2);
  expect(looksPerWord(100)).toBeLessThan(short * 1.1);
  expect(short).toBeLessThan(40);
});
