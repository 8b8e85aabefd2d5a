/** Ten thousand characters that are the worst for one reader or another: each is answered. A reader that goes back over them would not come to an end. */
import { expect, it } from "vitest";
import { scrubbed } from "#app/calls/scrub/scrub.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { step } from "#workers/conversation/brains/built-in-brain.ts";
import { freshState } from "#workers/conversation/dialogue/state.ts";
import { listening } from "#workers/conversation/english/sayings.ts";
import { twoWishes } from "#workers/conversation/english/second.ts";
import { worlds } from "../support/conversation-worlds.ts";

const long = (first: string, again: string, last: string): string =>
  `${first}${again.repeat(Math.floor((9990 - first.length - last.length) / again.length))}${last}`;

const worst = [
  long("what day be ", "fall on ", "s"),
  long("m mhm", " mhm mhm", "\0"),
  long("Monday for me", " and for me", " x"),
  long("if i ", "if i ", "x"),
  long("\tand\t", "also\t", "y"),
  long("ok", " hello", " "),
  long("", "then ", "n"),
  long("one ", ".", "x"),
  long("one", "....one", "x"),
  long("", "any ", "x"),
  long(",", ",a,", ","),
  long("is this ", "is this s", "\n"),
  long("", "eyJyyyy-", "\0"),
  long("", "bg-", "weg 0"),
  long("", "t.", " at t"),
  long("", "0 ", "x"),
  long("", "%-", "\0"),
];

it.each(worst.map((text) => [text.slice(0, 30), text]))("%j… is answered", (_, text) => {
  const { moves } = step(
    freshState(),
    { type: "said", text },
    worlds.front_desk(),
    Date.UTC(2026, 11, 1, 15),
  );
  expect(moves.length).toBeGreaterThan(0);
});

it.each(worst.map((text) => [text.slice(0, 30), text]))(
  "%j… is read by what looks at words alone",
  (_, text) => {
    expect(scrubbed(text)).not.toBe("");
    expect(sanitize(text)).not.toBe("");
    expect(listening.test(text)).toBe(false);
  },
);

it("two wishes in one breath are still told apart", () => {
  expect(twoWishes("Monday for me, and Tuesday and Friday for my son")).toEqual({
    first: "Monday for me",
    second: "Tuesday and Friday for my son",
  });
  expect(twoWishes("for me and for my wife at ten")).toEqual({
    first: "for me",
    second: "for my wife at ten",
  });
  expect(twoWishes("a cleaning for my wife and one for me")).toBeNull();
});
