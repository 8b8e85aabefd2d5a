/** Newcomers on hosts of agencies become their clients; on other tenants' hosts accounts are by invitation. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { signUp, signUpForm, verify } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { codeTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, newAddress, type Person } from "../support/people.ts";
import { agencyOwner, audited, branded, clientOf } from "./arrange.ts";

const text = async (answer: Response) => pageText(await answer.text());

const setting = ({ organizationId }: Person, values: Partial<typeof control.organizations.$inferInsert>) =>
  controlPlane()
    .update(control.organizations)
    .set(values)
    .where(eq(control.organizations.id, organizationId));

const brand = (
  { organizationId }: Person,
  values: Partial<typeof control.organizationBranding.$inferInsert>,
) =>
  controlPlane()
    .update(control.organizationBranding)
    .set(values)
    .where(eq(control.organizationBranding.organization_id, organizationId));

/** An agency on a host of its own. */
async function onItsHost(values: Parameters<typeof agencyOwner>[0] = {}) {
  const owner = await agencyOwner(values);
  const host = await branded(owner, { company_name: "Northwind", support_email: "help@northwind.test" });
  return { owner, host, there: (path: string) => `https://${host}${path}` };
}

const join = (browser: Client, there: (path: string) => string, email: string) =>
  browser.post(there("/auth?mode=signup"), signUpForm(email));

/** The organizations that an address belongs to. */
const organizationsOf = async (email: string) =>
  (
    await controlPlane()
      .select({ organization: control.organizations, role: control.organizationMembers.role })
      .from(control.users)
      .innerJoin(control.organizationMembers, eq(control.organizationMembers.user_id, control.users.id))
      .innerJoin(
        control.organizations,
        eq(control.organizations.id, control.organizationMembers.organization_id),
      )
      .where(eq(control.users.email_folded, email.toLowerCase()))
  ).map(({ organization, role }) => ({ role, ...organization }));

const fill = async (owner: Person) => {
  for (let clients = 0; clients < 10; clients++) await clientOf(owner, { name: `Client ${clients}` });
};

test("a newcomer on an agency's host becomes its client and lives on that host", async () => {
  const { owner, there } = await onItsHost();
  const browser = anonymous();
  const email = newAddress();
  expect(await text(await browser.get(there("/auth?mode=signup")))).toContain("Create your account");
  expect((await join(browser, there, email)).status).toBe(302);
  await browser.post(there("/auth"), { intent: "verify", code: await codeTo(email) });
  expect((await browser.get(there("/dashboard"))).status).toBe(200);
  const [own, ...others] = await organizationsOf(email);
  expect(others).toEqual([]);
  expect(own).toMatchObject({
    role: "owner",
    parent_organization_id: owner.organizationId,
    subscription_tier: "starter",
    subscription_status: "pending",
  });
  expect(await audited(owner.organizationId, "client.signed_up")).toMatchObject([{ target: own?.id }]);
  expect(await text(await owner.get("/clients"))).toContain(own?.name);
});

test("a newcomer on the main host with the agency's ref becomes its client", async () => {
  const { owner, host } = await onItsHost();
  const browser = anonymous();
  const email = newAddress();
  const answer = await browser.post(`/auth?mode=signup&ref=${host}`, signUpForm(email));
  expect(answer.status).toBe(302);
  expect(await organizationsOf(email)).toEqual([]);
  await verify(browser, await codeTo(email));
  const [own] = await organizationsOf(email);
  expect(own?.parent_organization_id).toBe(owner.organizationId);
});

test("on the main host without ref a newcomer's organization stands alone", async () => {
  const browser = anonymous();
  const email = newAddress();
  await signUp(browser, email);
  await verify(browser, await codeTo(email));
  expect((await organizationsOf(email))[0]?.parent_organization_id).toBeNull();
});

test.each([
  ["a plan without clients", { subscription_tier: "growth" }],
  ["an agency that is a client itself", { parent_organization_id: "another" }],
] as const)("accounts are by invitation on the host of %s, in the brand's words", async (_, values) => {
  const { there } = await onItsHost(values);
  const email = newAddress();
  const page = await text(await anonymous().get(there("/auth?mode=signup")));
  expect(page).toContain("Accounts are by invitation only Ask the team at Northwind to invite you.");
  expect((await join(anonymous(), there, email)).status).toBe(403);
  expect(await organizationsOf(email)).toEqual([]);
});

test("D1 decides, not the host's minute-old value: an agency that has switched sign-up off lets none in", async () => {
  const { owner, there } = await onItsHost();
  await anonymous().get(there("/auth"));
  await brand(owner, { allows_client_signup: false });
  const email = newAddress();
  const answer = await join(anonymous(), there, email);
  expect(answer.status).toBe(403);
  expect(await text(answer)).toContain("Ask the team at Northwind to invite you.");
  expect(await organizationsOf(email)).toEqual([]);
});

