import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitize } from "#app/platform/sanitize.ts";
import { sanitizeCases } from "./sanitize-cases.ts";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
const of = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map((characters) => characters.join(""));
const hex = "0123456789abcdef";
const octet = fc.integer({ min: 0, max: 255 });

const secrets = fc.oneof(
  fc.tuple(of(letters, 1, 20), of(letters, 2, 20)).map(([who, where]) => `${who}@${where}.example`),
  fc.constantFrom("jörg@exämple.de", "李雷@例子.cn", "o'neil+x@mail.example"),
  of(digits, 9).map((rest) => `+4${rest}`),
  of(digits, 10).map((n) => `+1 (${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`),
  fc.tuple(octet, octet, octet, octet).map((parts) => parts.join(".")),
  of(letters, 8, 30).map((path) => `https://internal.example/${path}?token=x`),
  of(letters + digits, 24).map((key) => `sk_live${key.slice(7)}1`.replace("sk_live", "sk_")),
  of("0123456789abcdef", 32).map((sid) => `AC${sid}`),
  of(letters + digits, 40).map((token) => `7${token}`),
  of(hex, 21, 64),
  of(`${letters}${digits}+/`, 21, 60).map((token) => `Q${token}==`),
  of(letters, 24).map((token) => `T${token}`),
  fc.tuple(of(letters, 2, 9), of(letters, 2, 9)).map(([who, file]) => `C:\\Users\\${who} Smith\\${file}.txt`),
  of(letters, 3, 12).map((file) => `/home/anna/${file}`),
  fc.ipV6().filter((address) => address.length > 2),
  of(letters + digits, 20).map((token) => `Bearer ${token}`),
  fc.tuple(of(letters, 12), of(letters, 30)).map(([head, body]) => `eyJ${head}.${body}.${body}`),
);

test("no secret in an error's words survives, wherever it stands", () => {
  fc.assert(
    fc.property(
      secrets,
      fc.constantFrom("failed for ", "(", "user: ", "", '"', "'", "[", "<"),
      fc.constantFrom(" at once", "", ".", ". At once", ",", ";", ")", "]", '"', "'", "!", "?", ">", "\n"),
      (secret, before, after) => {
        const clean = sanitize(`${before}${secret}${after}`);
        expect(clean).not.toContain(secret);
        if (after === " at once") expect(clean).toContain("at once");
      },
    ),
    { numRuns: 2000 },
  );
});

test("what is clean stays as it is", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 400 }), secrets), (text) => {
      const clean = sanitize(text);
      expect(sanitize(clean)).toBe(clean);
    }),
    { numRuns: 2000 },
  );
});

test("ordinary words, numbers and names of tables are kept, because they are what helps", () => {
  for (const words of [
    "no such table: user_roles: SQLITE_ERROR",
    "UNIQUE constraint failed: users.email_folded",
    "expected 3 of 12 rows after 250 ms",
  ])
    expect(sanitize(words)).toBe(words);
});

test("a very long text is cut", () => {
  expect(sanitize("word ".repeat(10_000)).length).toBeLessThanOrEqual(2000);
});

test("there are a hundred cases", () => {
  expect(new Set(sanitizeCases.map(([written]) => written)).size).toBeGreaterThanOrEqual(100);
});

test.each(sanitizeCases)("R47: %s is kept as %s", (written, kept) => {
  expect(sanitize(written)).toBe(kept);
  expect(sanitize(kept)).toBe(kept);
});
