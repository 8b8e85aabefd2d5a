/** A test as its form shows it, and back. Pure. */
import type { AgentTest, Expectation, TestTurn } from "./agent-tests.schema.ts";
import { mostTurns } from "./test-terms.schema.ts";

/** Every input of the form by its name. */
export type TestValues = Record<string, string>;

export const turnKinds = ["say", "press", "silence", "interrupt", "drop", "hang_up"] as const;

/** Blank lines below the last one. */
const blankLines = 3;
const turnName = (line: number, part: string): string => `turn.${line}.${part}`;

/** How many lines a form shows: those with words and some blank ones. */
export const linesShown = (values: TestValues): number =>
  Math.min(mostTurns, Math.max(Number(values.lines ?? 0) || 0, lastLine(values) + blankLines));

function lastLine(values: TestValues): number {
  for (let line = mostTurns; line > 0; line--) if (isUsed(values, line)) return line;
  return 0;
}

const isUsed = (values: TestValues, line: number): boolean => {
  const kind = values[turnName(line, "does")] ?? "say";
  const parts = ["words", "says", "not_says", "action"];
  const hasWords = parts.some((part) => (values[turnName(line, part)] ?? "").trim() !== "");
  return kind === "drop" || kind === "hang_up" || hasWords;
};

/** The form of a test that is there. */
export function valuesOf(test: AgentTest): TestValues {
  const values: TestValues = { name: test.name, now: test.now.replace(" ", "T"), from: test.from ?? "" };
  values.appointments = test.appointments
    .map(({ at, minutes, kind, name }) => `${at}, ${minutes}, ${kind}, ${name}`)
    .join("\n");
  for (const [at, turn] of test.turns.entries()) {
    const { does, words } = shownTurn(turn);
    values[turnName(at + 1, "does")] = does;
    values[turnName(at + 1, "words")] = words;
  }
  const kept = test.expect.filter((one) => !place(values, one));
  if (kept.length > 0) values.kept = JSON.stringify(kept);
  return values;
}

function shownTurn(turn: TestTurn): { does: (typeof turnKinds)[number]; words: string } {
  if ("interrupt_after_ms" in turn)
    return { does: "interrupt", words: `${turn.interrupt_after_ms / 1000}: ${turn.say}` };
  if ("say" in turn) return { does: "say", words: turn.say };
  if ("press" in turn) return { does: "press", words: turn.press };
  if ("silence_ms" in turn) return { does: "silence", words: String(turn.silence_ms / 1000) };
  return { does: "drop_socket" in turn ? "drop" : "hang_up", words: "" };
}

/** Puts an expectation where the form shows it. @returns false when it has no place for it */
function place(values: TestValues, one: Expectation): boolean {
  const add = (name: string, text: string, lines = false): boolean => {
    const known = values[name];
    if (known !== undefined && !lines) return false;
    values[name] = known === undefined ? text : `${known}\n${text}`;
    return true;
  };
  if ("field" in one) return add(`field.${one.field}`, one.is);
  if ("booked" in one) return add("booked", one.booked.replace(" ", "T"));
  if ("outcome" in one) return add("outcome", one.outcome);
  if ("ended_by" in one) return add("ended_by", one.ended_by);
  if ("action" in one)
    return one.turn === undefined
      ? add(`does.${one.action}`, "must")
      : add(turnName(one.turn, "action"), one.action);
  if ("latency_ms" in one) return one.turn === undefined && add("latency_ms", String(one.latency_ms));
  if ("not_action" in one) return one.turn === undefined && add(`does.${one.not_action}`, "not");
  const at = one.turn === undefined ? "call" : null;
  const said = "says" in one ? one.says : one.not_says;
  const part = "says" in one ? "says" : "not_says";
  if (said.includes("\n")) return false;
  return add(at ? `${at}.${part}` : turnName(one.turn ?? 0, part), said, true);
}

const linesOf = (text: string | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** What a form's values say, for the schema to judge. */
export function testOf(values: TestValues): unknown {
  const turns: unknown[] = [];
  const expect: unknown[] = expectedIn(values, 0, 0);
  for (let line = 1; line <= mostTurns; line++) {
    if (!isUsed(values, line)) continue;
    turns.push(
      turnOf(values[turnName(line, "does")] ?? "say", (values[turnName(line, "words")] ?? "").trim()),
    );
    expect.push(...expectedIn(values, line, turns.length));
  }
  for (const text of linesOf(values["call.says"])) expect.push({ says: text });
  for (const text of linesOf(values["call.not_says"])) expect.push({ not_says: text });
  for (const [name, value] of Object.entries(values)) {
    if (value.trim() === "") continue;
    if (name.startsWith("does."))
      expect.push({ [value === "not" ? "not_action" : "action"]: name.slice("does.".length) });
    if (name.startsWith("field.")) expect.push({ field: name.slice("field.".length), is: value.trim() });
  }
  if (values.latency_ms) expect.push({ latency_ms: Number(values.latency_ms) });
  if (values.booked) expect.push({ booked: values.booked.replace("T", " ") });
  if (values.outcome) expect.push({ outcome: values.outcome });
  if (values.ended_by) expect.push({ ended_by: values.ended_by });
  return {
    name: values.name ?? "",
    now: (values.now ?? "").replace("T", " "),
    from: (values.from ?? "").replaceAll(/[\s()-]/g, "") || null,
    appointments: linesOf(values.appointments).map(appointmentOf),
    turns,
    expect: [...expect, ...keptIn(values)],
  };
}

function expectedIn(values: TestValues, line: number, turn: number): unknown[] {
  const action = values[turnName(line, "action")];
  return [
    ...linesOf(values[turnName(line, "says")]).map((says) => ({ turn, says })),
    ...linesOf(values[turnName(line, "not_says")]).map((not_says) => ({ turn, not_says })),
    ...(action ? [{ turn, action }] : []),
  ];
}

/** Expectations that the form has no place for come back as they were. */
function keptIn({ kept }: TestValues): unknown[] {
  if (!kept) return [];
  try {
    const found: unknown = JSON.parse(kept);
    return Array.isArray(found) ? found : [found];
  } catch {
    return [kept];
  }
}

function turnOf(does: string, words: string): unknown {
  switch (does) {
    case "say":
      return { say: words };
    case "press":
      return { press: words.replaceAll(" ", "") };
    case "silence":
      return { silence_ms: Math.round(Number(words) * 1000) };
    case "interrupt": {
      const colon = words.indexOf(":");
      const seconds = colon < 0 ? Number.NaN : Number(words.slice(0, colon));
      return { interrupt_after_ms: Math.round(seconds * 1000), say: words.slice(colon + 1).trim() };
    }
    case "drop":
      return { drop_socket: true };
    case "hang_up":
      return { hang_up: true };
    default:
      return { [does]: words };
  }
}

function appointmentOf(line: string): unknown {
  const [at = "", minutes = "", kind = "", ...name] = line.split(",").map((part) => part.trim());
  return { at, minutes: Number(minutes), kind, name: name.join(", ") };
}
