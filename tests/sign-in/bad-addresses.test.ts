/** Hostile addresses and cookies: where they lead, and what they open. */
import { expect, test } from "vitest";
import { provenPerson } from "../accounts/arrange.ts";
import { anonymous, memberOf } from "../support/people.ts";

const evil: [string, string][] = [
  ["//e", "//evil.test"],
  ["/\\e", "/\\evil.test"],
  ["\\\\e", "\\\\evil.test"],
  ["/%2f%2fe", "/%2f%2fevil.test"],
  ["%2f%2fe, encoded once more", "%2f%2fevil.test"],
  ["/%5ce", "/%5cevil.test"],
  ["/..//e", "/..//evil.test"],
  ["a tab", "/\t/evil.test"],
  ["a newline", "/\n/evil.test"],
  ["javascript:", "javascript:alert(1)"],
  ["a whole address", "https://evil.test/"],
  ["somebody before the host", "https://app.test@evil.test/"],
  ["9 KB", `/${"a".repeat(9000)}`],
  ["nothing", ""],
];

test.each(evil)("B13: returnPath of %s leads to the dashboard", async (_, returnPath) => {
  const person = await memberOf();
  const query = new URLSearchParams({ returnPath });
  const on = await person.get(`/auth?${query}`);
  expect(on.headers.get("location")).toBe("/dashboard");
  const twice = await person.get(`/auth?returnPath=${encodeURIComponent(encodeURIComponent(returnPath))}`);
  expect(twice.headers.get("location")).toBe("/dashboard");
});

test("B13: of several returnPaths the first counts, and an array's name is none", async () => {
  const person = await memberOf();
  const to = async (search: string) => (await person.get(`/auth?${search}`)).headers.get("location");
  expect(await to("returnPath=//evil.test&returnPath=/agents")).toBe("/dashboard");
  expect(await to("returnPath[]=//evil.test")).toBe("/dashboard");
});

test("R8: signing in goes on to a path of this site alone, written as it was checked", async () => {
  const { email } = await provenPerson();
  const to = async (returnPath: string) => {
    const form = { intent: "sign-in", email, password: "Violet-harbor-27" };
    const answer = await anonymous().post(`/auth?${new URLSearchParams({ returnPath })}`, form);
    return answer.headers.get("location");
  };
  expect(await to("/call-history?q=a+b")).toBe("/call-history?q=a+b");
  expect(await to("/agents/../numbers")).toBe("/numbers");
  for (const path of ["//evil.test", "/\\evil.test", "/..//evil.test"])
    expect(await to(path)).toBe("/dashboard");
});

const nobodys: [string, (good: string) => string][] = [
  ["bad base64", () => "__Host-sid=%%%.@@@"],
  ["5 KB", () => `__Host-sid=${"a".repeat(5000)}`],
  ["two sids", (good) => `${good}; __Host-sid=AAAAAAAAAAAAAAAA.${"A".repeat(43)}`],
  ["empty", () => "__Host-sid="],
  ["half of one", (good) => good.replace(/\..*$/, "")],
  ["another secret", (good) => good.replace(/\..*$/, `.${"A".repeat(43)}`)],
  ["32 KB of others", (good) => `x=${"a".repeat(32_000)}; ${good}`],
];

test.each(nobodys)("B16: a cookie of %s is anonymous, and no error", async (_, made) => {
  const person = await memberOf();
  const good = `__Host-sid=${person.cookieValue("sid")}`;
  expect((await anonymous().get("/agents", { cookie: good })).status).toBe(200);
  for (const path of ["/agents", "/auth/callback", "/auth"]) {
    const answer = await anonymous().get(path, { cookie: made(good) });
    expect([200, 302, 400], path).toContain(answer.status);
    if (path === "/agents") expect(answer.headers.get("location")).toBe("/auth?returnPath=%2Fagents");
  }
  const refreshed = await anonymous().post("/functions/refresh-session", {}, { cookie: made(good) });
  expect(refreshed.status).toBe(401);
});

test("B16: signed cookies that are broken, foreign or for another purpose are none", async () => {
  const browser = anonymous();
  await browser.get("/terms?ref=friend-27");
  const other = browser.cookieValue("referral_code") ?? "";
  expect(other).not.toBe("");
  for (const value of ["x", "x.y", `${"a".repeat(5000)}.b`, other]) {
    const answer = await anonymous().get("/auth/callback?code=c&state=s", {
      cookie: `__Host-google=${value}`,
    });
    expect(answer.status).toBe(400);
  }
});
