/** The door of widgets: which websites it opens to, how often, and what closes it. */
import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { deployedWith } from "../support/deployed.ts";
import { controlPlane, origin } from "../support/people.ts";
import { type Clinic, call, clinic, history, trialClinic } from "../support/telephone.ts";
import { tracesIn } from "../white-label/traces.ts";
import { ask, keyOf, knockWith, lineOf, shop, talk, ticketFor, widget } from "./calling.ts";

const cors = (answer: Response) => answer.headers.get("access-control-allow-origin");

describe("websites", () => {
  test.each([
    ["www.harbor-shop.com", "https://www.harbor-shop.com", 200],
    ["www.harbor-shop.com", "https://harbor-shop.com", 403],
    ["www.harbor-shop.com", "http://www.harbor-shop.com", 403],
    ["www.harbor-shop.com", "https://www.harbor-shop.com:8443", 403],
    ["www.harbor-shop.com", "https://evil-www.harbor-shop.com", 403],
    ["www.harbor-shop.com", "https://www.harbor-shop.com.evil.test", 403],
    ["www.harbor-shop.com", "https://www.harbor-shop.com@evil.test", 403],
    ["www.harbor-shop.com", "https://WWW.harbor-shop.com", 403],
    ["harbor-shop.com", "https://evil-harbor-shop.com", 403],
    ["*.harbor-shop.com", "https://eu.harbor-shop.com", 200],
    ["*.harbor-shop.com", "https://harbor-shop.com", 403],
    ["*.harbor-shop.com", "https://a.b.harbor-shop.com", 403],
    ["*.harbor-shop.com", "https://.harbor-shop.com", 403],
    ["*.harbor-shop.com", "https://evilharbor-shop.com", 403],
    ["bücher-laden.de", "https://xn--bcher-laden-thb.de", 200],
    ["bücher-laden.de", "https://bucher-laden.de", 403],
    ["www.harbor-shop.com", "null", 403],
    ["www.harbor-shop.com", null, 403],
  ])("a widget for %s answers a page of %s with %i", async (allowed_hosts, from, status) => {
    const key = await widget(await clinic(), { allowed_hosts });
    for (const session of [false, true]) {
      const answer = await ask(key, { from, session });
      expect(answer.status).toBe(status);
      expect(cors(answer)).toBe(status === 200 ? from : null);
      expect(answer.headers.get("vary")).toContain("Origin");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
    const preflight = await ask(key, { from, session: true, method: "OPTIONS" });
    expect(preflight.status).toBe(status === 200 ? 204 : 403);
    expect(cors(preflight)).toBe(status === 200 ? from : null);
  });

  test.each([
    ["*.com", "belongs to everyone"],
    ["*.co.uk", "belongs to everyone"],
    ["*.github.io", "belongs to everyone"],
    ["*", "isn't a domain"],
    ["*.*.harbor-shop.com", "isn't a domain"],
    ["har bor", "isn't a domain"],
    ["localhost", "isn't a domain"],
    ["shop.internal", "can't be used"],
    ["192.168.0.1", "isn't a domain"],
    ["", "Enter the domain of your website"],
  ])("%s is no domain that a widget can have", async (allowed_hosts, words) => {
    const owner = await clinic();
    const answer = await owner.post(`/agents/${owner.agentId}/widget`, {
      enabled: "on",
      allowed_hosts,
      position: "right",
      greeting: "Hello!",
      color: "",
      intent: "save",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(words.replaceAll("'", "&#x27;"));
  });
});

describe("what closes the door", () => {
  const closed = async (owner: Clinic, key: string, status: number) => {
    const answer = await ask(key, { session: true });
    expect(answer.status).toBe(status);
    const { error } = await answer.json<{ error: string }>();
    expect(tracesIn(error)).toEqual([]);
    expect(await history(owner)).toEqual([]);
    return error;
  };

  test("an unknown key, and one that was replaced", async () => {
    const owner = await clinic();
    const old = await widget(owner);
    const { ticket } = await ticketFor(old);
    await owner.post(`/agents/${owner.agentId}/widget`, { intent: "renew" });
    const key = await keyOf(owner);
    expect(key).not.toBe(old);
    await closed(owner, old, 404);
    await closed(owner, "a".repeat(24), 404);
    expect((await knockWith(ticket, shop)).status).toBe(403);
    expect((await ask(key)).status).toBe(200);
  });

  test("switched off, with a ticket of before too", async () => {
    const owner = await clinic();
    const key = await widget(owner);
    const { ticket } = await ticketFor(key);
    await widget(owner, { enabled: "" });
    await closed(owner, key, 410);
    expect((await knockWith(ticket, shop)).status).toBe(403);
  });

  test("a website that is allowed no longer, with a ticket of before", async () => {
    const owner = await clinic();
    const { ticket } = await ticketFor(await widget(owner));
    await widget(owner, { allowed_hosts: "other-shop.com" });
    expect((await knockWith(ticket, shop)).status).toBe(403);
  });

  test.each([
    ["suspended", { platform_suspended_at: Date.now() }],
    ["deleted", { archived_at: Date.now() }],
    ["unpaid", { subscription_status: "past_due", past_due_since: 1 }],
  ] as const)("an organization that is %s, in polite words", async (_state, change) => {
    const owner = await clinic();
    const key = await widget(owner);
    await controlPlane()
      .update(control.organizations)
      .set(change)
      .where(eq(control.organizations.id, owner.organizationId));
    expect(await closed(owner, key, 409)).toContain("Thank you for calling");
  });

  test("a trial that is used up", async () => {
    const owner = await trialClinic(1_000_000);
    expect(await closed(owner, await widget(owner), 409)).toContain("Please try again later");
  });

  test("an agent that was archived", async () => {
    const owner = await clinic();
    const key = await widget(owner);
    await owner.store.numbers.assign({ id: owner.numberId, agent_id: null, now: Date.now() });
    await owner.store.agents.archive({ id: owner.agentId, now: Date.now() });
    await closed(owner, key, 409);
  });

  test("one network's ten conversations in ten minutes, and says when to come back", async () => {
    const key = await widget(await clinic());
    const ip = "203.0.113.90";
    for (let begun = 0; begun < 10; begun += 1)
      expect((await ask(key, { session: true, ip })).status).toBe(200);
    const refused = await ask(key, { session: true, ip });
    expect(refused.status).toBe(429);
    expect(cors(refused)).toBe(shop);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await refused.json<{ error: string }>()).error).toMatch(/try again in \d+ (?:minutes|seconds)/);
    expect((await ask(key, { session: true, ip: "203.0.113.91" })).status).toBe(200);
  });

  test("a widget's two hundred conversations in an hour, from all networks together", async () => {
    const owner = await clinic();
    const key = await widget(owner);
    // Tickets that are not used count for nothing.
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(key, { session: true })).status).toBe(200);
    const limit = eq(control.rateCounters.key, `widget-hour:${owner.organizationId}:${owner.agentId}`);
    expect(await controlPlane().select().from(control.rateCounters).where(limit)).toEqual([]);
    await talk(await ticketFor(key));
    await controlPlane().update(control.rateCounters).set({ count: 200 }).where(limit);
    const line = await lineOf((await ticketFor(key)).ticket);
    expect(await line.turn(0)).toContain("Too many conversations");
  });
});

