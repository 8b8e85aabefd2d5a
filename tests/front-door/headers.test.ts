import { expect, test, vi } from "vitest";
import { anonymous, memberOf, origin } from "../support/people.ts";

const everywhere = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "microphone=(self), camera=(), geolocation=()",
  "x-frame-options": "DENY",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

test.each([
  ["/auth", 200],
  ["/terms", 200],
  ["/auth.data", 200],
  ["/dashboard", 302],
  ["/nowhere", 404],
  ["/health", 200],
  ["/sign-out", 302],
])("R39: %s answers %d with every header that protects", async (path, status) => {
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

test("R39: a document may load from this host alone, be framed by nobody, and post nowhere else", async () => {
  const answer = await anonymous().get("/auth");
  const policy = answer.headers.get("content-security-policy") ?? "";
  const directives = Object.fromEntries(
    policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1).join(" ")]),
  );
  expect(directives).toMatchObject({
    "default-src": "'self'",
    "img-src": "'self' data: https:",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "report-to": "csp",
  });
  expect(directives["form-action"]).toMatch(/^'self'( https:\/\/[\w.-]+)*$/);
  expect(directives["script-src"]).not.toMatch(/unsafe|https?:|\*/);
  expect(directives["style-src"]).not.toMatch(/unsafe|https?:|\*/);
});

test("R39: a document's scripts and styles all carry its nonce, which is another one each time", async () => {
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

test("R39: data and redirects may run nothing at all", async () => {
  for (const path of ["/auth.data", "/dashboard"])
    expect((await anonymous().get(path)).headers.get("content-security-policy")).toContain(
      "script-src 'none'",
    );
});

test.each(["/auth", "/auth.data", "/dashboard", "/health", "/nowhere", "/functions/refresh-session"])(
  "no answer lets another origin read it: %s",
  async (path) => {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { headers } = await anonymous().fetch(path, { method, headers: { origin: "https://evil.test" } });
      expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  },
);

test.each([
  ["/auth", "text/html;charset=utf-8"],
  ["/auth.data", "text/x-script"],
  ["/health", "text/plain;charset=utf-8"],
  ["/functions/refresh-session", "application/json"],
])("an answer with a body says what it is: %s", async (path, type) => {
  const answer = await anonymous().get(path);
  expect(answer.headers.get("content-type")?.toLowerCase().replaceAll(" ", "")).toBe(type);
});

test("R40: plain http is sent to https", async () => {
  const answer = await anonymous().fetch(`${origin.replace("https:", "http:")}/auth?mode=signup`);
  expect(answer.status).toBe(308);
  expect(answer.headers.get("location")).toBe(`${origin}/auth?mode=signup`);
});

test("R6: a page of a member is remembered by no cache", async () => {
  const person = await memberOf();
  for (const path of ["/dashboard", "/dashboard.data"])
    expect((await person.get(path)).headers.get("cache-control")).toBe("no-store");
});

test("R40: a tenant's host speaks for itself alone, not for its siblings", async () => {
  const answer = await anonymous().get("https://calls.siblings.test/auth");
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("R39: what a policy stops is reported to this host, and a report leaves one line without anybody's text", async () => {
  const { headers } = await anonymous().get("/auth");
  expect(headers.get("content-security-policy")).toContain("report-to csp");
  const path = /csp="([^"]+)"/.exec(headers.get("reporting-endpoints") ?? "")?.[1] ?? "";
  const lines: string[] = [];
  const spy = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(String(line)));
  const send = (body: string) =>
    anonymous().fetch(path, {
      method: "POST",
      body,
      headers: { "content-type": "application/reports+json" },
    });
  const violation = (effectiveDirective: string) => ({
    type: "csp-violation",
    url: `${origin}/auth?token=secret`,
    body: { effectiveDirective, disposition: "enforce", blockedURL: "https://evil.test/secret" },
  });
  expect((await send(JSON.stringify([violation("script-src-elem")]))).status).toBe(204);
  for (const body of [
    "",
    "{",
    "{}",
    "[1,null]",
    JSON.stringify([violation("<b>secret</b>")]),
    "[".repeat(99_999),
  ])
    expect((await send(body)).status).toBe(204);
  spy.mockRestore();
  expect(lines).toEqual(['{"level":"warn","event":"policy_violation","directive":"script-src-elem"}']);
  expect((await anonymous().get(path)).status).toBe(405);
});

test("R39: a report of twenty kinds leaves three lines, one of twenty alike leaves one, and a network that reports without end is told to wait", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(String(line)));
  const send = (kinds: string[]) =>
    anonymous({ ip: "203.0.113.200" }).fetch("/reports/csp", {
      method: "POST",
      body: JSON.stringify(
        kinds.map((effectiveDirective) => ({
          type: "csp-violation",
          body: { effectiveDirective, disposition: "enforce" },
        })),
      ),
      headers: { "content-type": "application/reports+json" },
    });
  await send(Array.from({ length: 20 }, (_, n) => `x-${"abcdefghijklmnopqrst"[n]}`));
  expect(lines).toHaveLength(3);
  await send(Array<string>(20).fill("img-src"));
  expect(lines).toHaveLength(4);
  // At once: the limit is of a minute, and a busy machine must not outlast it.
  const answers = await Promise.all(Array.from({ length: 620 }, () => send([])));
  spy.mockRestore();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 429]));
});
