/** /admin/security and /admin/audit: what admins see of the platform, and what they do about it. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sealAudit } from "#app/audit/sealing.server.ts";
import { newId } from "#app/platform/id.ts";
import { watchChain } from "#app/watch/chain-watch.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, signIn } from "../accounts/arrange.ts";
import { withPassword } from "../security/arrange.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { act, reason } from "./customers.ts";

const db = controlPlane();
const page = "/admin/security";

const shown = async (person: Person, path = page) => pageText(await (await person.get(path)).text());
const deeds = async (person: Person, action: string) =>
  db
    .select()
    .from(control.auditEvents)
    .where(and(eq(control.auditEvents.actor_id, person.userId), eq(control.auditEvents.action, action)));

const admins = () => memberOf({ isPlatformAdmin: true });

/** Tries wrong passwords until no more are admitted. */
async function blocked(): Promise<Person> {
  const person = await memberOf();
  await withPassword(person.userId);
  for (let network = 1; network <= 3; network++) {
    const browser = anonymous({ ip: `203.0.${network}.7` });
    for (let n = 0; n < 5; n++) await signIn(browser, person.email, "Wrong-guess-99");
  }
  return person;
}

beforeEach(() => forgetLimits());

describe("sign-ins", () => {
  test("failures are counted by account and network, and a blocked account can be let in again", async () => {
    const admin = await admins();
    const person = await blocked();
    const before = await shown(admin);
    expect(before).toContain(person.email);
    expect(before).toContain("203.0.1");
    expect(before).toContain("Too many wrong passwords for this account. Until");
    expect(before).toContain("Too many wrong passwords for this account from one network. Until");
    const [counter] = (await db.select().from(control.rateCounters)).filter(({ key }) =>
      key.startsWith("sign-in-account:"),
    );
    const answer = await admin.post(page, { intent: "unblock", key: counter?.key ?? "" });
    expect(answer.headers.get("location")).toBe(`${page}?done=unblocked`);
    expect(await shown(admin)).not.toContain("Too many wrong passwords for this account. Until");
    expect(await deeds(admin, "limit.cleared")).toMatchObject([{ changes: { of: "account" } }]);
    expect(JSON.stringify(await deeds(admin, "limit.cleared"))).not.toContain(counter?.key ?? "none");
  });

  test("no other counter can be cleared, and none whose time is over", async () => {
    const admin = await admins();
    const now = Date.now();
    const counter = (key: string, window_start: number) => ({ key, window_start, count: 5000 });
    await db
      .insert(control.rateCounters)
      .values([
        counter("invite-day:x", now),
        counter("sign-in-account:over", now - 3_600_000),
        counter("refused:webhook", now),
      ]);
    for (const key of ["invite-day:x", "sign-in-account:over", "refused:webhook", "sign-in-account:"]) {
      const answer = await admin.post(page, { intent: "unblock", key });
      expect(answer.headers.get("location"), key).toBe(page);
    }
    expect(await db.select().from(control.rateCounters)).toHaveLength(3);
    expect(await deeds(admin, "limit.cleared")).toEqual([]);
  });
});

describe("sessions of admins", () => {
  test("another admin is signed out; oneself and members are not", async () => {
    const [admin, other, member] = [await admins(), await admins(), await memberOf()];
    const sessionOf = (person: Person) => (person.cookieValue("sid") ?? "").split(".")[0] ?? "";
    expect(await shown(admin)).toContain(other.email);
    expect(await shown(admin)).not.toContain(member.email);
    const end = (person: Person) => admin.post(page, { intent: "end-session", session: sessionOf(person) });
    expect((await end(admin)).status).toBe(400);
    await end(member);
    expect((await member.get("/dashboard")).status).toBe(200);
    expect((await end(other)).headers.get("location")).toBe(`${page}?done=ended`);
    expect((await other.get("/dashboard")).headers.get("location")).toContain("/auth");
    expect(await deeds(admin, "session.ended_by_admin")).toMatchObject([{ target: other.userId }]);
  });
});

describe("unusual activity", () => {
  test("a finding is shown until it is marked as seen, and can be looked up afterwards", async () => {
    const admin = await admins();
    const person = await memberOf();
    const id = newId();
    await db.insert(control.securityAlerts).values({
      id,
      rule: "account_failures",
      subject: id,
      user_id: person.userId,
      facts: { times: 1234 },
      created_at: Date.now(),
    });
    const words = `1,234 attempts to sign in to ${person.email} failed`;
    expect(await shown(admin)).toContain(words);
    await admin.post(page, { intent: "seen", alert: id });
    await admin.post(page, { intent: "seen", alert: id });
    expect(await shown(admin)).not.toContain(words);
    expect(await shown(admin, `${page}?alerts=all`)).toContain(words);
    expect(await deeds(admin, "security_alert.seen")).toHaveLength(1);
  });

  test("a rule of a later version has a name, and no fault", async () => {
    const id = newId();
    await db
      .insert(control.securityAlerts)
      .values({ id, rule: "moon_phase", subject: id, facts: {}, created_at: Date.now() });
    expect(await shown(await admins())).toContain("moon phase");
  });
});

