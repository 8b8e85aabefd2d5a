/** Who may be on a tenant's host: the people of what lives there. A tenant may lead its host to machines of its own, which read every token and cookie that is sent there. */
import { and, desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson, signUpForm } from "../accounts/arrange.ts";
import { appCode, enter, withAuthenticator } from "../factors/arrange.ts";
import { softwareKey } from "../factors/software-key.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { invited } from "../organizations/inviting.ts";
import { withPassword } from "../security/arrange.ts";
import { codeTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  goodPassword,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";
import { depart, joins, leaves, placeOf, tenantsHost } from "./crossing.ts";
import { askForLink, choosePassword, linkIn, nextPassword } from "./resetting.ts";

const noAccess = "You don't have access to Harbor, Inc.";
const textOf = async (answer: Response): Promise<string> => pageText(await answer.text());
const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));
const tokensOf = (userId: string) =>
  controlPlane().select().from(control.oneTimeTokens).where(eq(control.oneTimeTokens.user_id, userId));
const held = (browser: Client) => ["sid", "fid", "pid"].filter((name) => browser.cookieValue(name));
const signIn = (browser: Client, address: string, email: string, password = goodPassword) =>
  browser.post(address, { intent: "sign-in", email, password });

const memberIn = (owner: Person) => memberOf({ role: "member", organizationId: owner.organizationId });

/** A member of a tenant's organization who owns another one besides. */
async function sharedPerson() {
  const { owner, host, at } = await tenantsHost();
  const person = await memberOf();
  await joins(person.userId, owner);
  return { owner, host, at, person };
}

test("a link that carries a tenant's own state makes no token for somebody who isn't a member there", async () => {
  const { host, at } = await tenantsHost();
  // The tenant sets out itself, keeps the cookie, and has a stranger follow the address.
  const tenant = anonymous();
  const planted = await depart(tenant, at);
  for (const victim of [await memberOf(), await memberOf({ isPlatformAdmin: true })]) {
    const answer = await victim.get(planted, {
      "sec-fetch-site": "cross-site",
      "sec-fetch-dest": "document",
    });
    expect(answer.status).toBe(403);
    const text = await textOf(answer);
    expect(text).toContain(noAccess);
    expect(text).toContain(`You're signed in as ${victim.email}`);
    expect(await tokensOf(victim.userId)).toEqual([]);
    const refusals = await controlPlane()
      .select({ action: control.auditEvents.action, target: control.auditEvents.target })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.actor_id, victim.userId));
    expect(refusals).toEqual([{ action: "session.crossing_refused", target: host }]);
    expect((await victim.get("/agents")).status).toBe(200);
  }
});

test("a person without access goes on to their own dashboard, or signs out and comes back with another account", async () => {
  const { owner, host, at } = await tenantsHost();
  const member = await memberIn(owner);
  await withPassword(member.userId);
  const browser = await memberOf();
  const address = `/auth?ref=${host}&returnPath=%2Fagents`;
  expect(await (await browser.get(address)).text()).toContain('href="https://app.test/dashboard"');
  const left = await browser.post(address, { intent: "leave" });
  expect([left.status, placeOf(left)]).toEqual([302, address]);
  expect(held(browser)).toEqual([]);
  await signIn(browser, address, member.email);
  const tenant = anonymous();
  const departing = placeOf(await browser.get(address));
  const back = placeOf(await browser.get(placeOf(await tenant.get(departing))));
  expect(placeOf(await tenant.get(back))).toBe("/agents");
  expect((await tenant.get(at("/agents"))).status).toBe(200);
});

test("a token opens nothing once its person has left the organization, with and without having set out", async () => {
  const { owner, at } = await tenantsHost();
  const person = await memberIn(owner);
  const tenant = anonymous();
  const back = placeOf(await person.get(await depart(tenant, at)));
  const answer = await person.fetch("/functions/generate-auth-token", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ userId: person.userId }),
  });
  const { token }: { token: string } = await answer.json();
  await leaves(person.userId, owner);
  expect((await tenant.get(back)).status).toBe(400);
  const other = at(`/auth/callback?token=${token}`);
  expect((await anonymous().get(other)).status).toBe(400);
  expect((await anonymous().post(other, { intent: "continue" })).status).toBe(400);
  expect(await sessionsOf(person.userId)).toHaveLength(1);
  expect((await tokensOf(person.userId)).map(({ used_at }) => used_at)).toEqual([null, null]);
});