describe("a conversation that goes on", () => {
  const going: [string, (owner: Clinic) => Promise<unknown>][] = [
    ["the key is replaced", (owner) => owner.post(`/agents/${owner.agentId}/widget`, { intent: "renew" })],
    [
      "the agent is archived",
      async (owner) => {
        await owner.store.numbers.assign({ id: owner.numberId, agent_id: null, now: Date.now() });
        return owner.store.agents.archive({ id: owner.agentId, now: Date.now() });
      },
    ],
    [
      "the organization is suspended",
      (owner) =>
        controlPlane()
          .update(control.organizations)
          .set({ platform_suspended_at: Date.now() })
          .where(eq(control.organizations.id, owner.organizationId)),
    ],
  ];
  test.each(going)("comes to its end when %s, and no other begins", async (_what, happens) => {
    const owner = await clinic();
    const key = await widget(owner);
    const { line } = await talk(await ticketFor(key));
    const { ticket } = await ticketFor(key);
    await happens(owner);
    expect(await line.say("My name is Marta Lindqvist")).not.toBe("");
    const next = await knockWith(ticket, shop);
    if (next.webSocket) {
      // A call that is refused says why, and is none of the running ones.
      next.webSocket.accept();
      next.webSocket.close();
    } else expect(next.status).toBe(403);
    expect(await owner.store.live.list()).toHaveLength(1);
    line.close();
    await vi.waitUntil(async () => (await owner.store.live.list()).length === 0);
  });
});

