/** Names that tenants choose, in mails to strangers: no web address among them is a link. */
import { expect, test } from "vitest";
import { signUp, signUpForm } from "../accounts/arrange.ts";
import { agencyOwner, branded } from "../clients/arrange.ts";
import { invite } from "../organizations/inviting.ts";
import { mailTo, type Received } from "../support/inbox.ts";
import { anonymous, memberOf, newAddress } from "../support/people.ts";

const shownOf = ({ from, reply_to, subject, html, text }: Received): string =>
  [from, reply_to ?? "", subject, html, text].join("\n");

const trap = "Your refund is ready: https://evil-refund.test/claim";

test("R42: a web address in a brand's name is in no part of a mail to a stranger", async () => {
  const owner = await memberOf();
  const form = { intent: "save", version: "0", company_name: trap };
  expect((await owner.post("/white-label", form)).status).toBe(302);
  const email = newAddress();
  await invite(owner, email, "viewer");
  const mail = await mailTo(email);
  expect(shownOf(mail)).not.toContain("evil-refund");
  expect(mail.from).toMatch(/^"Your refund is ready: via /);
});

test("R42: nor in one that a stranger causes on the tenant's host", async () => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name: trap });
  const email = newAddress();
  await anonymous().post(`https://${host}/auth?mode=signup`, signUpForm(email));
  expect(shownOf(await mailTo(email))).not.toContain("evil-refund");
});

test.each([
  ["Hotels.com", '"Hotels com via '],
  ["https://evil-refund.test/claim", '"Voice agents via '],
])("R42: a brand named %s sends as %s", async (company_name, from) => {
  const owner = await agencyOwner();
  const host = await branded(owner, { company_name });
  const email = newAddress();
  await anonymous().post(`https://${host}/auth?mode=forgot`, { intent: "forgot", email });
  const mail = await mailTo(email);
  expect(mail.from.startsWith(from), mail.from).toBe(true);
  expect(shownOf(mail)).not.toContain(company_name);
});

test("the platform's own name stays as it is", async () => {
  const email = newAddress();
  await signUp(anonymous(), email);
  expect((await mailTo(email)).from).toBe('"AI Voice Agents" <no-reply@mail.localhost>');
});