test("generate-auth-token refuses an account without a membership on the host, and notes it", async () => {
  const { person, owner, at, host } = await sharedPerson();
  await person.get(await depart(anonymous(), at));
  await leaves(person.userId, owner);
  const answer = await person.fetch("/functions/generate-auth-token", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ userId: person.userId }),
  });
  expect([answer.status, await answer.json()]).toEqual([403, { error: "You can't do that here." }]);
  const [last] = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, person.userId))
    .orderBy(desc(control.auditEvents.id))
    .limit(1);
  expect(last).toMatchObject({ action: "session.crossing_refused", target: host });
});

test("a session on a tenant's host shows the organizations that live there, and no other", async () => {
  const { person, at, host, owner } = await sharedPerson();
  await controlPlane()
    .update(control.organizations)
    .set({ name: "Elsewhere Dental" })
    .where(eq(control.organizations.id, person.organizationId));
  const tenant = anonymous();
  await tenant.get(placeOf(await person.get(await depart(tenant, at))));
  for (const page of ["/dashboard", "/organizations", "/settings", "/users"]) {
    const html = await (await tenant.get(at(page))).text();
    expect(html, page).not.toContain("Elsewhere Dental");
    expect(html, page).not.toContain(person.organizationId);
  }
  expect(await (await person.get("/organizations")).text()).toContain("Elsewhere Dental");
  // The profile's hint and the cookie that names it are none of this host's.
  const asked = { cookie: `${tenant.cookie}; __Host-active_organization_id=${person.organizationId}` };
  expect(await (await tenant.get(at("/dashboard"), asked)).text()).toContain(owner.organizationId);
  // Taken to the main host, what the tenant's host was sent opens nothing.
  expect(placeOf(await anonymous().get("/agents", { cookie: tenant.cookie }))).toBe(
    "/auth?returnPath=%2Fagents",
  );
  expect(new Set((await sessionsOf(person.userId)).map((row) => row.host))).toEqual(new Set([host, null]));
});

test("a session of the main host, or of another tenant's, opens nothing on a tenant's host", async () => {
  const { person, at } = await sharedPerson();
  const other = await tenantsHost();
  await joins(person.userId, other.owner);
  expect(placeOf(await anonymous().get(at("/agents"), { cookie: person.cookie }))).toContain("/auth");
  const there = anonymous();
  await there.get(placeOf(await person.get(await depart(there, other.at))));
  expect((await there.get(other.at("/agents"))).status).toBe(200);
  expect(placeOf(await anonymous().get(at("/agents"), { cookie: there.cookie }))).toContain("/auth");
});

test("a session whose person has left the organization opens nothing more there, and says so", async () => {
  const { person, at, owner } = await sharedPerson();
  const tenant = anonymous();
  await tenant.get(placeOf(await person.get(await depart(tenant, at))));
  await leaves(person.userId, owner);
  expect(placeOf(await tenant.get(at("/agents")))).toBe("/auth");
  const screen = await tenant.get(at("/auth"));
  expect(screen.status).toBe(403);
  expect(await textOf(screen)).toContain(noAccess);
  expect(placeOf(await tenant.get(at("/organizations/new")))).toBe("https://app.test/organizations/new");
  expect((await person.get("/agents")).status).toBe(200);
});

