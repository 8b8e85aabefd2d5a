/** Addresses that were typed and never proven: what a person gets is decided where they prove the address. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, signUpForm } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { invited, joinAsNewcomer } from "../organizations/inviting.ts";
import { choosePassword, linkFor } from "../sign-in/resetting.ts";
import { codeTo } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane, goodPassword, newAddress } from "../support/people.ts";
import { agencyOwner, branded } from "./arrange.ts";

let networks = 0;
/** A browser in a network of its own: another one may send another code. */
const stranger = (): Client => anonymous({ ip: `198.51.100.${++networks}` });

const onMain = (path: string) => path;

/** An agency on a host of its own. */
async function agencyHouse() {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: "Northwind" });
  return { id: owner.organizationId, owner, host, there: (path: string) => `https://${host}${path}` };
}

const signUpAt = async (at: (path: string) => string, email: string, password = goodPassword) => {
  const browser = stranger();
  const form = signUpForm(email, { password, confirm_password: password });
  const answer = await browser.post(at("/auth?mode=signup"), form);
  expect(answer.status).toBe(302);
  return browser;
};

const prove = async (browser: Client, at: (path: string) => string, email: string, mails = 1) =>
  browser.post(at("/auth"), { intent: "verify", code: await codeTo(email, mails) });

/** The agencies of an address's organizations; null: one that stands alone. */
const agenciesOf = async (email: string) =>
  (
    await controlPlane()
      .select({ agency: control.organizations.parent_organization_id })
      .from(control.organizations)
      .innerJoin(
        control.organizationMembers,
        eq(control.organizationMembers.organization_id, control.organizations.id),
      )
      .innerJoin(control.users, eq(control.users.id, control.organizationMembers.user_id))
      .where(eq(control.users.email_folded, email.toLowerCase()))
  ).map(({ agency }) => agency);

const clientsOf = async (agencyId: string) =>
  controlPlane()
    .select()
    .from(control.organizations)
    .where(eq(control.organizations.parent_organization_id, agencyId));

test("an agency that types a stranger's address on its host gets nothing of the account that the stranger makes later", async () => {
  const attacker = await agencyHouse();
  const email = newAddress();
  await signUpAt(attacker.there, email, "Planted-before-1");
  await codeTo(email);
  const browser = await signUpAt(onMain, email);
  expect((await prove(browser, onMain, email, 2)).status).toBe(302);
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect(await agenciesOf(email)).toEqual([null]);
  expect(await clientsOf(attacker.id)).toEqual([]);
});

test("nor when the stranger continues with Google on the main host", async () => {
  const attacker = await agencyHouse();
  const email = newAddress();
  await signUpAt(attacker.there, email, "Planted-before-1");
  const browser = stranger();
  await continueWithGoogle(browser, { email });
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect(await agenciesOf(email)).toEqual([null]);
  expect(await clientsOf(attacker.id)).toEqual([]);
});

test("an address that was typed at the main sign-up and never proven becomes a client where it is proven", async () => {
  const { id, there } = await agencyHouse();
  const email = newAddress();
  await signUpAt(onMain, email, "Planted-before-1");
  await codeTo(email);
  expect(await agenciesOf(email)).toEqual([]);
  const browser = await signUpAt(there, email);
  const proven = await prove(browser, there, email, 2);
  expect([proven.status, proven.headers.get("location")]).toEqual([302, "/email-verified"]);
  expect((await browser.get(there("/dashboard"))).status).toBe(200);
  expect(await agenciesOf(email)).toEqual([id]);
});

test("typed on one agency's host and proven on another's, it is the other's client", async () => {
  const [first, second] = [await agencyHouse(), await agencyHouse()];
  const email = newAddress();
  await signUpAt(first.there, email, "Planted-before-1");
  await codeTo(email);
  const browser = await signUpAt(second.there, email);
  expect((await prove(browser, second.there, email, 2)).status).toBe(302);
  expect(await agenciesOf(email)).toEqual([second.id]);
  expect(await clientsOf(first.id)).toEqual([]);
});

test("a newcomer of an agency's host who forgot the password proves the address with the link, as its client", async () => {
  const { id, there } = await agencyHouse();
  const email = newAddress();
  await signUpAt(there, email);
  await codeTo(email);
  const link = await linkFor(email, 1, there("/auth?mode=forgot"));
  expect((await choosePassword(stranger(), link)).status).toBe(302);
  expect(await agenciesOf(email)).toEqual([id]);
});

test("a person with an invitation proves the address on the host without it, and comes in to accept it", async () => {
  const { owner, there } = await agencyHouse();
  await controlPlane()
    .update(control.organizationBranding)
    .set({ allows_client_signup: false })
    .where(eq(control.organizationBranding.organization_id, owner.organizationId));
  const { email, link } = await invited(owner);
  expect((await joinAsNewcomer(stranger(), there(link))).status).toBe(302);
  // Another browser, which keeps no invitation.
  const browser = stranger();
  await forgetLimits();
  await browser.post(there("/auth"), { intent: "sign-in", email, password: goodPassword });
  expect((await prove(browser, there, email, 3)).status).toBe(302);
  expect((await browser.post(there(link), { intent: "accept" })).status).toBe(302);
  expect((await browser.get(there("/dashboard"))).status).toBe(200);
});
