import { expect, test } from "vitest";
import { accountNames } from "#app/passwords/account-names.ts";
import { commonPasswords, isCommonPassword } from "#app/passwords/common-passwords.server.ts";
import {
  hashesComputed,
  hashPassword,
  isPassword,
  needsRehash,
  whichPassword,
} from "#app/passwords/password-hash.server.ts";
import { brokenRules, hasSequence, strengthOf } from "#app/passwords/password-rules.ts";
import { isCommonTyped } from "#app/passwords/typed-judge.ts";

test.each([
  ["Ab1!xyz", "Password must be at least 8 characters long"],
  ["violet-harbor-27", "Password must contain at least one uppercase letter"],
  ["Violet-harbor", "Password must contain at least one number"],
  ["VioletHarbor27", "Password must contain at least one special character"],
  ["Violet-4567-x", 'Avoid using sequential characters like "12345" or "abcdef"'],
  ["Violetttt-27", "Don't repeat the same character multiple times"],
  [`V1-${"xy".repeat(127)}`, "Password must be at most 256 characters long"],
])("R14: %s breaks one rule and is told so in the specification's words", (password, words) => {
  expect(brokenRules(password)).toEqual([words]);
});

test("R14: every broken rule is named, in the specification's order", () => {
  expect(brokenRules("xyaaaa", true)).toEqual([
    "Password must be at least 8 characters long",
    "Password must contain at least one uppercase letter",
    "Password must contain at least one number",
    "Password must contain at least one special character",
    "This password is too common and easily guessed. Please choose something more unique",
    "Don't repeat the same character multiple times",
  ]);
});

test.each(["Violet-harbor-27", "Ünïcode pass 9", "Correct 🐎 Battery 9", `V1-${"xy".repeat(126)}z`])(
  "%s may be chosen",
  (password) => {
    expect(brokenRules(password)).toEqual([]);
  },
);

test.each([
  "0123",
  "7890",
  "3210",
  "abcd",
  "WXYZ",
  "dcba",
  "qwer",
  "POIU",
  "asdf",
  "lkjh",
  "zxcv",
  "mnbv",
  "x-5678-y",
])("%s holds a sequence", (text) => {
  expect(hasSequence(text)).toBe(true);
});

test.each(["012", "890 1", "abd", "yzab", "9012", "pqwe", "asd fgh", "aceg"])("%s holds none", (text) => {
  expect(hasSequence(text)).toBe(false);
});

test.each([
  ["", 0, "weak"],
  ["aaaa", 8 + 17.5 - 15, "weak"],
  ["abcd", 8 + 17.5 - 20, "weak"],
  ["Ax7", 6 + 52.5, "fair"],
  ["violet", 12 + 17.5, "weak"],
  ["Violet", 12 + 35, "fair"],
  ["Violets7", 16 + 52.5, "good"],
  ["Violet-7", 16 + 70, "strong"],
  ["Violet-harbor-27", 100, "strong"],
  ["Violet-1234-aaaa", 65, "good"],
] as const)("the strength of %s is %d, %s", (password, score, label) => {
  expect(strengthOf(password)).toEqual({ score, label });
});

test("R14: a common password is refused in any case and with marks at its ends", () => {
  for (const password of ["p@ssw0rd", "P@SSW0RD", "Password1!", "!!Welcome1??", "1qaz@WSX"])
    expect(isCommonPassword(password), password).toBe(true);
  expect(isCommonPassword("Violet-harbor-27")).toBe(false);
});

test("R14: the list holds at least 3,000 passwords", () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
});

test("R14: the browser's part of the list refuses whatever the whole list does and no other rule", () => {
  const chosen = [...commonPasswords]
    .flatMap((listed) => [
      `${listed.charAt(0).toUpperCase()}${listed.slice(1)}!!`,
      `${listed.toUpperCase()}!!`,
    ])
    .filter((password) => brokenRules(password).length === 0 && isCommonPassword(password));
  expect(chosen.length).toBeGreaterThan(1000);
  expect(chosen.filter((password) => !isCommonTyped(password, [], ""))).toEqual([]);
  expect(isCommonTyped("Violet-harbor-27", ["Bright Smile"], "mara@people.test")).toBe(false);
});

