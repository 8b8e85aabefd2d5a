/** Invitations that are opened, left and resumed in the middle of another step: every person ends as a member, and no invitation is lost. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { forgetLimits, pendingPerson, provenPerson, signIn, verify } from "../accounts/arrange.ts";
import { appCode, enter, withAuthenticator } from "../factors/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { accept, invited, joinAsNewcomer, userWith } from "../organizations/inviting.ts";
import { codeTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";
import { choosePassword, linkIn } from "./resetting.ts";

/** A person's memberships, as "organization role", the inviting one by that name. */
async function placesOf(email: string, inviting: string): Promise<string[]> {
  const found = await controlPlane()
    .select()
    .from(control.organizationMembers)
    .where(eq(control.organizationMembers.user_id, (await userWith(email))?.id ?? ""));
  return found
    .map(({ organization_id, role }) => `${organization_id === inviting ? "inviting" : "own"} ${role}`)
    .sort();
}

const grownOld = async (email: string) =>
  controlPlane()
    .update(control.users)
    .set({ created_at: Date.now() - 61_000 })
    .where(eq(control.users.email_folded, email));

/** Follows redirects as a browser does; the last page. */
async function follow(browser: Client, answer: Response) {
  let last = answer;
  let at = "";
  for (let step = 0; step < 8; step++) {
    const to = last.headers.get("location");
    if (!to) break;
    at = to;
    last = await browser.get(to);
  }
  return { at, status: last.status, page: await pageText(await last.text()) };
}

/** A newcomer who has filled in the invitation's form, and whose account is older than the new-account window. */
async function waitingNewcomer() {
  const owner = await memberOf();
  const mailed = await invited(owner);
  const browser = anonymous();
  await joinAsNewcomer(browser, mailed.link);
  await grownOld(mailed.email);
  return { ...mailed, browser, organizationId: owner.organizationId, code: await codeTo(mailed.email, 2) };
}

test.each([
  ["by the mailed link", (link: string) => link],
  ["by the bare sign-in screen", () => "/auth"],
])(
  "a newcomer who comes back %s after a minute proves the address, and belongs there alone",
  async (_, way) => {
    const { browser, link, email, code, organizationId } = await waitingNewcomer();
    const { page } = await follow(browser, await browser.get(way(link)));
    expect(page).toContain("Verify your email");
    await follow(browser, await browser.post(way(link), { intent: "verify", code }));
    expect((await browser.get("/dashboard")).status).toBe(200);
    expect(await placesOf(email, organizationId)).toEqual(["inviting member"]);
  },
);

test("a newcomer who proves the address as a program and comes by late has an organization of their own, once", async () => {
  const { browser, email, code, organizationId } = await waitingNewcomer();
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const session = await browser.fetch("/functions/refresh-session", { method: "POST", headers });
  const { user_id } = await session.json<{ user_id: string }>();
  const body = JSON.stringify({ code, userId: user_id });
  await browser.fetch("/functions/verify-email-code", { method: "POST", headers, body });
  const answers = await Promise.all([browser.get("/agents?q=a"), browser.get("/dashboard")]);
  for (const { status } of answers) expect([200, 302]).toContain(status);
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect(await placesOf(email, organizationId)).toEqual(["own owner"]);
});

test("an invited sign-up that was given up has an organization of its own when Google vouches for the address", async () => {
  for (const browser of [null, anonymous()]) {
    const newcomer = await waitingNewcomer();
    const coming = browser ?? newcomer.browser;
    await follow(coming, await continueWithGoogle(coming, { email: newcomer.email }));
    expect((await coming.get("/dashboard")).status).toBe(200);
    expect(await placesOf(newcomer.email, newcomer.organizationId)).toEqual(["own owner"]);
  }
});

test("an invitation that this browser keeps goes along to Google and back", async () => {
  const { browser, email, invitation, organizationId } = await waitingNewcomer();
  const back = await continueWithGoogle(browser, { email }, `?invitation=${invitation.id}`);
  expect((await follow(browser, back)).at).toBe("/dashboard");
  expect(await placesOf(email, organizationId)).toContain("inviting member");
});

test("the link opened while one's own sign-up waits for its code is kept until then", async () => {
  const owner = await memberOf();
  const { browser, email, code } = await pendingPerson();
  await grownOld(email);
  const { link, invitation } = await invited(owner, { email });
  const opened = await browser.get(link);
  expect(opened.headers.get("location")).toBe(`/auth?invitation=${invitation.id}`);
  expect(opened.headers.get("referrer-policy")).toBe("no-referrer");
  await follow(browser, await verify(browser, code));
  // An invited newcomer founds no organization, however they signed up.
  expect(await placesOf(email, owner.organizationId)).toEqual(["inviting member"]);
});

test("the link opened at the two-factor step is kept until then", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  await grownOld(email);
  const factor = await withAuthenticator((await userWith(email))?.id ?? "");
  const { link } = await invited(owner, { email });
  const browser = anonymous();
  await signIn(browser, email);
  expect((await follow(browser, await browser.get(link))).page).toContain("Two-factor authentication");
  expect(await placesOf(email, owner.organizationId)).toEqual(["own owner"]);
  await follow(browser, await enter(browser, appCode(factor)));
  expect(await placesOf(email, owner.organizationId)).toEqual(["inviting member", "own owner"]);
});

test("somebody else's link in the middle of a step leads nobody in", async () => {
  const owner = await memberOf();
  const { link } = await invited(owner);
  const { browser, email, code } = await pendingPerson();
  expect((await browser.get(link)).status).toBe(200);
  await follow(browser, await verify(browser, code));
  expect(await placesOf(email, owner.organizationId)).toEqual(["own owner"]);
});

const forgot = (link: string, email: string) =>
  anonymous().post(`${link}&mode=forgot`, { intent: "forgot", email });

test("a password forgotten on the way to an invitation is set anew, in another browser too, and the way goes on", async () => {
  const owner = await memberOf();
  const { email } = await provenPerson();
  await grownOld(email);
  const { link } = await invited(owner, { email });
  await forgot(link, email);
  const browser = anonymous();
  await follow(browser, await choosePassword(browser, await linkIn(email, 3)));
  expect(await placesOf(email, owner.organizationId)).toEqual(["inviting member", "own owner"]);
});

test("a newcomer who forgot the password before the address was proven joins the inviting organization alone", async () => {
  const { email, link, organizationId } = await waitingNewcomer();
  await forgetLimits();
  await forgot(link, email);
  const browser = anonymous();
  await follow(browser, await choosePassword(browser, await linkIn(email, 3)));
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect(await placesOf(email, organizationId)).toEqual(["inviting member"]);
});

test("the mail about a forgotten password takes nobody else's invitation along", async () => {
  const { link } = await invited(await memberOf());
  const { email } = await provenPerson();
  await forgot(link, email);
  expect((await linkIn(email, 2)).searchParams.has("token")).toBe(false);
});

test("who is invited and has no account is told so with the way to the invitation", async () => {
  const { link, token, email } = await invited(await memberOf());
  await forgot(link, email);
  expect((await mailTo(email, 2)).text).toContain(`/auth?mode=signup&token=${token}`);
});

test("an invitation that was accepted meanwhile leads to what was joined by it, and nobody is left with nothing", async () => {
  const { browser, email, link, code, organizationId } = await waitingNewcomer();
  await follow(browser, await browser.post(link, { intent: "verify", code }));
  const again = await accept(browser, link);
  expect([again.status, again.headers.get("location")]).toEqual([302, "/dashboard"]);
  expect(await placesOf(email, organizationId)).toEqual(["inviting member"]);
});
