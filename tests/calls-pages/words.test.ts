/** What the call pages say, from facts alone: greetings, sentences, the told script, and what a search box means. */
import { describe, expect, test } from "vitest";
import { valueShown } from "#app/calls/call-facts.ts";
import type { CallLine } from "#app/calls/calls.schema.ts";
import { dashboardSentence, figuresOf, greeting } from "#app/calls/dashboard-words.ts";
import { numberShown } from "#app/calls/live-words.ts";
import { told } from "#app/calls/script-line.ts";
import { matchOf } from "#app/calls/search-words.ts";

const at = (hour: number, minute = 0) => ({
  now: Date.UTC(2026, 10, 20, hour, minute),
  timeZone: "UTC",
  locale: "en-US",
});

describe("the greeting", () => {
  test.each([
    [3, 59, "Good evening"],
    [4, 0, "Good morning"],
    [11, 59, "Good morning"],
    [12, 0, "Good afternoon"],
    [17, 59, "Good afternoon"],
    [18, 0, "Good evening"],
  ])("at %d:%d is %s", (hour, minute, words) => expect(greeting(null, at(hour, minute))).toBe(words));

  test("calls people by their first name, in the organization's own time", () => {
    expect(greeting("Mara Okafor", at(14))).toBe("Good afternoon, Mara");
    expect(greeting("  ", at(14))).toBe("Good afternoon");
    expect(greeting("Mara", { ...at(14), timeZone: "Asia/Tokyo" })).toBe("Good evening, Mara");
  });
});

describe("the dashboard's sentence", () => {
  const of = (calls: number, answered: number, booked: number) => ({ calls, answered, booked, seconds: 0 });
  test.each([
    [of(0, 0, 0), "No calls yet today."],
    [of(1, 1, 0), "Your agents answered the one call today."],
    [of(1, 0, 0), "The one call today was missed."],
    [of(3, 0, 0), "All 3 calls today were missed."],
    [of(2, 2, 1), "Your agents answered both calls today and booked 1 appointment."],
    [of(42, 38, 11), "Your agents answered 38 of 42 calls today and booked 11 appointments."],
    [of(1204, 1204, 0), "Your agents answered all 1,204 calls today."],
  ])("%o", (counted, words) => expect(dashboardSentence(counted, "today", "en-US")).toBe(words));

  test("figures without anything to divide by say nothing that is not so", () => {
    const nothing = of(0, 0, 0);
    const before = { counted: nothing, calls: 0, words: "last Friday", wordsOfCalls: "last Friday by now" };
    expect(
      figuresOf(nothing, before, "en-US").map(({ value, note }) => [value, note.change, note.words]),
    ).toEqual([
      ["0", null, ""],
      ["–", null, ""],
      ["0", null, ""],
      ["0", null, ""],
    ]);
  });
});

describe("a told line", () => {
  const line = (wanted: Partial<CallLine>): CallLine => ({
    type: "agent",
    text: "Tuesday works. Could I have your full name?",
    heard: null,
    detail: null,
    at_ms: 0,
    ...wanted,
  });

  test("of an agent's words, what was not heard is told apart", () => {
    expect(told(line({ heard: "Tuesday works. Could" }))).toMatchObject({
      heard: "Tuesday works. Could",
      unheard: " I have your full name?",
    });
    expect(told(line({ heard: "" }))).toMatchObject({ heard: "", unheard: line({}).text });
    expect(told(line({}))).toMatchObject({ heard: line({}).text, unheard: "" });
  });

  test("what the carrier heard in other words is cut at a word of ours, and loses none", () => {
    const cut = told(line({ heard: "tuesday works could" }));
    if (cut.kind !== "words") throw new Error("an agent's line is words");
    expect(cut.heard + cut.unheard).toBe(line({}).text);
    expect(cut.heard).toBe("Tuesday works. Could");
  });

  test("an action that failed says so, whatever it was", () => {
    const detail = {
      action: { type: "book", kind: "cleaning", duration_minutes: 30 },
      outcome: { ok: false },
    };
    expect(told(line({ type: "action", text: "The slot had just been taken", detail }))).toMatchObject({
      deed: "failed",
      text: "The slot had just been taken",
    });
    const open = { ...detail, outcome: null };
    expect(told(line({ type: "action", text: "Booking the appointment", detail: open }))).toMatchObject({
      deed: "booked",
      text: "Booking the appointment",
    });
  });

  test.each([null, "text", 4, [], { type: 4 }, { action: [] }])(
    "a detail of no known shape, %j, is told in its own words",
    (detail) => {
      for (const type of ["note", "action", "mark"] as const)
        expect(told(line({ type, text: "Something happened", detail }))).toMatchObject({
          kind: "deed",
          deed: "mark",
          text: "Something happened",
        });
    },
  );
});

describe("a note of what was filled in", () => {
  const note = (fields: string[]) => {
    const detail = { type: "filled_in", fields };
    const line = { type: "note", text: "Filled in", heard: null, detail, at_ms: 0 } as const;
    const said = told(line);
    return said.kind === "deed" ? said.text : "";
  };
  test.each([
    [["name"], "Name filled in"],
    [["name", "phone_number"], "Name and phone number filled in"],
    [["name", "phone", "email"], "Name, phone and email filled in"],
    [[], "Filled in"],
  ])("%j", (fields, words) => expect(note(fields)).toBe(words));
});

describe("a collected value", () => {
  test.each([
    ["+14155550198", "+1 415 555 0198"],
    ["2026-11-24 15:00", "Tuesday, November 24, 3:00 pm"],
    ["2027-01-04", "Monday, January 4, 2027"],
    ["2026-02-30", "2026-02-30"],
    ["yes", "Yes"],
    ["no", "No"],
    ["No idea, +1 or so", "No idea, +1 or so"],
    ["", ""],
  ])("%j is shown as %j", (value, words) => expect(valueShown(value, at(12))).toBe(words));

  test("a time of the caller's own day is not moved to another zone", () =>
    expect(valueShown("2026-11-24 23:30", { ...at(12), timeZone: "Asia/Tokyo" })).toBe(
      "Tuesday, November 24, 11:30 pm",
    ));
});

describe("what is typed into the search box", () => {
  test.each([
    ["crown prices", '"crown" "prices"'],
    ['"AND (NEAR', '"AND" "NEAR"'],
    ["café Müller", '"café" "Müller"'],
    ["+1 415 555 0142", '"14155550142"'],
    ["(415) 555-0142", '"4155550142" OR "14155550142"'],
    ["0142", '"0142"'],
    ["  ", null],
    ["🦷 !", null],
  ])("%s", (typed, match) => expect(matchOf(typed)).toBe(match));
});

test("numbers of the North American plan are grouped in the browser, others are left as they are", () => {
  expect(numberShown("+14155550163")).toBe("+1 415 555 0163");
  expect(numberShown("+442079460000")).toBe("+442079460000");
});