test("the last line of a plan is left to people who phone", async () => {
  const owner = await clinic();
  await controlPlane()
    .update(control.organizations)
    .set({ granted_limits: { lines: 2 } })
    .where(eq(control.organizations.id, owner.organizationId));
  const key = await widget(owner);
  await talk(await ticketFor(key));
  const full = await ask(key, { session: true });
  expect(full.status).toBe(409);
  expect((await full.json<{ error: string }>()).error).toContain("busy");
});

test("calls from browsers have a fifth of a plan's lines", async () => {
  const owner = await clinic();
  await controlPlane()
    .update(control.organizations)
    .set({ granted_limits: { lines: 10 } })
    .where(eq(control.organizations.id, owner.organizationId));
  const key = await widget(owner);
  for (let begun = 0; begun < 2; begun += 1) await talk(await ticketFor(key));
  expect((await ask(key, { session: true })).status).toBe(409);
});

test("one network has two conversations at once, and others still have theirs", async () => {
  const owner = await clinic();
  const key = await widget(owner);
  const ip = "203.0.113.92";
  for (let begun = 0; begun < 2; begun += 1) await talk(await ticketFor(key, { ip }), shop, ip);
  expect(await (await lineOf((await ticketFor(key, { ip })).ticket, shop, ip)).turn(0)).toContain("busy");
  const other = "203.0.113.93";
  expect((await talk(await ticketFor(key, { ip: other }), shop, other)).greeting).not.toContain("busy");
});

test("visitors reserve a third of a trial's rest, and the phone is still answered", async () => {
  const owner = await trialClinic(0);
  const key = await widget(owner);
  await talk(await ticketFor(key));
  expect((await ask(key, { session: true })).status).toBe(409);
  const { greeting } = await call(owner);
  expect(greeting).not.toContain("busy");
});

test("what comes too fast is refused before any database is asked", async () => {
  const owner = await clinic();
  const key = await widget(owner);
  const door = deployedWith({ EDGE_LIMIT: { limit: async () => ({ success: false }) } });
  const refused = await door(
    new Request(`${origin}/api/widget/${key}`, {
      headers: { origin: shop, "cf-connecting-ip": "203.0.113.94" },
    }),
  );
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("60");
});

test("the look of a widget may be a minute old, and is kept for each website by itself", async () => {
  const owner = await clinic();
  const key = await widget(owner);
  const before = await (await ask(key)).json();
  await widget(owner, { greeting: "Another greeting" });
  expect(await (await ask(key)).json()).toEqual(before);
  expect((await ask(key, { from: "https://evil.test" })).status).toBe(403);
});

test("a widget wears its organization's look, and nothing of the platform's", async () => {
  const owner = await clinic();
  const company_name = "Harbor & Sons";
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, company_name, primary_color: "#0f766e", updated_at: 1 });
  const key = await widget(owner);
  const answers = [await ask(key), await ask(key, { session: true }), await ask(key, { from: null })];
  for (const answer of answers.map((one) => one.clone()))
    expect(tracesIn(`${await answer.text()} ${JSON.stringify([...answer.headers])}`)).toEqual([]);
  expect(await answers[0]?.json()).toMatchObject({
    name: company_name,
    color: "#0f766e",
    greeting: "Hello from the harbor!",
    position: "right",
  });
});