test("an account with an authenticator gives its code again on the tenant's host before anything opens", async () => {
  const { owner, host, at } = await tenantsHost();
  const person = await memberIn(owner);
  const authenticator = await withAuthenticator(person.userId);
  await controlPlane()
    .update(control.sessions)
    .set({ factor: "totp", factor_proven_at: Date.now() })
    .where(eq(control.sessions.user_id, person.userId));
  const tenant = anonymous();
  const arrived = await tenant.get(placeOf(await person.get(await depart(tenant, at, "/numbers"))));
  expect([arrived.status, placeOf(arrived)]).toEqual([303, "/auth?returnPath=%2Fnumbers"]);
  expect(held(tenant)).toEqual(["fid"]);
  expect(placeOf(await tenant.get(at("/agents")))).toContain("/auth");
  const step = at(placeOf(arrived));
  expect(await textOf(await tenant.get(step))).toContain("Two-factor authentication");
  const entered = await enter(tenant, appCode(authenticator), {}, step);
  expect([entered.status, placeOf(entered)]).toEqual([302, "/numbers"]);
  expect((await tenant.get(at("/agents"))).status).toBe(200);
  const [main, crossed] = (await sessionsOf(person.userId)).sort((a, b) => a.created_at - b.created_at);
  expect(crossed).toMatchObject({ host, kind: "full", factor: "totp", crossed_from: main?.id });
  await person.post("/sign-out");
  expect(placeOf(await tenant.get(at("/agents")))).toContain("/auth");
});

test("signing out on the main host ends a two-factor step that is under way on a tenant's", async () => {
  const { owner, at } = await tenantsHost();
  const person = await memberIn(owner);
  const authenticator = await withAuthenticator(person.userId);
  const tenant = anonymous();
  const arrived = await tenant.get(placeOf(await person.get(await depart(tenant, at))));
  await person.post("/sign-out");
  expect((await enter(tenant, appCode(authenticator), {}, at(placeOf(arrived)))).status).toBe(401);
  expect(await sessionsOf(person.userId)).toEqual([]);
});

test("on a tenant's host the right password of somebody else's account begins no session, and a wrong one says no more than ever", async () => {
  const { at } = await tenantsHost();
  const { email } = await provenPerson();
  const browser = anonymous();
  const wrong = await signIn(browser, at("/auth"), email, "Amber-lighthouse-61");
  const unknown = await signIn(anonymous(), at("/auth"), newAddress(), "Amber-lighthouse-61");
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  for (const answer of [wrong, unknown]) expect(await textOf(answer)).not.toContain("access");
  const right = await signIn(browser, at("/auth"), email);
  expect(right.status).toBe(403);
  const text = await right.text();
  expect(await pageText(text)).toContain(noAccess);
  expect(text).toContain('href="https://app.test/dashboard"');
  expect(held(browser)).toEqual([]);
  // It was right: no try is spent.
  for (let tries = 0; tries < 6; tries++)
    expect((await signIn(anonymous(), at("/auth"), email)).status).toBe(403);
});

test("an account with an authenticator is told before its code is asked for", async () => {
  const { at } = await tenantsHost();
  const person = await memberOf();
  await withPassword(person.userId);
  await withAuthenticator(person.userId);
  const browser = anonymous();
  expect((await signIn(browser, at("/auth"), person.email)).status).toBe(403);
  expect(held(browser)).toEqual([]);
});

test("a member signs in on the tenant's host itself, whatever else they belong to", async () => {
  const { person, at, host } = await sharedPerson();
  await withPassword(person.userId);
  const browser = anonymous();
  await browser.get(at("/auth"));
  const signedIn = await signIn(browser, at("/auth?returnPath=/agents"), person.email);
  expect([signedIn.status, placeOf(signedIn)]).toEqual([302, "/agents"]);
  // Whether they may be here is read with the account, before the hash: as many trips as on the main host.
  expect(signedIn.headers.get("server-timing")).toMatch(/d1;desc="2".*hash;desc="1"/);
  expect((await browser.get(at("/agents"))).status).toBe(200);
  expect((await sessionsOf(person.userId)).map((row) => row.host)).toContain(host);
});

