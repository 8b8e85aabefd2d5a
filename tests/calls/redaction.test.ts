/** What is removed from the words of calls: the patterns, line by line and over several lines. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallLine } from "#app/calls/calls.schema.ts";
import { redactedLines, redactedText } from "#app/calls/redaction/redact.ts";

const all = { cards: true, national_ids: true, emails: true, phones: true };

test.each([
  // Cards: in one piece, in groups, in words, mixed, with an expiry date behind it.
  ["My card is 4111 1111 1111 1111.", "My card is [card number]."],
  ["4111111111111111", "[card number]"],
  ["It's 5555-5555-5555-4444, thanks", "It's [card number], thanks"],
  ["Amex 3782 822463 10005", "Amex [card number]"],
  ["four one one one, one one one one, one one one one, one one one one", "[card number]"],
  ["forty one eleven, eleven eleven, eleven eleven, eleven eleven", "[card number]"],
  ["6011 oh oh oh nine nine oh one three nine four two four", "[card number]"],
  ["card 4242 4242 4242 4242 12 27 123", "card [card number]"],
  ["the security code is 123", "the security code is [card number]"],
  // Identity numbers.
  ["My social is 219-09-9999", "My social is [ID number]"],
  ["two one nine, oh nine, nine nine nine nine", "[ID number]"],
  [
    "The last four of my social security number are 9 9 9 9",
    "The last four of my social security number are [ID number]",
  ],
  ["My NI number is QQ 12 34 56 C", "My NI number is QQ 12 34 56 C"],
  ["My NI number is AB 12 34 56 C", "My NI number is [ID number]"],
  ["CPF 529.982.247-25", "CPF [ID number]"],
  ["Steuer-ID 86095742719", "Steuer-ID [ID number]"],
  ["NIR 1 84 12 76 451 089 46", "NIR [ID number]"],
  ["Aadhaar 2341 2341 2346", "Aadhaar [ID number]"],
  ["DNI 12345678Z", "DNI [ID number]"],
  ["codice fiscale RSSMRA85T10A562S", "codice fiscale [ID number]"],
  ["My passport is X1234567", "My passport is [ID number]"],
  // Addresses and telephone numbers.
  ["mara.lind@example.com please", "[email] please"],
  ["It's mara dot lind at gmail dot com", "It's [email]"],
  ["Call me at 415 555 0177", "Call me at [phone number]"],
  ["+44 20 7946 0958", "[phone number]"],
  ["five five five, oh one four two", "[phone number]"],
  // What stays.
  ["November 28 at 10:30", "November 28 at 10:30"],
  ["That's $1,250 for 2 crowns", "That's $1,250 for 2 crowns"],
  ["On 2026-11-28, room 12", "On 2026-11-28, room 12"],
  ["We open at nine thirty and close at five", "We open at nine thirty and close at five"],
  ["I have three children, seven, nine and eleven", "I have three children, seven, nine and eleven"],
])("%s", (said, left) => {
  expect(redactedText(said, all)).toBe(left);
});

test("only the kinds that were chosen are removed, and the organization's own number stays", () => {
  const said = "4111 1111 1111 1111 and 415 555 0177 or a@b.example or 219-09-9999";
  expect(redactedText(said, { cards: true })).toContain("415 555 0177");
  expect(redactedText(said, { emails: true })).toContain("4111 1111 1111 1111");
  expect(redactedText(said, {})).toBe(said);
  const around = { ours: ["14155550100"], before: "" };
  expect(redactedText("Call us at 415 555 0100 or 415 555 0177", all, around)).toBe(
    "Call us at 415 555 0100 or [phone number]",
  );
});

const line = (type: "agent" | "caller" | "keys", text: string): CallLine => ({
  type,
  text,
  heard: null,
  detail: null,
  at_ms: 0,
});

test("a card that is said in four breaths, with the agent's echo, goes from every line", () => {
  const lines = [
    line("agent", "What's the number on it?"),
    line("caller", "Okay, four one one one"),
    line("agent", "4111, go on."),
    line("caller", "1111"),
    line("agent", "Mhm."),
    line("caller", "um 1111"),
    line("caller", "and 1111, that's it. See you at 3"),
  ];
  const left = redactedLines(lines, { cards: true }, []);
  expect(left.map(({ text }) => text)).toEqual([
    "What's the number on it?",
    "Okay, [card number]",
    "[card number], go on.",
    "[card number]",
    "Mhm.",
    "um [card number]",
    "and [card number], that's it. See you at [card number]",
  ]);
});

test("a card that is keyed digit by digit is not stored", () => {
  const keys = [..."4242424242424242"].map((digit) => line("keys", digit));
  const left = redactedLines(keys, { cards: true }, []);
  expect(left.some(({ text }) => /\d/.test(text))).toBe(false);
});

test("an agent's question tells what a few digits are", () => {
  const lines = [
    line("agent", "What are the last four digits of your social security number?"),
    line("caller", "9999"),
    line("agent", "How many people are coming?"),
    line("caller", "1200"),
  ];
  const left = redactedLines(lines, all, []);
  expect(left.map(({ text }) => text).slice(1)).toEqual([
    "[ID number]",
    "How many people are coming?",
    "1200",
  ]);
});

test("the details of a line are redacted too, and the parts that an agent was not heard to say", () => {
  const detail = {
    type: "take_message",
    text: "My card is 4111 1111 1111 1111",
    count: 3,
    more: ["a@b.example"],
  };
  const [left] = redactedLines(
    [{ ...line("agent", "4111 1111 1111 1111, right?"), heard: "4111 1111 1111 1111", detail }],
    all,
    [],
  );
  expect(left).toMatchObject({
    text: "[card number], right?",
    heard: "[card number]",
    detail: { type: "take_message", text: "My card is [card number]", count: 3, more: ["[email]"] },
  });
});

const passesLuhn = (digits: string) =>
  [...digits]
    .reverse()
    .reduce(
      (sum, d, at) => sum + (at % 2 ? ([0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(d)] ?? 0) : Number(d)),
      0,
    ) %
    10 ===
  0;

test("R47: no card survives, whatever is around it; doing it twice changes nothing more; long input costs little", () => {
  const card = fc
    .tuple(
      fc.constantFrom("4", "51", "37", "6011"),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 9, maxLength: 12 }),
    )
    .map(([head, tail]) => head + tail.join(""))
    .filter((digits) => digits.length >= 12 && digits.length <= 18)
    .map((body) => {
      for (let check = 0; check < 10; check++) if (passesLuhn(`${body}${check}`)) return `${body}${check}`;
      return body;
    });
  const words = fc.array(fc.constantFrom("my", "card", "is", "please", "thanks", "okay", "hello,", "it's"), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(
      words,
      card,
      fc.constantFrom("", " ", "-", ", ", "... "),
      words,
      (before, digits, gap, after) => {
        const said = [...before, [...digits].join(gap), ...after].join(" ");
        const left = redactedText(said, all);
        expect(left.replaceAll(/\D/g, "")).toBe("");
        expect(redactedText(left, all)).toBe(left);
      },
    ),
  );
  const long = "1 ".repeat(20_000);
  redactedText(long, all);
  redactedText("a".repeat(100_000), all);
  redactedText("4-".repeat(20_000), all);
});

const dictated = (...said: [string, string][]): CallLine[] =>
  said.map(([type, text], at) => ({
    type: type === "agent" ? "agent" : "caller",
    text,
    heard: null,
    detail: null,
    at_ms: at,
  }));

test.each([
  ["my social is one two three", "forty five", "sixty seven eighty nine"],
  ["my phone is two one two", "five five five", "oh one four two"],
  ["the number is four one five", "five five five", "zero one seven seven"],
])("a number that is dictated in groups, a line each, is removed whole: %s", (first, second, third) => {
  const lines = dictated(["caller", first], ["agent", "Okay."], ["caller", second], ["caller", third]);
  const left = redactedLines(lines, all, []).map(({ text }) => text);
  expect(left.join(" ")).not.toMatch(/\b(?:one|two|three|forty|five|seven|eighty)\b/);
  expect(redactedLines(redactedLines(lines, all, []), all, []).map(({ text }) => text)).toEqual(left);
});

test.each([
  "４１１１ １１１１ １１１１ １１１１",
  "4111_1111_1111_1111",
  "4111\u200b1111\u200b1111\u200b1111",
])("a card in unusual characters is removed: %j", (said) => {
  expect(redactedText(said, all)).toBe("[card number]");
});

test("hours and small numbers that are said one after the other stay", () => {
  const lines = dictated(
    ["agent", "When would you like to come?"],
    ["caller", "at three"],
    ["caller", "no, four thirty"],
  );
  expect(redactedLines(lines, all, [])).toEqual(lines);
});
