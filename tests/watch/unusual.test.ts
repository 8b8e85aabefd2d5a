/** What is unusual is found by cron, stored once, and mailed to those whom it concerns. */
import { env } from "cloudflare:workers";
import { and, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { watchChain } from "#app/watch/chain-watch.server.ts";
import { watchSecrets } from "#app/watch/secret-ages.server.ts";
import { watchActivity } from "#app/watch/unusual.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits } from "../accounts/arrange.ts";
import { withPassword } from "../security/arrange.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";

const db = controlPlane();
const day = 86_400_000;

type Event = Partial<typeof control.auditEvents.$inferInsert> & { action: string };
const happened = async (count: number, event: Event, ago_ms = 60_000) => {
  const at = Date.now() - ago_ms;
  const rows = Array.from({ length: count }, () => ({ id: newId(at), created_at: at, ...event }));
  for (let from = 0; from < count; from += 8)
    await db.insert(control.auditEvents).values(rows.slice(from, from + 8));
};

const found = (rule: string, { userId }: Person) =>
  db
    .select()
    .from(control.securityAlerts)
    .where(and(eq(control.securityAlerts.rule, rule), eq(control.securityAlerts.user_id, userId)));

const watch = () => watchActivity(env, Date.now());
const subjectsOf = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

const comesFrom = async (person: Person, country: string) => {
  const browser = anonymous();
  await forgetLimits();
  await browser.post(
    "/auth",
    { intent: "sign-in", email: person.email, password: "Violet-harbor-27" },
    { "cf-ipcountry": country },
  );
};

test("a sign-in from a new country is told to the person; the first country and known ones are not", async () => {
  const person = await memberOf();
  await withPassword(person.userId);
  await comesFrom(person, "DE");
  await watch();
  expect(await found("new_country", person)).toEqual([]);
  await comesFrom(person, "ES");
  await watch();
  await watch();
  expect(await found("new_country", person)).toMatchObject([{ facts: { country: "ES" } }]);
  const mail = await mailTo(person.email);
  expect(mail.subject).toContain("New sign-in from another country");
  expect(mail.text).toContain("from Spain");
  expect(mail.text).toContain("/security");
  await comesFrom(person, "DE");
  await watch();
  expect(await mailsTo(person.email)).toHaveLength(1);
});

test("many failures on one account, and one below them", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const [attacked, lucky] = [await memberOf(), await memberOf()];
  await happened(20, { action: "session.refused", target: attacked.userId });
  await happened(19, { action: "session.refused", target: lucky.userId });
  await watch();
  expect(await found("account_failures", attacked)).toMatchObject([{ facts: { times: 20 } }]);
  expect(await found("account_failures", lucky)).toEqual([]);
  await watch();
  expect(await found("account_failures", attacked)).toHaveLength(1);
  const told = await subjectsOf(admin.email);
  expect(told.filter((subject) => subject.includes("failed sign-ins to one account"))).toHaveLength(1);
  expect(await mailsTo(attacked.email)).toEqual([]);
});

test("noise of one rule is told in few mails, and hides no finding of another", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  for (let person = 0; person < 12; person++) {
    const { userId } = await memberOf();
    await happened(20, { action: "session.refused", target: userId });
  }
  const other = await memberOf({ isPlatformAdmin: true });
  await watch();
  const subjects = await subjectsOf(admin.email);
  const noise = subjects.filter((subject) => /failed sign-ins to one account/i.test(subject));
  // Five of their own, and one that says how many more there are.
  expect(noise).toHaveLength(6);
  expect(await found("platform_admin", other)).toHaveLength(1);
  expect(subjects.some((subject) => /platform admin/i.test(subject))).toBe(true);
});

test("failures of hours ago are not unusual now", async () => {
  const person = await memberOf();
  await happened(40, { action: "session.refused", target: person.userId }, 2 * 3_600_000);
  await watch();
  expect(await found("account_failures", person)).toEqual([]);
});

test("many failures from one network", async () => {
  await happened(100, { action: "session.refused", ip_prefix: "192.0.2" });
  await happened(99, { action: "session.refused", ip_prefix: "198.51.100" });
  await watch();
  const networks = await db
    .select()
    .from(control.securityAlerts)
    .where(eq(control.securityAlerts.rule, "network_failures"));
  expect(networks.map(({ facts }) => facts)).toEqual([{ network: "192.0.2", times: 100 }]);
});

test("many downloads by one person are told to the owners of the organization", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await happened(5, {
    action: "clients.exported",
    actor_id: admin.userId,
    organization_id: owner.organizationId,
  });
  await watch();
  expect(await found("mass_export", admin)).toMatchObject([
    { organization_id: owner.organizationId, facts: { times: 5 } },
  ]);
  expect((await mailTo(owner.email)).text).toContain(`${admin.email} downloaded data 5 times`);
  expect(await mailsTo(admin.email)).toEqual([]);
});

