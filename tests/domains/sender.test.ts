/** The domain that an organization's mail comes from. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { checkDueSenders } from "#app/domains/sending-domain.server.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { post, RESEND_API_KEY, sandbox } from "../sandbox/world.ts";
import { at } from "../support/clock.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { page, setRecords } from "./domaining.ts";

const newDomain = () => `mail-${crypto.randomUUID()}.test`;
const setSender = (person: Person, address: string) => person.post(page, { intent: "sender", address });
const check = (person: Person) => person.post(page, { intent: "sender-check" });
const words = async (person: Person) => pageText(await (await person.get(page)).text());
const atProvider = async (name: string) =>
  z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse(await (await sandbox("/sending-domains")).json())
    .filter((one) => one.name === name);

/** The newest mail to someone whom this person invites. */
async function invited(person: Person) {
  const email = newAddress();
  expect(
    (await person.post("/users", { intent: "invite", emails: email, role: "viewer" })).status,
  ).toBeLessThan(400);
  return mailTo(email);
}

async function verified(): Promise<{ owner: Person; domain: string }> {
  const owner = await memberOf();
  const domain = newDomain();
  expect((await setSender(owner, `Hello@${domain}`)).status).toBe(302);
  await setRecords(domain);
  await check(owner);
  return { owner, domain };
}

test("mail comes from the organization's own address once its records are found, and answers go to its support", async () => {
  const owner = await memberOf();
  const domain = newDomain();
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    support_email: "care@harbor.test",
    updated_at: Date.now(),
  });
  expect((await setSender(owner, `hello@${domain}`)).status).toBe(302);
  const asked = await words(owner);
  for (const part of ["resend._domainkey", "v=spf1", "Waiting for records"]) expect(asked).toContain(part);
  expect(await invited(owner)).toMatchObject({ from: expect.stringContaining("no-reply@mail.localhost") });
  await setRecords(domain);
  await check(owner);
  expect(await words(owner)).toContain("Verified");
  expect(await invited(owner)).toMatchObject({
    from: `"Bright Smile" <hello@${domain}>`,
    reply_to: "care@harbor.test",
  });
});

test("a client without an address of its own sends from its agency's", async () => {
  const { owner, domain } = await verified();
  const client = await memberOf({ organization: { parent_organization_id: owner.organizationId } });
  expect((await invited(client)).from).toContain(`hello@${domain}`);
});

test("a domain whose records are gone is no sender any more, and mail that it refuses goes out from the neutral one", async () => {
  const { owner, domain } = await verified();
  await post("/sending-domains", { name: domain, status: "temporary_failure" });
  await sandbox("/dns", { method: "DELETE" });
  // The provider knows first: the row still says verified.
  const { provider_id } = (await controlPlane()
    .select()
    .from(control.sendingDomains)
    .where(eq(control.sendingDomains.domain, domain))
    .get()) ?? { provider_id: "" };
  await fetch(`https://api.resend.com/domains/${provider_id}`, {
    headers: { authorization: `Bearer ${RESEND_API_KEY}` },
  });
  expect((await invited(owner)).from).toBe('"Bright Smile via Callmail" <no-reply@callmail.example>');
  await checkDueSenders(env, Date.now() + 25 * hour_ms);
  expect(await words(owner)).toContain("Records missing");
  expect((await invited(owner)).from).toContain("no-reply@mail.localhost");
});

const rowFor = async ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(control.sendingDomains)
    .where(eq(control.sendingDomains.organization_id, organizationId))
    .get();
const actionsOf = async ({ organizationId }: Person) =>
  (
    await controlPlane()
      .select({ action: control.auditEvents.action })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.organization_id, organizationId))
  ).map(({ action }) => action);

test("cron notices that the records of a verified domain are gone: the owner is told once, and the neutral address sends", async () => {
  const { owner, domain } = await verified();
  expect((await invited(owner)).from).toContain(`hello@${domain}`);
  await post("/sending-domains", { name: domain, status: "temporary_failure" });
  const lost = Date.now() + 25 * hour_ms;
  await checkDueSenders(env, lost);
  await checkDueSenders(env, lost + 2 * hour_ms);
  expect(await words(owner)).toContain("Records missing");
  expect(await actionsOf(owner)).toContain("sender.lost");
  const told = await mailTo(owner.email);
  expect(told.subject).toContain("Email no longer comes from your own address");
  expect(told.text).toContain(`hello@${domain}`);
  expect(told.text).toContain("can't be found anymore. Put them back and we'll use the address again.");
  expect(told.from).not.toContain(domain);
  expect(await mailsTo(owner.email)).toHaveLength(1);
  expect((await invited(owner)).from).not.toContain(domain);
  // The records are back.
  await post("/sending-domains", { name: domain, status: null });
  await checkDueSenders(env, lost + 4 * hour_ms);
  expect(await words(owner)).toContain("Verified");
  expect((await invited(owner)).from).toContain(`hello@${domain}`);
});