test("a passkey that was made on a tenant's host signs in there no more once its person has left", async () => {
  const { owner, host, at } = await tenantsHost();
  const person = await memberOf({ organizationId: owner.organizationId, host });
  const key = await softwareKey(at(""));
  const options = async (browser: Client, purpose: string): Promise<unknown> =>
    (await browser.post(at("/passkeys/options"), { for: purpose })).json();
  const credential = await key.create(await options(person, "add"));
  expect((await person.post(at("/mfa-setup"), { intent: "passkey-add", credential })).status).toBe(302);
  const use = async (browser: Client) =>
    browser.post(at("/auth"), {
      intent: "passkey",
      credential: await key.get(await options(browser, "use")),
    });
  expect((await use(anonymous())).status).toBe(302);
  await leaves(person.userId, owner);
  const browser = anonymous();
  const answer = await use(browser);
  expect(answer.status).toBe(403);
  expect(await textOf(answer)).toContain(noAccess);
  expect(held(browser)).toEqual([]);
});

test("a code entered on a tenant's host opens no session there without a membership or an invitation", async () => {
  const { at } = await tenantsHost();
  const { email } = await pendingPerson();
  await controlPlane()
    .update(control.emailCodes)
    .set({ created_at: 0 })
    .where(eq(control.emailCodes.email, email));
  const browser = anonymous();
  expect((await signIn(browser, at("/auth"), email)).status).toBe(302);
  const code = await codeTo(email);
  const answer = await browser.post(at("/auth"), { intent: "verify", code });
  expect(answer.status).toBe(403);
  expect(await textOf(answer)).toContain("Accounts are by invitation only.");
  expect(held(browser)).not.toContain("sid");
  expect((await signIn(anonymous(), "/auth?returnPath=/agents", email)).status).toBe(302);
});

test("on a tenant's host, and on the main one for it, accounts are by invitation", async () => {
  const { at, host } = await tenantsHost();
  for (const screen of [at("/auth"), `/auth?ref=${host}`]) {
    const mode = `${screen}${screen.includes("?") ? "&" : "?"}mode=signup`;
    expect(await textOf(await anonymous().get(mode)), screen).toContain("Accounts are by invitation");
    expect(await (await anonymous().get(screen)).text(), screen).not.toContain("Create account");
    const email = newAddress();
    const browser = anonymous();
    const answer = await browser.post(mode, signUpForm(email));
    expect(answer.status, screen).toBe(403);
    expect(await textOf(answer), screen).toContain("Accounts are by invitation");
    expect(held(browser)).toEqual([]);
    const made = await controlPlane().select().from(control.users).where(eq(control.users.email, email));
    expect(made).toEqual([]);
  }
  expect(await textOf(await anonymous().get("/auth?mode=signup"))).toContain("Create your account");
});

test("Google makes no account for a newcomer who comes for a tenant's host without an invitation", async () => {
  const { host } = await tenantsHost();
  const email = newAddress();
  const browser = anonymous();
  const answer = await continueWithGoogle(browser, { email }, `?ref=${host}`);
  expect(answer.status).toBe(403);
  expect(await textOf(answer)).toContain("you need an invitation to create one");
  expect(held(browser)).toEqual([]);
  expect(
    await controlPlane().select().from(control.users).where(eq(control.users.email_folded, email)),
  ).toEqual([]);
});

test("an invitation opens on the main host and on that of its own organization, and on no other", async () => {
  const { owner } = await tenantsHost();
  const elsewhere = await tenantsHost();
  const { email, link } = await invited(owner);
  const invalid = "This invitation link is invalid or has expired.";
  expect(await textOf(await anonymous().get(elsewhere.at(link)))).toContain(invalid);
  expect((await anonymous().get(link)).status).toBe(200);
  // Invited here and to nothing there: the right password opens nothing there.
  const person = await memberOf({ email });
  await withPassword(person.userId);
  expect((await signIn(anonymous(), elsewhere.at("/auth"), email)).status).toBe(403);
});

test("somebody with an account accepts an invitation on the tenant's host, and opens that organization alone", async () => {
  const { owner, at } = await tenantsHost();
  const person = await memberOf();
  await withPassword(person.userId);
  const { link } = await invited(owner, { email: person.email });
  const browser = anonymous();
  const signedIn = await browser.post(at(link), { intent: "invited-sign-in", password: goodPassword });
  const taken = await browser.get(at(placeOf(signedIn)));
  expect(placeOf(taken)).toBe("/auth");
  expect((await browser.get(at("/agents"))).status).toBe(200);
  expect(await (await browser.get(at("/organizations"))).text()).not.toContain(person.organizationId);
});

