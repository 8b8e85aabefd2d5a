/** What a played test should have brought and did not. Pure. */
import type { AgentTest, Difference, Expectation } from "./agent-tests.schema.ts";
import type { TestedAction, TestedEnd, TestedOutcome } from "./test-terms.schema.ts";

/** What was heard and done in a call, turn by turn; the first turn is the greeting. `waited_ms`: until its first word; null: there was none, or nothing was asked. */
export type Recording = {
  turns: { caller: string; agent: string; does: TestedAction[]; waited_ms: number | null }[];
  /** Kept values by field id. */
  collected: Readonly<Record<string, string>>;
  /** Local times, "2026-12-03 16:00". */
  booked: string[];
  outcome: TestedOutcome;
  ended_by: TestedEnd;
};

/** The words of a text as they are compared: without marks, in small letters. */
export const plainWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[’']/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/**
 * Whether a pattern is a part of what was heard: words in order, where `*` stands for any words between, and `|` parts
 * alternatives.
 */
function holds(heard: string, pattern: string): boolean {
  const text = ` ${plainWords(heard).join(" ")} `;
  return pattern.split("|").some((alternative) => {
    const pieces = alternative.split("*").map(plainWords);
    if (pieces.every((piece) => piece.length === 0)) return false;
    let from = 0;
    for (const piece of pieces) {
      if (piece.length === 0) continue;
      const found = text.indexOf(` ${piece.join(" ")} `, from);
      if (found < 0) return false;
      // The blank behind a piece may be the one before the next.
      from = found + piece.join(" ").length + 1;
    }
    return true;
  });
}

/** Every expectation that does not hold, in the order of the test. */
export const differencesOf = ({ expect }: AgentTest, recording: Recording): Difference[] =>
  expect.flatMap((one) => {
    const found = differenceOf(one, recording);
    return found === null ? [] : [{ turn: ("turn" in one ? one.turn : null) ?? null, ...found }];
  });

function differenceOf(one: Expectation, recording: Recording): Omit<Difference, "turn"> | null {
  if ("says" in one || "not_says" in one) {
    const heard = wordsIn(recording, one.turn);
    if ("says" in one) return holds(heard, one.says) ? null : { kind: "says", expected: one.says, heard };
    return holds(heard, one.not_says) ? { kind: "not_says", expected: one.not_says, heard } : null;
  }
  if ("action" in one || "not_action" in one) {
    const done = turnsIn(recording, one.turn).flatMap(({ does }) => does);
    const heard = [...new Set(done)].join(", ");
    if ("action" in one)
      return done.includes(one.action) ? null : { kind: "action", expected: one.action, heard };
    return done.includes(one.not_action) ? { kind: "not_action", expected: one.not_action, heard } : null;
  }
  if ("latency_ms" in one) {
    const longest = Math.max(0, ...turnsIn(recording, one.turn).map(({ waited_ms }) => waited_ms ?? 0));
    return longest < one.latency_ms
      ? null
      : { kind: "latency", expected: String(one.latency_ms), heard: String(longest) };
  }
  if ("field" in one) {
    const heard = recording.collected[one.field] ?? "";
    const expected = `${one.field}: ${one.is}`;
    return plainWords(heard).join(" ") === plainWords(one.is).join(" ")
      ? null
      : { kind: "field", expected, heard: heard === "" ? "" : `${one.field}: ${heard}` };
  }
  if ("booked" in one)
    return recording.booked.includes(one.booked)
      ? null
      : { kind: "booked", expected: one.booked, heard: recording.booked.join(", ") };
  if ("outcome" in one)
    return recording.outcome === one.outcome
      ? null
      : { kind: "outcome", expected: one.outcome, heard: recording.outcome };
  return recording.ended_by === one.ended_by
    ? null
    : { kind: "ended_by", expected: one.ended_by, heard: recording.ended_by };
}

const turnsIn = ({ turns }: Recording, turn: number | undefined) =>
  turn === undefined ? turns : turns.slice(turn, turn + 1);

const wordsIn = (recording: Recording, turn: number | undefined): string =>
  turnsIn(recording, turn)
    .map(({ agent }) => agent)
    .filter((text) => text !== "")
    .join(" ");