test("setups, archives and what a platform admin exports count as downloads", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const at = { actor_id: admin.userId, organization_id: admin.organizationId };
  for (const action of ["agent.exported", "data.export_downloaded", "customer.export_asked"])
    await happened(2, { ...at, action });
  await watch();
  expect(await found("mass_export", admin)).toMatchObject([{ facts: { times: 6 } }]);
});

test("a new owner and many role changes are told to the owners", async () => {
  const owner = await memberOf();
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await owner.post("/users", { intent: "role", member: other.userId, role: "owner" });
  await watch();
  expect(await found("owner_made", other)).toMatchObject([{ organization_id: owner.organizationId }]);
  expect((await mailTo(owner.email)).text).toContain(`made ${other.email} an owner`);
  await happened(5, {
    action: "member.role_changed",
    actor_id: owner.userId,
    organization_id: owner.organizationId,
    changes: { role: "viewer" },
  });
  await watch();
  expect(await found("role_changes", owner)).toHaveLength(1);
});

test("a platform admin who was entered by hand is told to the others", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await watch();
  const other = await memberOf();
  await db.insert(control.userRoles).values({ user_id: other.userId, role: "admin", created_at: Date.now() });
  await watch();
  expect(await found("platform_admin", other)).toHaveLength(1);
  const texts = (await mailsTo(admin.email)).map(({ text }) => text);
  expect(texts.some((text) => text.includes(`${other.email} is a platform admin now`))).toBe(true);
});

test("webhooks with wrong signatures", async () => {
  const hour = Date.now() - (Date.now() % 3_600_000);
  await db
    .insert(control.rateCounters)
    .values({ key: "refused:webhook", window_start: hour, count: 25 })
    .onConflictDoUpdate({
      target: [control.rateCounters.key, control.rateCounters.window_start],
      set: { count: 25 },
    });
  await watch();
  const [alert] = await db
    .select()
    .from(control.securityAlerts)
    .where(eq(control.securityAlerts.rule, "bad_signatures"));
  expect(Number(alert?.facts.times)).toBeGreaterThanOrEqual(25);
});

test("two runs at once tell it once", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await happened(6, {
    action: "audit.exported",
    actor_id: admin.userId,
    organization_id: owner.organizationId,
  });
  await Promise.all([watch(), watch(), watch()]);
  expect(await found("mass_export", admin)).toHaveLength(1);
  await mailTo(owner.email);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test("no name and no address of a person is stored with a finding", async () => {
  const rows = await db.select().from(control.securityAlerts);
  expect(rows.length).toBeGreaterThan(5);
  expect(JSON.stringify(rows)).not.toMatch(/@/);
});

test("a secret's age begins when it is first seen, and again when it changes", async () => {
  const now = Date.now();
  const ageOf = async (name: string) =>
    (await db.select().from(control.secretAges).where(eq(control.secretAges.name, name)))[0];
  await watchSecrets(env, now - 400 * day);
  await watchSecrets(env, now - 300 * day);
  expect((await ageOf("RESEND_API_KEY"))?.since).toBe(now - 400 * day);
  await watchSecrets({ ...env, RESEND_API_KEY: "re_another_key" }, now - 2 * day);
  expect((await ageOf("RESEND_API_KEY"))?.since).toBe(now - 2 * day);
  await watchSecrets({ ...env, RESEND_API_KEY: "re_another_key" }, now);
  const old = await db
    .select()
    .from(control.securityAlerts)
    .where(like(control.securityAlerts.subject, "old_secret:%"));
  expect(old.map(({ facts }) => facts.name)).toContain("TWILIO_AUTH_TOKEN");
  expect(old.map(({ facts }) => facts.name)).not.toContain("RESEND_API_KEY");
  expect(JSON.stringify(await db.select().from(control.secretAges))).not.toContain(
    carrierSettings.TWILIO_AUTH_TOKEN,
  );
});

test("a broken chain is noticed by cron and told to the platform's admins", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const { sealAudit } = await import("#app/audit/sealing.server.ts");
  await happened(3, { action: "agent.changed", actor_id: admin.userId });
  await sealAudit(env, Date.now());
  const [line] = await db
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, admin.userId));
  await db
    .update(control.auditEvents)
    .set({ action: "agent.created" })
    .where(eq(control.auditEvents.id, line?.id ?? ""));
  await watchChain(env, Date.now());
  await watchChain(env, Date.now());
  const [alert, another] = await db
    .select()
    .from(control.securityAlerts)
    .where(eq(control.securityAlerts.rule, "broken_chain"));
  expect(alert?.facts).toEqual({ kind: "changed", event: line?.id });
  expect(another).toBeUndefined();
  const texts = (await mailsTo(admin.email)).map(({ text }) => text);
  expect(
    texts.some((text) => text.includes("The audit trail is not intact") || text.includes("changed, removed")),
  ).toBe(true);
});
