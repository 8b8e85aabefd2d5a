import { expect, test } from "vitest";
import { anonymous, memberOf, origin } from "../support/people.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "microphone=(self), camera=(), geolocation=()",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000",
};

test.each([
  ["/auth", 200],
  ["/terms", 200],
  ["/auth.data", 200],
  ["/dashboard", 302],
  ["/nowhere", 404],
  ["/health", 200],
  ["/sign-out", 302],
])("%s answers %d with every header that protects", async (path, status) => {
  const answer = await anonymous().get(path);
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(everywhere)) expect(answer.headers.get(name), name).toBe(value);
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.headers.get("cache-control")).toContain("no-store");
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});

test("a refused post and a failing one carry them too", async () => {
  const refused = await anonymous().fetch("/auth", {
    method: "POST",
    headers: { origin: "https://evil.test" },
  });
  const mistyped = await anonymous().post("/auth", { intent: "sign-in" });
  for (const answer of [refused, mistyped])
    for (const [name, value] of Object.entries(everywhere))
      expect(answer.headers.get(name), name).toBe(value);
});

test("a document's scripts and styles all carry its nonce, which is another one each time", async () => {
  const nonces = new Set<string>();
  for (const path of ["/auth", "/auth?mode=signup", "/terms", "/nowhere"]) {
    const answer = await anonymous().get(path);
    const nonce = /script-src 'nonce-([\w-]+)' 'strict-dynamic'/.exec(
      answer.headers.get("content-security-policy") ?? "",
    )?.[1];
    expect(nonce).toBeDefined();
    nonces.add(nonce ?? "");
    const html = await answer.text();
    const tags = html.match(/<(?:script|style)\b[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(0);
    for (const tag of tags) expect(tag).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(4);
});

test("data and redirects may run nothing at all", async () => {
  for (const path of ["/auth.data", "/dashboard"])
    expect((await anonymous().get(path)).headers.get("content-security-policy")).toContain(
      "script-src 'none'",
    );
});

test("plain http is sent to https", async () => {
  const answer = await anonymous().fetch(`${origin.replace("https:", "http:")}/auth?mode=signup`);
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe(`${origin}/auth?mode=signup`);
});

test("a page of a member is remembered by no cache", async () => {
  const person = await memberOf();
  for (const path of ["/dashboard", "/dashboard.data"])
    expect((await person.get(path)).headers.get("cache-control")).toBe("no-store");
});
