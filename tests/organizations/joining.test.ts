/** People with an address of a proven domain join without an invitation, where an owner lets them. */
import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { signUp, signUpForm, verify } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { unproven } from "../security/arrange.ts";
import { codeTo, mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf, type Person } from "../support/people.ts";

const db = controlPlane();

/** A domain that no other test uses. */
const newDomain = () => `${newId()}.example`;

/** A custom domain that is live, as its checks leave it. */
const liveDomain = (organizationId: string, host: string) => ({
  id: newId(),
  organization_id: organizationId,
  host,
  state: "live",
  proof: "x",
  proven_at: Date.now(),
  live_at: Date.now(),
  created_at: Date.now(),
  updated_at: Date.now(),
});

type House = { owner: Person; domain: string };

/** An owner whose organization has proven a domain, and whose people join. */
async function house(wanted: Parameters<typeof memberOf>[0] = {}): Promise<House> {
  const owner = await memberOf(wanted);
  const domain = newDomain();
  await db.insert(control.customDomains).values(liveDomain(owner.organizationId, domain));
  const answer = await allow(owner, domain);
  expect(answer.headers.get("location")).toBe("/users?done=joining-allow");
  return { owner, domain };
}

const allow = (person: Person, domain: string) => person.post("/users", { intent: "joining-allow", domain });
const stop = (person: Person, domain: string) => person.post("/users", { intent: "joining-stop", domain });

/** Signs up, proves the address, and says which organizations the newcomer belongs to. */
async function arrives(email: string, browser: Client = anonymous()) {
  await signUp(browser, email);
  await verify(browser, await codeTo(email));
  return { browser, memberships: await membershipsOf(email) };
}

async function membershipsOf(email: string) {
  const rows = await db
    .select({ id: control.organizationMembers.organization_id, role: control.organizationMembers.role })
    .from(control.users)
    .innerJoin(control.organizationMembers, eq(control.organizationMembers.user_id, control.users.id))
    .where(eq(control.users.email_folded, email.toLowerCase()));
  return rows.map(({ id, role }) => [id, role]);
}

const eventsOf = async ({ organizationId }: Person, action: string) =>
  db
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.organization_id, organizationId), eq(control.auditEvents.action, action)),
    );

/** An organization of their own, and nothing of the house. */
function isAlone(memberships: unknown[][], { owner }: House): boolean {
  return (
    memberships.length === 1 && memberships[0]?.[1] === "owner" && memberships[0][0] !== owner.organizationId
  );
}

test("a newcomer joins as a member, has no other organization, and owners read of it", async () => {
  const { owner, domain } = await house();
  const email = `sam@${domain}`;
  const { browser, memberships } = await arrives(email);
  expect(memberships).toEqual([[owner.organizationId, "member"]]);
  expect(await pageText(await (await browser.get("/agents")).text())).toContain("Bright Smile");
  const mail = await mailTo(owner.email, 2);
  expect(mail.subject).toContain(`${email} joined Bright Smile`);
  expect(await eventsOf(owner, "member.joined_by_domain")).toMatchObject([
    { changes: { domain, role: "member" } },
  ]);
});

test("upper case in the address makes no difference", async () => {
  const { owner, domain } = await house();
  const { memberships } = await arrives(`Sam@${domain.toUpperCase()}`);
  expect(memberships).toEqual([[owner.organizationId, "member"]]);
});

test("owners are told that it was allowed, and it is audited", async () => {
  const { owner, domain } = await house();
  expect((await mailTo(owner.email)).text).toContain(`everyone with a ${domain} address`);
  expect(await eventsOf(owner, "joining.allowed")).toMatchObject([
    { actor_id: owner.userId, changes: { domain } },
  ]);
  await stop(owner, domain);
  expect(await eventsOf(owner, "joining.stopped")).toHaveLength(1);
});

