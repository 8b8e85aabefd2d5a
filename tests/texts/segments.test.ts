/** Segments are counted as carriers count them; words that stop and start texts are told from others. */
import { expect, test } from "vitest";
import { isAutoReply, textWish } from "#app/texts/keywords.ts";
import { asText, longestText, segmentsOf } from "#app/texts/segments.ts";

test.each([
  ["", 0],
  ["a".repeat(160), 1],
  ["a".repeat(161), 2],
  ["a".repeat(306), 2],
  ["a".repeat(307), 3],
  ["€".repeat(80), 1],
  ["€".repeat(81), 2],
  ["ñ".repeat(160), 1],
  ["ś".repeat(70), 1],
  ["ś".repeat(71), 2],
  ["👋".repeat(35), 1],
  ["👋".repeat(36), 2],
  ["ś".repeat(134), 2],
  ["ś".repeat(135), 3],
])("%#: segments of a text", (text, segments) => {
  expect(segmentsOf(text)).toBe(segments);
});

test("what an agent writes keeps plain marks, and ends with a sentence when it is too long", () => {
  expect(asText("It’s “open” — come in…")).toBe(`It's "open" - come in...`);
  expect(asText("You can call 5 0 3, 5 5 5, 0 1 9 9 at 9 30.")).toBe("You can call 503-555-0199 at 9 30.");
  const long = asText("One more sentence. ".repeat(200));
  expect(long.length).toBeLessThanOrEqual(longestText);
  expect(long).toMatch(/sentence\.$/);
});

test.each([
  ["STOP", "stop"],
  ["Stop.", "stop"],
  ["stop all", "stop"],
  ["please stop texting me", "stop"],
  ["No more texts please", "stop"],
  ["No more messages.", "stop"],
  ["don't text me", "stop"],
  ["I'll stop by and text you when I am there", null],
  ["No more messaging back and forth, just book Tuesday at 3", null],
  ["please don't message me before 9, call me", null],
  ["Don't text me again", "stop"],
  ["stop sending me these messages", "stop"],
  ["START", "start"],
  ["unstop", "start"],
  ["help", "help"],
  ["Info!", "help"],
  ["The pain won't stop", null],
  ["I don't get your message", null],
  ["Can you cancel my appointment on Friday?", null],
  ["yes", null],
  ["I need help with a crown", null],
  ["Please send help to 5 Pine Street", null],
] as const)("%s asks for %s", (text, wish) => {
  expect(textWish(text, false)).toBe(wish);
});

test("yes brings texts back only for a person who stopped them", () => {
  expect(textWish("YES", true)).toBe("start");
});

test.each([
  ["This is an automated message, do not reply", true],
  ["I'm driving right now", true],
  ["Auto-reply: out of office until Monday", true],
  ["Harbor Dental: you're due for a check-up. Reply STOP to opt out.", true],
  ["You won't get any more texts. Text “START” to get them again.", true],
  ["Responda STOP para no recibir más mensajes.", true],
  ["Can I reply here?", false],
  ["Did my reply stop the appointment?", false],
])("%s is an automatic reply: %s", (text, is) => {
  expect(isAutoReply(text)).toBe(is);
});
