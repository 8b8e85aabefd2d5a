/** What people meet while a part of the platform is down: words and a time to try again, never a blank page (B56, B58). */
import { like } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { specFor } from "#app/agents/agent-templates.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, pendingPerson, resend, signUp, verify } from "../accounts/arrange.ts";
import { costOf } from "../calls/arrange.ts";
import { noCache, noDatabase } from "../status/arrange.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { answerWith } from "../support/built-app.ts";
import { codeTo, mailFails, mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, goodPassword, memberOf, newAddress, origin } from "../support/people.ts";

const page = (
  path: string,
  { cookie = "", ...init }: RequestInit & { cookie?: string } = {},
  bindings = noDatabase,
) =>
  answerWith(
    bindings,
    new Request(new URL(path, origin), {
      redirect: "manual",
      ...init,
      headers: { cookie, origin, "sec-fetch-site": "same-origin", accept: "text/html" },
    }),
  );

/** The answer says that it is for a moment only, in words on a page. */
async function saysTryAgain(answer: Response): Promise<void> {
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  const html = await answer.text();
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(await pageText(html)).toContain("Please try again.");
}

describe("B56: while D1 is overloaded", () => {
  test.each(["/auth", "/auth?mode=signup", "/terms", "/privacy", "/status", "/nowhere"])(
    "a stranger's %s stands",
    async (path) => {
      const answer = await page(path);
      expect(answer.status).toBe(path === "/nowhere" ? 404 : 200);
      expect(await answer.text()).toMatch(/<h1\b/);
    },
  );

  test("signing in says to try again, and so does it when the connection is lost", async () => {
    const body = () =>
      new URLSearchParams({ intent: "sign-in", email: newAddress(), password: goodPassword });
    await saysTryAgain(await page("/auth", { method: "POST", body: body() }));
    await saysTryAgain(await withBrokenDatabase("", "/auth", "", { method: "POST", body: body() }));
  });

  test.each(["/dashboard", "/agents", "/call-history", "/settings", "/security"])(
    "a member's %s says to try again, and signs no one out",
    async (path) => {
      const { cookie } = await memberOf();
      const answer = await page(path, { cookie });
      expect(answer.headers.get("set-cookie")).toBeNull();
      await saysTryAgain(answer);
    },
  );

  test("a member's public pages stand", async () => {
    const { cookie } = await memberOf();
    for (const path of ["/auth", "/terms", "/status"])
      expect((await page(path, { cookie })).status, path).toBe(200);
  });

  test("a form that a member sends says to try again, and nothing of it is done", async () => {
    const owner = await memberOf();
    const body = new URLSearchParams({ kind: "appointment_booking", organization_id: owner.organizationId });
    await saysTryAgain(await page("/agents/new", { cookie: owner.cookie, method: "POST", body }));
    expect(await owner.store.agents.names()).toEqual([]);
  });

  test("a program's answer is JSON with the same status", async () => {
    const { cookie } = await memberOf();
    const answer = await page("/functions/check-subscription", { cookie, method: "POST", body: "{}" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([503, "application/json"]);
  });

  test("the outage is no secret to operators: it is among the errors, if the database still takes them", async () => {
    const { cookie } = await memberOf();
    const before = await errors();
    await withBrokenDatabase("user_invitations", "/users", cookie);
    // The answer does not wait for it.
    await vi.waitFor(async () => expect(await errors()).toBeGreaterThan(before), { timeout: 20_000 });
  });
});

const errors = async () =>
  (
    await controlPlane()
      .select({ id: control.errorLogs.id })
      .from(control.errorLogs)
      .where(like(control.errorLogs.error_message, "%Network connection lost%"))
  ).length;

test("B56: while KV is down a host wears its brand from D1, and without both its own name", async () => {
  const owner = await memberOf();
  const host = `calls.${crypto.randomUUID()}.test`;
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    custom_domain: host,
    company_name: "Harbor, Inc.",
    updated_at: Date.now(),
  });
  const worn = async (bindings: object) =>
    pageText(await (await page(`https://${host}/terms`, {}, bindings as typeof noDatabase)).text());
  expect(await worn(noCache)).toContain("Harbor, Inc.");
  const without = await worn({ ...noCache, ...noDatabase });
  expect(without).toContain(host);
  expect(without).not.toMatch(/Harbor|AI Voice Agents/);
});

describe("B56: while the email provider fails", () => {
  test.each([
    ["is asked too often", { status: 429 }],
    ["is down", { status: 503 }],
    ["breaks the connection off", { drop: true }],
  ])("and %s, three tries end in words, and the code stays valid", async (_, fault) => {
    const [browser, email] = [anonymous(), newAddress()];
    await mailFails({ ...fault, times: 3 });
    await signUp(browser, email);
    for (let again = 0; again < 2; again++) await browser.post("/auth", { intent: "deliver" });
    expect(await pageText(await (await browser.get("/auth")).text())).toContain(
      "Email Delivery Failed: Please check your email later or contact support.",
    );
    expect(await mailsTo(email)).toHaveLength(0);
    await browser.post("/auth", { intent: "deliver" });
    expect((await verify(browser, await codeTo(email))).headers.get("location")).toBe("/email-verified");
  });

  test("a code that arrived before stays valid while another can't be sent", async () => {
    const { browser, email } = await pendingPerson();
    const code = await codeTo(email);
    await forgetLimits();
    await mailFails({ status: 500, times: 1 });
    await resend(browser);
    const answer = await verify(browser, code);
    // A new code ends the old one, also one that waits to be sent (R15).
    expect(answer.status).toBe(422);
    await browser.post("/auth", { intent: "deliver" });
    expect((await verify(browser, await codeTo(email, 2))).headers.get("location")).toBe("/email-verified");
  });
});

test("B58: without counters signing in is refused with 503, and reading goes on", async () => {
  const member = await memberOf();
  const body = new URLSearchParams({ intent: "sign-in", email: member.email, password: goodPassword });
  await saysTryAgain(await withBrokenDatabase("rate_counters", "/auth", "", { method: "POST", body }));
  for (const path of ["/dashboard", "/agents", "/terms"])
    expect((await withBrokenDatabase("rate_counters", path, member.cookie)).status, path).toBe(200);
});

test("B58: without the edge's own limiter people sign in and read", async () => {
  const dead = { EDGE_LIMIT: { limit: () => Promise.reject(new Error("it is down")) } };
  const bindings = dead as unknown as typeof noDatabase;
  const { cookie } = await memberOf();
  expect((await page("/dashboard", { cookie }, bindings)).status).toBe(200);
  const body = new URLSearchParams({ intent: "sign-in", email: newAddress(), password: goodPassword });
  // The exact counters judge it, and the password.
  expect((await page("/auth", { method: "POST", body }, bindings)).status).toBe(401);
});

test("B58: the pages of an organization with a hundred agents stay far below the limit of requests to storage", async () => {
  const owner = await memberOf();
  const spec = specFor("appointment_booking");
  for (let n = 0; n < 100; n++)
    await owner.store.agents.create({
      id: crypto.randomUUID(),
      spec: { ...spec, name: `Agent ${n}` },
      created_by: owner.userId,
      now: Date.now(),
    });
  expect(await owner.store.agents.names()).toHaveLength(100);
  for (const path of ["/agents", "/dashboard", "/numbers", "/call-history", "/numbers/search"]) {
    const answer = await owner.get(path);
    expect(answer.status, path).toBe(200);
    const { d1 = 50, kv = 50, objects = 50 } = costOf(answer);
    expect(d1 + kv + objects, path).toBeLessThan(50);
  }
});
