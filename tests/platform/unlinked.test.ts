import fc from "fast-check";
import { expect, test } from "vitest";
import { unlinked } from "#app/platform/unlinked.ts";

test.each([
  ["Pay at https://evil.test/login now", "Pay at now"],
  ["Pay at HTTP://evil.test", "Pay at"],
  ["//evil.test", ""],
  ["evil.test/login", ""],
  ["evil.test?x=1", ""],
  ["www.evil.test", "www evil test"],
  ["Hotels.com", "Hotels com"],
  ["(Hotels.com)", "(Hotels com)"],
  ["evil.test:8080", "evil test:8080"],
  ["evil。test", "evil test"],
  ["evil．test", "evil test"],
  ["пример.рф", "пример рф"],
  ["evil.xn--p1ai", "evil xn--p1ai"],
  ["192.0.2.7", "192 0 2 7"],
  ["192.0.2.7/login", ""],
])("%s is written %s", (text, without) => expect(unlinked(text)).toBe(without));

test.each([
  "Ann Lee invited you to join Bright Smile",
  "ann@people.test invited you to join Bright Smile",
  "Dr. Novak, J. R. R. Tolkien & Sons",
  "J.R.R. Tolkien",
  "123456 is your AI Voice Agents verification code",
  "Missed call from +1 (415) 555-0123: Bright Smile",
  "4.5 of 5 and/or v1.2",
  "Fish & Chips / Pizza",
  ".NET",
])("%s stays as it is", (text) => expect(unlinked(text)).toBe(text));

test("no host is left in any text", () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}[a-z]$/);
  const words = fc.array(
    fc.oneof(
      label,
      fc.tuple(label, label).map((two) => two.join(".")),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(words, (them) => {
      expect(unlinked(them.join(" "))).not.toMatch(/[a-z]\.[a-z]{2}/);
    }),
    { numRuns: 500 },
  );
});
