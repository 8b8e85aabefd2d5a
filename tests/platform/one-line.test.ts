import { expect, test } from "vitest";
import { oneLine } from "#app/platform/one-line.ts";

const name = oneLine(40, "Give it a name");
const said = (typed: unknown) => name.safeParse(typed).error?.issues.map(({ message }) => message);

test("a line is trimmed and kept as it was meant", () => {
  expect(name.parse("  Zahnärzte am Fluß 🦷 ")).toBe("Zahnärzte am Fluß 🦷");
  expect(name.parse("Cafe\u0301")).toBe("Café");
  expect(name.parse("👩‍⚕️ Praxis")).toBe("👩‍⚕️ Praxis");
  expect(name.parse("می‌خواهم")).toBe("می‌خواهم");
});

test.each([
  ["a line break", "Bright\nSmile"],
  ["a header's end", "Bright\r\nBcc: x@evil.test"],
  ["a null", "Bright\0Smile"],
  ["a tab", "Bright\tSmile"],
  ["an escape", "Bright\u001b[31m"],
  ["a control of the second kind", "Bright\u0085Smile"],
  ["a line separator", "Bright\u2028Smile"],
  ["an override of direction", "Bright\u202eelimS"],
  ["an isolate", "Bright\u2066Smile"],
  ["a mark of direction", "Bright\u200fSmile"],
  ["half a character", "Bright\ud83d"],
])("%s is refused", (_, typed) => {
  expect(said(typed)).toEqual(["Remove the invisible characters"]);
});

test.each([undefined, "", "   ", "\u200b\u200d", "\u3164", "\u00a0"])("%j is no name", (typed) => {
  expect(said(typed)).toEqual(["Give it a name"]);
});

test("what is too long is counted in characters, not in bytes or units", () => {
  expect(name.safeParse("🦷".repeat(40)).success).toBe(true);
  expect(said("🦷".repeat(41))).toEqual(["At most 40 characters"]);
  expect(said("a".repeat(1_000_000))).toEqual(["At most 40 characters"]);
});

test("what is no text is refused, and where nothing is needed nothing is fine", () => {
  for (const typed of [7, null, ["a"], {}]) expect(said(typed)).toEqual(["Give it a name"]);
  const note = oneLine(20);
  expect(note.parse(undefined)).toBe("");
  expect(note.parse("  ")).toBe("");
  expect(note.parse("\u200b")).toBe("");
  expect(note.safeParse("a\nb").success).toBe(false);
});