test("R3: without a fresh proof nothing is shown and nothing is done", async () => {
  const admin = await admins();
  const other = await admins();
  await db
    .update(control.sessions)
    .set({ proven_at: Date.now() - 13 * 3_600_000 })
    .where(eq(control.sessions.user_id, admin.userId));
  for (const path of [page, "/admin/audit"])
    expect(await shown(admin, path), path).not.toContain(other.email);
  expect((await admin.get("/admin/audit/export")).status).toBe(403);
  const session = (other.cookieValue("sid") ?? "").split(".")[0] ?? "";
  expect((await admin.post(page, { intent: "end-session", session })).status).toBe(403);
  expect((await other.get("/dashboard")).status).toBe(200);
});

test("the age of secrets and visits of support are there, and no secret", async () => {
  const admin = await admins();
  const client = await memberOf();
  await db.insert(control.supportVisits).values({
    id: newId(),
    organization_id: client.organizationId,
    agency_id: admin.organizationId,
    user_id: admin.userId,
    user_name: "Ada Visitor",
    session_id: "x",
    reason: "Looking after the opening hours",
    started_at: Date.now(),
    ends_at: Date.now() + 60_000,
  });
  const text = await shown(admin);
  for (const words of ["TWILIO_AUTH_TOKEN", "Ada Visitor", "Looking after the opening hours"])
    expect(text).toContain(words);
  expect(await (await admin.get(page)).text()).not.toContain(carrierSettings.TWILIO_AUTH_TOKEN);
});

describe("the audit trail", () => {
  test("is filtered by person, organization, network and kind", async () => {
    const admin = await admins();
    const [one, two] = [await memberOf({ ip: "198.51.100.9" }), await memberOf()];
    const colleague = await memberOf({ role: "viewer", organizationId: one.organizationId });
    await one.post("/users", { intent: "role", member: colleague.userId, role: "member" });
    await two.post("/users", { intent: "invite", emails: `${newId()}@people.test`, role: "member" });
    const filtered = (query: string) => shown(admin, `/admin/audit?${query}`);
    const [role, invited] = ["'s role to member", "Invited someone"];
    for (const query of [
      `who=${one.email.toUpperCase()}`,
      `where=${one.organizationId}`,
      "network=198.51.100",
      "network=198.51.100.x",
    ]) {
      expect(await filtered(query), query).toContain(role);
      expect(await filtered(query), query).not.toContain(invited);
    }
    expect(await filtered(`who=${two.email}`)).toContain(invited);
    expect(await filtered("what=people")).toContain(invited);
    expect(await filtered("what=plan")).not.toContain(invited);
    for (const query of ["who=nobody@people.test", "where=No such house"])
      expect(await filtered(query)).toContain("No matching events");
  });

  test("of an organization, it says which admin did what to it, and why", async () => {
    const admin = await admins();
    const customer = await memberOf();
    await act(admin, customer, "suspend");
    const trail = await shown(admin, `/admin/audit?where=${customer.organizationId}`);
    expect(trail).toContain("Suspended a customer");
    expect(trail).toContain(admin.email);
    expect(trail).toContain(reason);
    await act(admin, customer, "resume");
  });

  test("a page that an admin looks at again and again is one event", async () => {
    const admin = await admins();
    for (let view = 0; view < 4; view++) await admin.get("/customer-management?q=nothing");
    await vi.waitFor(
      async () => {
        const views = await db
          .select()
          .from(control.auditEvents)
          .where(
            and(
              eq(control.auditEvents.actor_id, admin.userId),
              eq(control.auditEvents.target, "/customer-management"),
            ),
          );
        expect(views).toHaveLength(1);
      },
      { timeout: 20_000, interval: 200 },
    );
  });

  test("as a file it has networks and requests, and its download is in it", async () => {
    const admin = await admins();
    const answer = await admin.get(`/admin/audit/export?who=${admin.email}`);
    const lines = (await answer.text()).trimEnd().split("\r\n");
    expect(lines[0]).toContain("network,request_id,changes");
    expect(lines.some((line) => line.includes("audit.exported"))).toBe(true);
  });

  test("its chain is verified in the background, and on request by admins alone", async () => {
    const admin = await admins();
    await admin.get("/testing");
    await sealAudit(env, Date.now());
    await watchChain(env, Date.now());
    await watchChain(env, Date.now());
    expect(await shown(admin)).toContain("Intact");
    const verify = (person: Person, body: object) =>
      person.fetch("/functions/verify-audit", {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const whole = await (await verify(admin, {})).json();
    expect(whole).toMatchObject({ fault: null, next: { event_id: "" } });
    expect(await (await verify(admin, { from: { event_id: "" } })).json()).toMatchObject({
      fault: null,
      next: null,
    });
    expect((await verify(admin, { from: { sequence: -1, hash: "x" } })).status).toBe(400);
    expect((await verify(await memberOf(), {})).status).toBe(403);
    expect((await deeds(admin, "platform.viewed")).map(({ target }) => target)).toContain(
      "/functions/verify-audit",
    );
  });
});