test("a domain that nobody verified gives way to another organization that asks for it, which gets records of its own", async () => {
  const [squatter, owner] = [await memberOf(), await memberOf()];
  const domain = newDomain();
  await setSender(squatter, `a@${domain}`);
  const [first] = await atProvider(domain);
  expect((await setSender(owner, `hello@${domain}`)).status).toBe(302);
  const [second, ...others] = await atProvider(domain);
  expect(others).toEqual([]);
  expect(second?.id).not.toBe(first?.id);
  expect(await rowFor(squatter)).toBeUndefined();
  expect(await actionsOf(squatter)).toContain("sender.displaced");
  expect(await words(squatter)).not.toContain(domain);
  await setRecords(domain);
  await check(owner);
  expect((await invited(owner)).from).toContain(`hello@${domain}`);
  // Verified, it is its owner's.
  expect((await setSender(squatter, `a@${domain}`)).status).toBe(422);
  expect(await rowFor(owner)).toMatchObject({ status: "verified" });
});

test("records that were set since the last look, and records that are missing for a time, keep a domain", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const domain = newDomain();
  await setSender(owner, `hello@${domain}`);
  await setRecords(domain);
  const refused = await setSender(other, `a@${domain}`);
  expect(await pageText(await refused.text())).toContain("can't be used here");
  expect(await rowFor(owner)).toMatchObject({ status: "verified" });
  await post("/sending-domains", { name: domain, status: "temporary_failure" });
  await check(owner);
  expect((await setSender(other, `a@${domain}`)).status).toBe(422);
  expect(await rowFor(owner)).toMatchObject({ status: "temporary_failure" });
});

test("a domain does not change hands while the provider does not answer", async () => {
  const [squatter, owner] = [await memberOf(), await memberOf()];
  const domain = newDomain();
  await setSender(squatter, `a@${domain}`);
  await post("/faults", { host: "api.resend.com", path: "/domains", status: 500, times: 2 });
  const silent = await setSender(owner, `hello@${domain}`);
  expect(await pageText(await silent.text())).toContain("couldn't set it up just now");
  await sandbox("/faults", { method: "DELETE" });
  expect(await rowFor(squatter)).toMatchObject({ domain });
  expect(await atProvider(domain)).toHaveLength(1);
});

test("a domain that is not verified within seven days is given up by cron, and its owner is told", async () => {
  const owner = await memberOf();
  const domain = newDomain();
  await setSender(owner, `hello@${domain}`);
  const set = Date.now();
  await checkDueSenders(env, set + 7 * day_ms - minute_ms);
  expect(await rowFor(owner)).toMatchObject({ domain });
  await checkDueSenders(env, set + 7 * day_ms + hour_ms);
  expect(await rowFor(owner)).toBeUndefined();
  expect(await atProvider(domain)).toEqual([]);
  expect(await actionsOf(owner)).toContain("sender.given_up");
  const told = await mailTo(owner.email);
  expect(told.subject).toContain("Your email address wasn't verified");
  expect(told.text).toContain(`hello@${domain} for 7 days`);
  expect(await words(owner)).toContain("Use this address");
});

test("a domain that was verified has seven days from the loss", async () => {
  const { owner, domain } = await verified();
  const lost = Date.now() + 30 * day_ms;
  await post("/sending-domains", { name: domain, status: "failed" });
  await at(lost, () => checkDueSenders(env, lost));
  await at(lost + 6 * day_ms, () => checkDueSenders(env, lost + 6 * day_ms));
  expect(await rowFor(owner)).toMatchObject({ status: "failed" });
  await at(lost + 7 * day_ms, () => checkDueSenders(env, lost + 7 * day_ms));
  expect(await rowFor(owner)).toBeUndefined();
});

test.each([
  ["no address", "Invalid email address"],
  ["a@localhost", "Invalid email address"],
  ["a@app.test", "belongs to this platform"],
  ["a@mail.localhost", "can't be used on the internet"],
  ["a@x.netlify.app", "hosting service"],
  ["me@gmail.com", "Use an address at a domain you own"],
  ["a@xn--a.com", "not a domain"],
  ["a\r\nBcc: v@z@acme.test", "Invalid email address"],
])("%j is refused at the field", async (address, said) => {
  const owner = await memberOf();
  const answer = await setSender(owner, address);
  expect(answer.status).toBe(422);
  expect(await pageText(await answer.text())).toContain(said);
});

test("a provider that does not answer, and a domain that it has for another account, are said", async () => {
  const owner = await memberOf();
  await post("/faults", { host: "api.resend.com", path: "/domains", status: 500 });
  const silent = await setSender(owner, `a@${newDomain()}`);
  expect(await pageText(await silent.text())).toContain("couldn't set it up just now");
  const { domain } = await verified();
  const taken = await setSender(owner, `a@${domain}`);
  expect(await pageText(await taken.text())).toContain("can't be used here");
  expect(await words(owner)).not.toContain("Stop sending");
});

test("two colleagues who set one at once leave one at the provider", async () => {
  const owner = await memberOf();
  const [one, other] = [newDomain(), newDomain()];
  const answers = await Promise.all([setSender(owner, `a@${one}`), setSender(owner, `a@${other}`)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
  expect([...(await atProvider(one)), ...(await atProvider(other))]).toHaveLength(1);
});

test("a sender that is removed is deleted at the provider, and so is a purged organization's", async () => {
  const { owner, domain } = await verified();
  expect((await owner.post(page, { intent: "sender-remove" })).status).toBe(302);
  expect(await atProvider(domain)).toEqual([]);
  expect((await invited(owner)).from).toContain("no-reply@mail.localhost");
  const second = await verified();
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: 1, purge_at: 2 })
    .where(eq(control.organizations.id, second.owner.organizationId));
  await purgeDeleted(env, Date.now());
  expect(await atProvider(second.domain)).toEqual([]);
});
