import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq, inArray } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";

/** Does something while a table of the control plane is missing. */
async function without<T>(table: string, act: () => Promise<T>): Promise<T> {
  await env.DB.prepare(`alter table ${table} rename to away`).run();
  try {
    return await act();
  } finally {
    await env.DB.prepare(`alter table away rename to ${table}`).run();
  }
}

const logged = (requestId: string) =>
  vi.waitFor(async () => {
    const row = await controlPlane()
      .select()
      .from(control.errorLogs)
      .where(eq(control.errorLogs.request_id, requestId))
      .get();
    if (!row) throw new Error(`no error log of ${requestId}`);
    return row;
  });

test("when the database fails, the page says so with a request id, and the log has it", async () => {
  const person = await memberOf();
  const answer = await without("user_roles", () => person.get("/dashboard"));
  expect(answer.status).toBe(500);
  const id = answer.headers.get("x-request-id") ?? "";
  const page = await answer.text();
  expect(page).toContain("Oops! Something went wrong");
  expect(page).toContain("Try Again");
  expect(page).toContain("Go Home");
  expect(page).toContain(id);
  expect(page).not.toMatch(/user_roles|SQLITE|D1_ERROR/);
  // R40: an error page is protected as any other.
  const protection = ["x-content-type-options", "x-frame-options", "referrer-policy", "permissions-policy"];
  for (const name of [...protection, "cross-origin-opener-policy", "strict-transport-security"])
    expect(answer.headers.get(name), name).toBeTruthy();
  expect(answer.headers.get("content-security-policy")).toMatch(/script-src [^;]*'nonce-/);
  expect(answer.headers.get("cache-control")).toContain("no-store");
  const row = await logged(id);
  expect(row).toMatchObject({ severity: "error", url: "/dashboard", request_id: id });
  expect(row.error_message).toContain("user_roles");
  expect((await person.get("/dashboard")).status).toBe(200);
});

test("the same failure as data carries the words and the request id, and nothing of the database", async () => {
  const person = await memberOf();
  const answer = await without("user_roles", () => person.get("/dashboard.data"));
  expect(answer.status).toBe(500);
  const text = await answer.text();
  expect(text).toContain("Something went wrong. Anything you saved is safe.");
  expect(text).toContain(answer.headers.get("x-request-id") ?? "none");
  expect(text).not.toMatch(/user_roles|SQLITE|D1_ERROR/);
});

test("when an organization's object fails, the page says so, and the log has it with whom it happened to", async () => {
  const person = await memberOf();
  expect((await person.get("/agents")).status).toBe(200);
  const object = env.ORGANIZATION.getByName(person.organizationId);
  await runInDurableObject(object, (_, state) => {
    state.storage.sql.exec("alter table agents rename to away");
  });
  const answer = await person.get("/agents");
  expect(answer.status).toBe(500);
  const id = answer.headers.get("x-request-id") ?? "";
  const page = await answer.text();
  expect(page).toContain("Oops! Something went wrong");
  expect(page).toContain(id);
  expect(await logged(id)).toMatchObject({
    user_id: person.userId,
    organization_id: person.organizationId,
    url: "/agents",
  });
});

test("when an action fails, nothing is half done and the person is told", async () => {
  const answer = await without("audit_events", () =>
    anonymous().post("/auth", {
      intent: "sign-up",
      email: "half@people.test",
      password: "Violet-harbor-27",
      confirm_password: "Violet-harbor-27",
      terms: "on",
    }),
  );
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain("Oops! Something went wrong");
  const users = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, "half@people.test"));
  expect(users).toEqual([]);
  const row = await logged(answer.headers.get("x-request-id") ?? "");
  expect(row).toMatchObject({ severity: "error", url: "/auth" });
  expect(row.error_message).toContain("audit_events");
});

test("when a member's action fails, the log has it with whom it happened to", async () => {
  const person = await memberOf();
  expect((await person.get("/agents")).status).toBe(200);
  await runInDurableObject(env.ORGANIZATION.getByName(person.organizationId), (_, state) => {
    state.storage.sql.exec("alter table agents rename to away");
  });
  for (const path of ["/agents/new", "/agents/new.data"]) {
    const answer = await person.post(path, { kind: "appointment_booking" });
    expect(answer.status).toBe(500);
    expect(await logged(answer.headers.get("x-request-id") ?? "")).toMatchObject({
      user_id: person.userId,
      organization_id: person.organizationId,
    });
  }
});

test("of one person's errors twenty a minute are kept, and of everybody else's still all", async () => {
  const [noisy, other] = [await memberOf(), await memberOf()];
  for (const person of [noisy, other]) {
    // The object makes its tables when it is first used.
    expect((await person.get("/agents")).status).toBe(200);
    await runInDurableObject(env.ORGANIZATION.getByName(person.organizationId), (_, state) => {
      state.storage.sql.exec("alter table agents rename to away");
    });
  }
  const count = async () =>
    (await controlPlane().select().from(control.errorLogs).where(eq(control.errorLogs.user_id, noisy.userId)))
      .length;
  for (let times = 0; times < 20; times++) expect((await noisy.get("/agents")).status).toBe(500);
  await vi.waitFor(async () => expect(await count()).toBe(20));
  for (let times = 0; times < 5; times++) await noisy.get("/agents");
  const answer = await other.get("/agents");
  await logged(answer.headers.get("x-request-id") ?? "");
  expect(await count()).toBe(20);
});