test.each([
  ["Bright-Smile-27!", ["Bright Smile"], ""],
  ["Mara.Lind-2027", [], "mara.lind@people.test"],
  ["Northside-27!", [], "mara@northside.test"],
])("R14: %s is made of a name, for the browser as for the server", (password, names, email) => {
  expect(isCommonTyped(password, names, email)).toBe(true);
  expect(isCommonPassword(password, accountNames(names, email))).toBe(true);
});

test("R14: a password made of the account's own names is common", () => {
  expect(isCommonPassword("Bright-Smile-2027!", ["Bright Smile"])).toBe(true);
  expect(isCommonPassword("Bright-Smile-dawn-27!", ["Bright Smile"])).toBe(false);
  expect(isCommonPassword("77-81-92-!", ["", "42"])).toBe(false);
});

test("R12: a stored password carries its parameters, another salt each time, and opens for itself alone", async () => {
  const stored = await hashPassword("Violet-harbor-27");
  expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword("Violet-harbor-27")).not.toBe(stored);
  expect(await isPassword("Violet-harbor-27", stored)).toBe(true);
  expect(await isPassword("violet-harbor-27", stored)).toBe(false);
  expect(await isPassword("Violet-harbor-27 ", stored)).toBe(false);
});

test("R12: the work that is stored is the work that was done", async () => {
  // scrypt of "pleaseletmein" with the salt "SodiumChloride!!", computed by Node itself.
  const stored = "$scrypt$ln=15,r=8,p=3$U29kaXVtQ2hsb3JpZGUhIQ$5aqhYSJlxbPyONJc8/LZdeRo3Rsw6RuttiSWf3bEJnQ";
  expect(await isPassword("pleaseletmein", stored)).toBe(true);
  expect(await hashPassword("pleaseletmein", stored)).toBe(stored);
});

test("with one computation a password is told from another that was stored like it", async () => {
  const stored = await hashPassword("Violet-harbor-27");
  const decoy = await hashPassword("Other-harbor-99", stored);
  const before = hashesComputed();
  expect(await whichPassword("Violet-harbor-27", stored, decoy)).toBe("stored");
  expect(await whichPassword("Other-harbor-99", stored, decoy)).toBe("decoy");
  expect(await whichPassword("Wrong-harbor-28", stored, decoy)).toBeNull();
  expect(await whichPassword("Other-harbor-99", await hashPassword("x"), decoy)).toBeNull();
  expect(await whichPassword("Other-harbor-99", null, decoy)).toBe("decoy");
  expect(await whichPassword("Wrong-harbor-28", null, decoy)).toBeNull();
  expect(await whichPassword("Other-harbor-99", null, null)).toBeNull();
  expect(hashesComputed() - before).toBe(8);
});

test("R13: an unknown address costs one hash like a known one, and nothing opens it", async () => {
  const before = hashesComputed();
  expect(await isPassword("", null)).toBe(false);
  expect(await isPassword("Violet-harbor-27", null)).toBe(false);
  expect(hashesComputed() - before).toBe(2);
});

test("R12: a password stored with less work still opens, and asks to be stored anew", async () => {
  // scrypt of "pleaseletmein" with the salt "SodiumChloride!!", computed by Node itself.
  const stored = "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGUhIQ$UmYyNDO/YRuFmsgA6JK5baM1qTJw1bFvX2are1D2OBc";
  expect(await isPassword("pleaseletmein", stored)).toBe(true);
  expect(needsRehash(stored)).toBe(true);
  expect(needsRehash(await hashPassword("x"))).toBe(false);
});

test.each([
  "plain",
  `$scrypt$ln=20,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
  `$scrypt$ln=15,r=8,p=5$${"A".repeat(22)}$${"A".repeat(43)}`,
  `$scrypt$ln=16,r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`,
  `$scrypt$ln=15,r=0,p=3$${"A".repeat(22)}$${"A".repeat(43)}`,
])("R12: stored text that asks for too much work is refused before any is done: %s", async (stored) => {
  const before = hashesComputed();
  await expect(isPassword("x", stored)).rejects.toThrow("not readable");
  expect(hashesComputed()).toBe(before);
});
