import { expect, test } from "vitest";
import {
  cookie,
  cookieName,
  readCookie,
  readSignedCookie,
  signedCookie,
} from "#app/platform/cookies.server.ts";
import { mac, open, randomDigits, sameSecret, seal } from "#app/platform/crypto.server.ts";

const secret = "a-secret-of-at-least-thirty-two-characters";
const request = (cookies: string, scheme = "https") =>
  new Request(`${scheme}://app.test/`, { headers: { cookie: cookies } });
const pairOf = (line: string) => line.split("; ")[0] ?? "";

test("R17: what is sealed opens for its own purpose alone, and not when a byte has changed", async () => {
  const sealed = await seal(secret, "mail:1", "the code is 123456 🐎");
  expect(sealed).toMatch(/^v1\./);
  expect(sealed).not.toContain("123456");
  expect(await open([secret], "mail:1", sealed)).toBe("the code is 123456 🐎");
  expect(await seal(secret, "mail:1", "the code is 123456 🐎")).not.toBe(sealed);
  await expect(open([secret], "mail:2", sealed)).rejects.toThrow();
  await expect(open([`${secret}!`], "mail:1", sealed)).rejects.toThrow();
  const [version, iv = "", ciphertext = "", id] = sealed.split(".");
  const other = ciphertext.startsWith("A") ? "B" : "A";
  const flipped = [version, iv, other + ciphertext.slice(1), id].join(".");
  await expect(open([secret], "mail:1", flipped)).rejects.toThrow();
  await expect(open([secret], "mail:1", "plain")).rejects.toThrow("not a sealed text");
});

test("R44: what an earlier secret sealed is opened by it alone, with the id of its key or without one", async () => {
  const former = "the-secret-that-sealed-until-yesterday";
  const sealed = await seal(former, "mail:1", "a text");
  expect(await open([secret, former], "mail:1", sealed)).toBe("a text");
  expect(await open([secret, former], "mail:1", sealed.replace(/\.[0-9a-f]{8}$/, ""))).toBe("a text");
  await expect(open([secret], "mail:1", sealed)).rejects.toThrow();
});

test("R15: a code for one purpose is none for another", async () => {
  expect(await mac(secret, "one", "text")).not.toBe(await mac(secret, "two", "text"));
  expect(await mac(secret, "one", "text")).toBe(await mac(secret, "one", "text"));
});

test("texts of other length or content are not the same secret", () => {
  expect(sameSecret("abc", "abc")).toBe(true);
  expect(sameSecret("abc", "abd")).toBe(false);
  expect(sameSecret("abc", "abcd")).toBe(false);
  expect(sameSecret("", "")).toBe(true);
});

test("R15: codes have six digits, leading zeros too", () => {
  const codes = Array.from({ length: 3000 }, () => randomDigits(6));
  for (const code of codes) expect(code).toMatch(/^\d{6}$/);
  expect(codes.some((code) => code.startsWith("0"))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(2900);
});

test("a signed cookie is believed as it was written and in no other way", async () => {
  const written = pairOf(await signedCookie(request(""), [secret], "intent", { price: "🐎", at: 1 }));
  expect(await readSignedCookie(request(written), [secret], "intent")).toEqual({ price: "🐎", at: 1 });
  const [name, value = ""] = written.split("=");
  const [body = "", signature = ""] = value.split(".");
  for (const forged of [
    `${name}=${body}`,
    `${name}=${body}.${"0".repeat(signature.length)}`,
    `${name}=${btoa('{"price":"free"}').replaceAll("=", "")}.${signature}`,
    `__Host-other=${value}`,
  ])
    expect(await readSignedCookie(request(forged), [secret], "intent")).toBeNull();
  expect(await readSignedCookie(request(written), [`${secret}!`], "intent")).toBeNull();
  expect(
    await readSignedCookie(request(written.replace("__Host-intent", "__Host-other")), [secret], "other"),
  ).toBeNull();
});

test("cookies have the prefix that binds them to their host wherever browsers take it", () => {
  expect(cookieName(request(""), "sid")).toBe("__Host-sid");
  expect(cookieName(request("", "http"), "sid")).toBe("sid");
  expect(cookie(request(""), "sid", "x", { maxAge: 60 })).toBe(
    "__Host-sid=x; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=60",
  );
});

test.each([
  "__Host-sid=a; __Host-sid=b",
  "__Host-sid=",
  "sid=a",
  "__Host-sid=a b",
  `__Host-sid=${"a".repeat(5000)}`,
])("of the header %j no value is read", (header) => {
  expect(readCookie(request(header), "sid")).toBeNull();
});