test("of one network's errors twenty a minute are kept, and of every other visitor's still all", async () => {
  const [noisy, other] = [anonymous({ ip: "203.0.113.200" }), anonymous({ ip: "203.0.113.201" })];
  const kept = async (answers: Response[]) => {
    const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "");
    const rows = await controlPlane()
      .select({ request_id: control.errorLogs.request_id })
      .from(control.errorLogs)
      .where(inArray(control.errorLogs.request_id, ids));
    return rows.length;
  };
  const fail = (client: Client) => client.get("/auth?mode=reset&reset=x");
  const loud: Response[] = [];
  // One minute, whenever the test runs.
  const quiet = await at(Date.UTC(2026, 10, 20, 12), () =>
    without("one_time_tokens", async () => {
      for (let times = 0; times < 24; times++) loud.push(await fail(noisy));
      return fail(other);
    }),
  );
  expect(new Set(loud.map(({ status }) => status))).toEqual(new Set([500]));
  await vi.waitFor(async () => expect(await kept(loud)).toBe(20));
  await logged(quiet.headers.get("x-request-id") ?? "");
  expect(await kept(loud)).toBe(20);
});

test("what a visitor asked for wrongly is no error of ours", async () => {
  const asked = [
    await anonymous().post("/terms"),
    await anonymous().post("/terms.data"),
    await anonymous().get("/nowhere"),
    await anonymous().post("/auth", { intent: "none" }),
    await anonymous().post("/auth", { intent: "sign-in" }, { "x-forwarded-host": "evil.test" }),
  ];
  for (const { status } of asked) expect([400, 404, 405, 422]).toContain(status);
  const person = await memberOf();
  const failed = await without("user_roles", () => person.get("/dashboard"));
  await logged(failed.headers.get("x-request-id") ?? "");
  const rows = await controlPlane().select().from(control.errorLogs);
  const kept = new Set(rows.map(({ request_id }) => request_id));
  for (const { headers } of asked) expect(kept).not.toContain(headers.get("x-request-id"));
  expect(rows.map(({ error_message }) => error_message)).not.toContain("[object Object]");
});

test("a log line names the page's pattern and not what was asked for", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
  const person = await memberOf();
  await without("user_roles", () => person.get(`/agents/${person.userId}`));
  await vi.waitFor(() => expect(lines.join()).toContain('"event":"error"'));
  spy.mockRestore();
  expect(lines.join()).toMatch(/"route":"\/?agents\/:agentId"/);
  expect(lines.join()).not.toContain(person.userId);
});

test("R38: without its counters sign-in is closed and says when to come back", async () => {
  const answer = await without("rate_counters", () =>
    anonymous().post("/auth", { intent: "sign-in", email: "a@people.test", password: "Violet-harbor-27" }),
  );
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("respond in time. Please try again.");
});

test("an error's message is kept without addresses, paths and tokens", async () => {
  const person = await memberOf();
  const answer = await without("user_roles", () => person.get(`/dashboard?token=${"a1".repeat(40)}`));
  const row = await logged(answer.headers.get("x-request-id") ?? "");
  expect(JSON.stringify(row)).not.toMatch(/a1a1a1|people\.test/);
});

test("what is posted where nothing is posted to is refused in words, and not as a fault of ours", async () => {
  const post = (path: string) => anonymous().post(path, { some: "thing" });
  for (const path of ["/terms", "/email-verified", "/security/deleted"]) {
    const answer = await post(path);
    expect(answer.status, path).toBe(405);
    const page = await answer.text();
    expect(page, path).toContain("support that.");
    expect(page, path).not.toContain("been notified");
  }
  for (const path of ["/", "/auth/google"]) {
    const answer = await post(path);
    expect([answer.status, await answer.json()], path).toEqual([
      405,
      { code: "method_not_allowed", message: "This page doesn't support that." },
    ]);
  }
});

test.each([
  "/.git/index",
  "/.git/config",
  "/.env",
  "/.dev.vars",
  "/wrangler.toml",
  "/package.json",
  "/app/routes.ts",
  "/assets/",
  "/assets",
])("%s is no page: neither sources nor settings nor a list of files can be read", async (path) => {
  const answer = await anonymous().get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toMatch(/index of|\[core\]|"dependencies"|compatibility_date/i);
});

test.each([
  ["POST", "/", "GET, HEAD"],
  ["POST", "/auth/google", "GET, HEAD"],
  ["POST", "/search", "GET, HEAD"],
  ["GET", "/passkeys/options", "POST"],
  ["GET", "/security/export", "POST"],
] as const)(
  "%s %s is 405 in words that say so, with the methods that it takes",
  async (method, path, allow) => {
    const person = await memberOf();
    const answer = await (method === "GET" ? person.get(path) : person.post(path));
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
    expect(await answer.json()).toMatchObject({ code: "method_not_allowed" });
  },
);
