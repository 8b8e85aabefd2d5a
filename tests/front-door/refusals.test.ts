/** What is turned away leaves one line in the logs and a number that operators see, however often it comes. */

import { like } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress, origin, type Person } from "../support/people.ts";

let admin: Person;
const lines: string[] = [];
const spy = vi.spyOn(console, "warn").mockImplementation((line) => void lines.push(String(line)));
beforeAll(async () => {
  admin = await memberOf({ isPlatformAdmin: true });
  // What files before this one left to be written is written with the first refusal, and taken away.
  await crossSite();
  const written = like(control.rateCounters.key, "refused:%");
  await vi.waitFor(
    async () => expect(await controlPlane().$count(control.rateCounters, written)).toBeGreaterThan(0),
    { timeout: 30_000, interval: 200 },
  );
  await controlPlane().delete(control.rateCounters).where(written);
});
afterAll(() => spy.mockRestore());

const crossSite = () =>
  anonymous().fetch("/auth", { method: "POST", headers: { "sec-fetch-site": "cross-site" } });

/** How often each kind was refused in this file, by its words on the operators' page. */
const expected = new Map<string, number>();

/** Does something that is refused once: the lines that it leaves. */
async function left(words: string, act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  expected.set(words, (expected.get(words) ?? 0) + 1);
  const from = lines.length;
  await act();
  const added = lines.slice(from).map((line): Record<string, unknown> => JSON.parse(line));
  return added.filter(({ event }) => event === "refused");
}

const live = (headers: Record<string, string>, person: Pick<Person, "get" | "organizationId"> = admin) =>
  person.get(`/live?organization_id=${person.organizationId}`, { upgrade: "websocket", ...headers });

test("a post from another site", async () => {
  const refused = await left("Form posts from other sites", () =>
    anonymous({ ip: "203.0.113.7" }).fetch("/auth?token=secret", {
      method: "POST",
      headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
    }),
  );
  expect(refused).toMatchObject([
    { kind: "origin", site: "cross-site", origin: "evil.test", network: "203.0.113" },
  ]);
  expect(JSON.stringify(refused)).not.toContain("secret");
});

test("a webhook that is not signed", async () => {
  const refused = await left("Webhooks without a valid signature", () =>
    anonymous().fetch("/webhooks/twilio/voice", {
      method: "POST",
      body: new URLSearchParams({ From: "+14155550100" }),
      headers: { "x-twilio-signature": "Zm9yZ2Vk" },
    }),
  );
  expect(refused).toMatchObject([{ kind: "webhook", route: "webhooks/twilio/voice" }]);
  expect(JSON.stringify(refused)).not.toContain("4155550100");
});

test("a call's socket that is not signed", async () => {
  const path = `/relay/twilio/${crypto.randomUUID()}/${"a".repeat(43)}`;
  const refused = await left("Call connections without a valid signature", () =>
    anonymous().get(path, { upgrade: "websocket" }),
  );
  expect(refused).toMatchObject([{ kind: "relay" }]);
  expect(JSON.stringify(refused)).not.toContain("aaaa");
});

test.each([
  ["origin", () => live({ origin: "https://evil.test" })],
  ["session", () => live({ origin }, { ...anonymous(), organizationId: admin.organizationId })],
  [
    "membership",
    async () => live({ origin }, { ...(await memberOf()), organizationId: admin.organizationId }),
  ],
])("a live feed that fails by its %s", async (why, act) => {
  const refused = await left("Live feeds refused", async () => expect((await act()).status).toBe(403));
  expect(refused).toMatchObject([{ kind: "live", why }]);
});

test("a limit that is used up, named by what it limits and not by whom", async () => {
  const email = newAddress();
  const attempt = () =>
    anonymous({ ip: "198.51.100.9" }).post("/auth", { intent: "sign-in", email, password: "Wrong-guess-12" });
  for (let n = 0; n < 5; n++) await attempt();
  const refused = await left("Attempts over a limit", async () => expect((await attempt()).status).toBe(429));
  expect(refused).toMatchObject([{ kind: "limit", limit: "sign-in" }]);
});

test("somebody else at the platform's own pages", async () => {
  const member = await memberOf();
  const refused = await left("Visits to admin pages by non-admins", () => member.get("/testing"));
  expect(refused).toMatchObject([{ kind: "admin", user_id: member.userId, route: "/testing" }]);
});

test.each([
  "/functions/refresh-session",
  "//functions/refresh-session",
  "/%66unctions/refresh-session",
  "/webhooks/twilio/voice",
  "/relay/twilio/x/y",
  "/live",
])("%s over plain http is refused and sent nowhere", async (path) => {
  const refused = await left("API requests without TLS", async () => {
    const answer = await anonymous().fetch(`${origin.replace("https:", "http:")}${path}`, {
      method: /unctions|webhooks/.test(path) ? "POST" : "GET",
      headers: { authorization: "Bearer x" },
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([403, null]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("strict-transport-security")).toBeNull();
  });
  expect(refused).toMatchObject([{ kind: "plain_http" }]);
});

test("operators see how often each was turned away; a flood makes a number larger and no more rows", async () => {
  const flood = await Promise.all(Array.from({ length: 200 }, crossSite));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([403]));
  expected.set("Form posts from other sites", (expected.get("Form posts from other sites") ?? 0) + 200);
  // The counts of what came last are written within seconds.
  await vi.waitFor(
    async () => {
      const page = await pageText(await (await admin.get("/admin/security")).text());
      for (const [words, times] of expected) expect(page).toContain(`${words} ${times} `);
    },
    { timeout: 20_000, interval: 500 },
  );
  const rows = await controlPlane()
    .select()
    .from(control.rateCounters)
    .where(like(control.rateCounters.key, "refused:origin%"));
  // Two where the hour struck meanwhile.
  expect(rows.length).toBeLessThanOrEqual(2);
});