test("a full plan is told in the brand's words, the same for every address", async () => {
  const { owner, there } = await onItsHost();
  await fill(owner);
  for (const email of [newAddress(), owner.email]) {
    const answer = await join(anonymous(), there, email);
    expect(answer.status).toBe(403);
    expect(await text(answer)).toContain(
      "Northwind isn't accepting new accounts right now. Email help@northwind.test.",
    );
  }
});

/** A newcomer at the verification step, with the code that was mailed. */
async function arrived(there: (path: string) => string, email = newAddress()) {
  const browser = anonymous();
  expect((await join(browser, there, email)).status).toBe(302);
  return { browser, email, code: await codeTo(email) };
}

const prove = (there: (path: string) => string, { browser, code }: Awaited<ReturnType<typeof arrived>>) =>
  browser.post(there("/auth"), { intent: "verify", code, time_zone: "Europe/Berlin" });

test("of newcomers who prove their addresses at once for the last place of the plan one becomes a client", async () => {
  const { owner, there } = await onItsHost();
  for (let clients = 0; clients < 9; clients++) await clientOf(owner, { name: `Client ${clients}` });
  const newcomers = [await arrived(there), await arrived(there), await arrived(there)];
  const answers = await Promise.all(newcomers.map((one) => prove(there, one)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 403, 403]);
  const joined = await Promise.all(newcomers.map(({ email }) => organizationsOf(email)));
  expect(joined.flat()).toMatchObject([
    { parent_organization_id: owner.organizationId, time_zone: "Europe/Berlin" },
  ]);
  const [late] = newcomers.filter((_, place) => answers[place]?.status === 403);
  const [said] = answers.filter(({ status }) => status === 403);
  expect(said && (await text(said))).toContain(
    "Northwind isn't accepting new accounts right now. Email help@northwind.test.",
  );
  // The code is still good when there is room again.
  await setting(owner, { subscription_tier: "agency" });
  expect(late && (await prove(there, late)).status).toBe(302);
  expect(late && (await late.browser.get(there("/dashboard"))).status).toBe(200);
});

test("invented addresses take no place of the plan, and are in no list", async () => {
  const { owner, there } = await onItsHost();
  for (let invented = 0; invented < 10; invented++)
    expect((await join(anonymous({ ip: `203.0.113.${invented}` }), there, newAddress())).status).toBe(302);
  expect(await text(await owner.get("/clients"))).toContain("Your plan has room for 10.");
  const real = await arrived(there);
  expect((await prove(there, real)).status).toBe(302);
  expect((await organizationsOf(real.email))[0]?.parent_organization_id).toBe(owner.organizationId);
});

test("an agency that lets no newcomer in any more founds nothing for one who proves an address afterwards", async () => {
  const { owner, there } = await onItsHost();
  const newcomer = await arrived(there);
  await brand(owner, { allows_client_signup: false });
  const answer = await prove(there, newcomer);
  expect(answer.status).toBe(403);
  expect(await text(answer)).toContain("Ask the team at Northwind to invite you.");
  expect(await organizationsOf(newcomer.email)).toEqual([]);
});

test("a newcomer who signed up on the way to an agency's host and continues with Google becomes its client", async () => {
  const { owner, host, there } = await onItsHost();
  const { email } = await arrived(there);
  await continueWithGoogle(anonymous(), { email }, `?ref=${host}`);
  expect((await organizationsOf(email))[0]?.parent_organization_id).toBe(owner.organizationId);
});

test("a newcomer by Google on the way to an agency's host becomes its client; a full plan is told", async () => {
  const { owner, host } = await onItsHost();
  const email = newAddress();
  await continueWithGoogle(anonymous(), { email }, `?ref=${host}`);
  expect((await organizationsOf(email))[0]?.parent_organization_id).toBe(owner.organizationId);
  await fill(owner);
  const late = newAddress();
  const answer = await continueWithGoogle(anonymous(), { email: late }, `?ref=${host}`);
  expect(await text(answer)).toContain("There's no room for new accounts right now.");
  expect(await organizationsOf(late)).toEqual([]);
});

test("by Google accounts stay by invitation on the way to a suspended agency", async () => {
  const { owner, host } = await onItsHost();
  await setting(owner, { suspended_at: 1 });
  const email = newAddress();
  const answer = await continueWithGoogle(anonymous(), { email }, `?ref=${host}`);
  expect(await text(answer)).toContain("you need an invitation to create one");
  expect(await organizationsOf(email)).toEqual([]);
});