test("a mailed link for a new password leads to a tenant's host only when everything of the account lives there", async () => {
  const { person, at, host } = await sharedPerson();
  const asked = at("/auth?mode=forgot&returnPath=/agents");
  await askForLink(anonymous(), person.email, asked);
  const link = await linkIn(person.email, 1);
  expect([link.origin, link.searchParams.get("ref")]).toEqual(["https://app.test", host]);

  const there = new URL(link.href.replace("https://app.test", at("")));
  const page = await anonymous().get(there.href);
  expect(page.status).toBe(302);
  expect(placeOf(page)).toBe(link.href);
  expect(page.headers.get("referrer-policy")).toBe("no-referrer");
  expect((await choosePassword(anonymous(), there)).status).toBe(403);
  expect((await choosePassword(anonymous(), link)).status).toBe(302);
  expect((await signIn(anonymous(), "/auth", person.email, nextPassword)).status).toBe(302);
});

test("a platform admin's password isn't reset on a tenant's host, whatever organization they have", async () => {
  const { owner, at } = await tenantsHost();
  const admin = await memberOf({ organizationId: owner.organizationId, isPlatformAdmin: true });
  await askForLink(anonymous(), admin.email, at("/auth?mode=forgot"));
  expect((await linkIn(admin.email, 1)).origin).toBe("https://app.test");
});

/** What the frame's data says of whether its person is a platform admin: a table of values, in which keys and values are places. */
async function isShownAsAdmin(answer: Response): Promise<unknown> {
  const table = z.array(z.unknown()).parse(JSON.parse(await answer.text()));
  const key = `_${table.indexOf("isPlatformAdmin")}`;
  const holders = table.flatMap((one) => {
    const held = z.record(z.string(), z.number()).safeParse(one);
    return held.success && key in held.data ? [held.data[key]] : [];
  });
  expect(holders).toHaveLength(1);
  return table[holders[0] ?? -1];
}

test("on a tenant's host a platform admin is a member like any other", async () => {
  const { owner, host, at } = await tenantsHost();
  const { organizationId } = owner;
  const admin = await memberOf({ organizationId, host, isPlatformAdmin: true });
  const onMain = await memberOf({ organizationId, isPlatformAdmin: true });
  const frame = (member: Client, path: string) => member.get(path, { "x-organization": organizationId });
  expect(await isShownAsAdmin(await frame(onMain, "/agents.data"))).toBe(true);
  expect(await isShownAsAdmin(await frame(admin, at("/agents.data")))).toBe(false);
  expect((await onMain.get("/customer-management")).status).toBe(200);
  expect((await admin.get(at("/customer-management"))).status).toBe(404);
});

test("confirming with Google leads from a tenant's host to the same page of the main one", async () => {
  const { person, at } = await sharedPerson();
  const tenant = anonymous();
  await tenant.get(placeOf(await person.get(await depart(tenant, at))));
  const answer = await tenant.get(at("/auth/google?confirm=1&returnPath=/settings"));
  expect([answer.status, placeOf(answer)]).toEqual([302, "https://app.test/settings"]);
});

test("no newcomer's organization is founded for somebody who has one elsewhere", async () => {
  const { owner, at } = await tenantsHost();
  const person = await memberOf();
  await withPassword(person.userId);
  await controlPlane().delete(control.profiles).where(eq(control.profiles.id, person.userId));
  const { link, invitation } = await invited(owner, { email: person.email });
  const browser = anonymous();
  const signedIn = await browser.post(at(link), { intent: "invited-sign-in", password: goodPassword });
  await controlPlane()
    .update(control.userInvitations)
    .set({ revoked_at: Date.now() })
    .where(eq(control.userInvitations.id, invitation.id));
  expect(placeOf(await browser.get(at(placeOf(signedIn))))).toBe("/auth?token=none");
  const own = await controlPlane()
    .select({ id: control.organizationMembers.organization_id })
    .from(control.organizationMembers)
    .where(and(eq(control.organizationMembers.user_id, person.userId)));
  expect(own).toEqual([{ id: person.organizationId }]);
});
