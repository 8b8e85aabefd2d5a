/** /testing: providers are pinged, any agent answers by text, many callers ring at once, and what cannot run here says so. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { counted, endedCalls, noLoad, readLines } from "#app/admin/many-callers.ts";
import { percentile } from "#app/admin/percentiles.ts";
import * as control from "#drizzle/control/schema.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { outsideFails } from "../status/arrange.ts";
import { deployedWith } from "../support/deployed.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { clinic, history } from "../support/telephone.ts";

beforeEach(() => anonymous().fetch("/sandbox/faults", { method: "DELETE" }));

const textOf = async (answer: Response) => pageText(await answer.text());

describe("providers", () => {
  test("each is asked, and the page tells how long it took", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    const before = await textOf(await admin.get("/testing"));
    expect(before).not.toContain("Median");
    const page = await textOf(await admin.post("/testing", { intent: "ping" }));
    for (const name of ["Twilio", "Resend", "Stripe", "Cloudflare"])
      expect(page).toMatch(new RegExp(`${name} [A-Za-z ]+\\d+ ms \\d+ ms Operational`));
  });

  test("one that fails is down, and one that is busy is degraded", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    await outsideFails("api.stripe.com", 5);
    await outsideFails("api.resend.com", 5, { status: 429 });
    const page = await textOf(await admin.post("/testing", { intent: "ping" }));
    expect(page).toMatch(/Stripe Payments \d+ ms \d+ ms Down/);
    expect(page).toMatch(/Resend Email \d+ ms \d+ ms Degraded/);
    expect(page).toMatch(/Twilio Calls and phone numbers \d+ ms \d+ ms Operational/);
  });
});

describe("agents", () => {
  test("of any organization are found, with their numbers, and answer by text", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    const place = await clinic();
    const found = await textOf(await admin.get(`/testing?q=${place.organizationId}`));
    expect(found).toContain("Bright Smile");
    const path = `/testing?organization=${place.organizationId}&agent=${place.agentId}`;
    const page = await (await admin.get(path)).text();
    expect(page).toContain(`/sandbox/phone?to=${encodeURIComponent(place.number)}`);
    const ids = { organization: place.organizationId, agent: place.agentId };
    const began = await admin.post(path, { ...ids, do: "call" });
    const html = await began.text();
    expect(began.status).toBe(200);
    expect(await pageText(html)).toContain("Agent:");
    const carried = /name="rehearsal"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
    const rehearsal = carried.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
    const answer = await admin.post(path, {
      ...ids,
      do: "say",
      say: "What are your opening hours?",
      rehearsal,
    });
    const said = await pageText(await answer.text());
    expect(said).toContain("You: What are your opening hours?");
    expect(said).toContain("Agent: Our hours are every day around the clock.");
    expect(await history(place)).toEqual([]);
  });

  test("R46: a conversation stands in the platform's trail and in the organization's, once", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    const place = await clinic();
    const ids = { organization: place.organizationId, agent: place.agentId };
    await admin.post("/testing", { ...ids, do: "call" });
    const events = await controlPlane()
      .select({ actor: control.auditEvents.actor_id, organization: control.auditEvents.organization_id })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.target, place.organizationId));
    expect(events).toEqual(
      expect.arrayContaining([
        { actor: admin.userId, organization: null },
        { actor: `platform:${admin.userId}`, organization: place.organizationId },
      ]),
    );
    const trail = await textOf(await place.get("/users/activity"));
    expect(trail).toContain("Support tried an agent by text");
    expect(trail).not.toContain(admin.email);
  });

  test("an agent of another organization, a deleted organization and an unknown one are not found", async () => {
    const admin = await memberOf({ isPlatformAdmin: true });
    const [one, other] = [await clinic(), await clinic()];
    const talk = (organization: string, agent: string) =>
      admin.post("/testing", { organization, agent, do: "call" });
    expect((await talk(one.organizationId, other.agentId)).status).toBe(404);
    expect((await talk(crypto.randomUUID(), one.agentId)).status).toBe(404);
    expect((await talk("", "")).status).toBe(404);
    await controlPlane()
      .update(control.organizations)
      .set({ archived_at: Date.now() })
      .where(eq(control.organizations.id, one.organizationId));
    expect((await talk(one.organizationId, one.agentId)).status).toBe(404);
  });

  test("a member who is no admin talks to none, also of their own", async () => {
    const place = await clinic();
    const answer = await place.post("/testing", {
      organization: place.organizationId,
      agent: place.agentId,
      do: "call",
    });
    expect(answer.status).toBe(403);
  });
});

describe("callers at once", () => {
  const desk = "+12125550142";
  const turns = [{ say: "What are your opening hours?" }, { hang_up: true }];

  test("each caller's wait for the first words and for the answer is told, and how the call ended", async () => {
    expect((await sandbox("/seed", { method: "POST" })).status).toBe(200);
    const answer = await post("/phone/load", { to: desk, callers: 4, turns });
    let load = noLoad(4);
    if (!answer.body) throw new Error("no body");
    await readLines(answer.body, (line) => {
      load = counted(load, line);
    });
    expect(endedCalls(load)).toBe(4);
    const answered = load.ended.completed ?? 0;
    expect(answered).toBeGreaterThan(0);
    expect([load.greetings.length, load.answers.length]).toEqual([answered, answered]);
    expect([...load.greetings, ...load.answers].every((ms) => ms >= 0)).toBe(true);
  });

  test("a number that nobody has fails for each caller", async () => {
    const answer = await post("/phone/load", { to: "+12125559999", callers: 2, turns });
    let load = noLoad(2);
    if (!answer.body) throw new Error("no body");
    await readLines(answer.body, (line) => {
      load = counted(load, line);
    });
    expect(load).toMatchObject({ ended: { failed: 2 }, greetings: [], error: "not in service" });
  });

  test.each([0, 101, 1.5])("%s callers are refused", async (callers) => {
    expect((await post("/phone/load", { to: desk, callers, turns })).status).toBe(400);
  });

  test("a deployment without a simulated phone says so, and offers neither calls nor the load", async () => {
    const door = deployedWith({ SIMULATED_PHONE: undefined });
    const admin = await memberOf({ isPlatformAdmin: true, door });
    const place = await clinic();
    const page = await (await admin.get(`/testing?organization=${place.organizationId}`)).text();
    expect(page).toContain("this deployment has no simulated phone");
    expect(page).toContain("no simulated phone here, call it from a real one");
    expect(page).not.toContain("/phone?to=");
    expect(page).not.toContain('name="callers"');
  });

  test("percentiles are those of the nearest rank", () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 95, 99, 100]);
    expect([percentile([], 0.5), percentile([7], 0.01)]).toEqual([null, 7]);
  });
});