describe("nobody joins", () => {
  test("once it was turned off", async () => {
    const at = await house();
    await stop(at.owner, at.domain);
    expect(isAlone((await arrives(`sam@${at.domain}`)).memberships, at)).toBe(true);
  });

  test.each([
    ["a domain below it", (domain: string) => `sam@mail.${domain}`],
    ["a domain that ends with it", (domain: string) => `sam@not-${domain}`],
    ["the domain as a name", (domain: string) => `${domain}@people.test`],
  ])("with %s", async (_, addressAt) => {
    const at = await house();
    expect(isAlone((await arrives(addressAt(at.domain))).memberships, at)).toBe(true);
  });

  test.each([
    ["is not live any more", { state: "moved" }],
    ["fails", { failing_since: 1 }],
    ["is only claimed", { is_claim: true }],
    ["was never proven", { proven_at: null }],
  ] as const)("while the domain %s", async (_, change) => {
    const at = await house();
    await db.update(control.customDomains).set(change).where(eq(control.customDomains.host, at.domain));
    expect(isAlone((await arrives(`sam@${at.domain}`)).memberships, at)).toBe(true);
  });

  test.each([
    ["deleted", { archived_at: 1 }],
    ["suspended", { suspended_at: 1 }],
    ["suspended by the platform", { platform_suspended_at: 1 }],
  ])("while the organization is %s", async (_, change) => {
    const at = await house();
    await db
      .update(control.organizations)
      .set(change)
      .where(eq(control.organizations.id, at.owner.organizationId));
    expect(isAlone((await arrives(`sam@${at.domain}`)).memberships, at)).toBe(true);
  });

  test("beyond the places of the plan", async () => {
    const at = await house();
    for (let people = 1; people < 3; people++) await memberOf({ organizationId: at.owner.organizationId });
    await db
      .update(control.organizations)
      .set({ client_limits: { members: 3 } })
      .where(eq(control.organizations.id, at.owner.organizationId));
    const first = (await arrives(`sam@${at.domain}`)).memberships;
    const seats = await db
      .select()
      .from(control.organizationMembers)
      .where(eq(control.organizationMembers.organization_id, at.owner.organizationId));
    // The starter plan has at least so many.
    expect(seats.length).toBeGreaterThanOrEqual(3);
    expect(first).toHaveLength(1);
  });

  test("with an address of a mailbox provider, whatever stands in the table", async () => {
    const owner = await memberOf();
    await db.insert(control.customDomains).values(liveDomain(owner.organizationId, "gmx.ch"));
    expect((await allow(owner, "gmx.ch")).status).toBe(422);
    await db
      .insert(control.joiningDomains)
      .values({ domain: "gmx.ch", organization_id: owner.organizationId, created_at: 1 });
    const email = `${newId()}@gmx.ch`;
    expect(isAlone((await arrives(email)).memberships, { owner, domain: "gmx.ch" })).toBe(true);
  });
});

test("an invitation that waits stays the way in, with its own role", async () => {
  const at = await house();
  const email = `sam@${at.domain}`;
  await at.owner.post("/users", { intent: "invite", emails: email, role: "admin" });
  expect(isAlone((await arrives(email)).memberships, at)).toBe(true);
  const [waiting] = await db
    .select()
    .from(control.userInvitations)
    .where(eq(control.userInvitations.email, email));
  expect(waiting).toMatchObject({ accepted_at: null, revoked_at: null, role: "admin" });
});

test("a person whose invitation was revoked does not come in this way", async () => {
  const at = await house();
  const email = `sam@${at.domain}`;
  await at.owner.post("/users", { intent: "invite", emails: email, role: "member" });
  await db
    .update(control.userInvitations)
    .set({ revoked_at: 1 })
    .where(eq(control.userInvitations.email, email));
  expect(isAlone((await arrives(email)).memberships, at)).toBe(true);
});

test("a person who has an account already stays where they are", async () => {
  const at = await house();
  const person = await memberOf({ email: `mara@${at.domain}` });
  expect(await membershipsOf(person.email)).toEqual([[person.organizationId, "owner"]]);
  expect((await person.get("/dashboard")).status).toBe(200);
  expect(await membershipsOf(person.email)).toEqual([[person.organizationId, "owner"]]);
});

test("Google's word is enough where it hosts the mailbox, and elsewhere not", async () => {
  const at = await house();
  await continueWithGoogle(anonymous(), { email: `sam@${at.domain}`, hosted: true });
  expect(await membershipsOf(`sam@${at.domain}`)).toEqual([[at.owner.organizationId, "member"]]);
  await continueWithGoogle(anonymous(), { email: `kim@${at.domain}`, hosted: false });
  expect(isAlone(await membershipsOf(`kim@${at.domain}`), at)).toBe(true);
});

test("on the organization's own host the people of its domain sign up, and others read that they can't", async () => {
  const at = await house();
  const host = `voice.${at.domain}`;
  await db
    .insert(control.organizationBranding)
    .values({ organization_id: at.owner.organizationId, custom_domain: host, updated_at: Date.now() });
  const there = `https://${host}/auth?mode=signup`;
  const browser = anonymous();
  expect(await pageText(await (await browser.get(there)).text())).toContain(`Your ${at.domain} address.`);
  const refused = await anonymous().post(there, signUpForm(`sam@people.test`));
  expect(refused.status).toBe(403);
  expect(await pageText(await refused.text())).toContain(`Use an address of ${at.domain}`);
  const email = `sam@${at.domain}`;
  await browser.post(there, signUpForm(email));
  await browser.post(`https://${host}/auth`, { intent: "verify", code: await codeTo(email) });
  expect(await membershipsOf(email)).toEqual([[at.owner.organizationId, "member"]]);
  expect((await browser.get(`https://${host}/agents`)).status).toBe(200);
});

test("on another organization's host no one joins", async () => {
  const at = await house();
  const agency = await memberOf();
  const host = `voice.${newDomain()}`;
  await db
    .insert(control.organizationBranding)
    .values({ organization_id: agency.organizationId, custom_domain: host, updated_at: Date.now() });
  const answer = await anonymous().post(`https://${host}/auth?mode=signup`, signUpForm(`sam@${at.domain}`));
  expect(answer.status).toBe(403);
  expect(await membershipsOf(`sam@${at.domain}`)).toEqual([]);
});

test("only owners switch it, after a fresh proof, for a domain that is proven and not another's", async () => {
  const owner = await memberOf();
  const domain = newDomain();
  expect((await allow(owner, domain)).status).toBe(422);
  await db.insert(control.sendingDomains).values({
    organization_id: owner.organizationId,
    domain,
    local_part: "hello",
    status: "verified",
    created_at: 1,
    updated_at: 1,
  });
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  expect((await allow(admin, domain)).status).toBe(403);
  expect(await pageText(await (await admin.get("/users")).text())).not.toContain("Joining without");
  await unproven(owner);
  expect((await allow(owner, domain)).status).toBe(403);
  const other = await memberOf({ organizationId: owner.organizationId });
  expect((await allow(other, domain)).status).toBe(302);
  const rival = await memberOf();
  await db.insert(control.customDomains).values(liveDomain(rival.organizationId, domain));
  expect((await allow(rival, domain)).status).toBe(409);
  // The first cannot prove it any more: it gives way.
  await db
    .update(control.sendingDomains)
    .set({ status: "failed" })
    .where(eq(control.sendingDomains.domain, domain));
  expect((await allow(rival, domain)).status).toBe(302);
  expect((await arrives(`sam@${domain}`)).memberships).toEqual([[rival.organizationId, "member"]]);
});

test("the same code twice at once makes one member", async () => {
  const { owner, domain } = await house();
  const email = `sam@${domain}`;
  const browser = anonymous();
  await signUp(browser, email);
  const code = await codeTo(email);
  await Promise.all([verify(browser, code), verify(browser, code)]);
  expect(await membershipsOf(email)).toEqual([[owner.organizationId, "member"]]);
  expect(await eventsOf(owner, "member.joined_by_domain")).toHaveLength(1);
  expect(await mailsTo(owner.email)).toHaveLength(2);
});
