/** Which Google account opens an account that is there already: one whose mailbox Google hosts at once, any other after the account's own proof. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, signIn } from "../accounts/arrange.ts";
import { appCode, withAuthenticator } from "../factors/arrange.ts";
import { anotherBrowser, deedsOf, withGoogle, withPassword } from "../security/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  goodPassword,
  memberOf,
  newAddress,
} from "../support/people.ts";
import { continueWithGoogle } from "./googling.ts";

const identitiesOf = (userId: string) =>
  controlPlane().select().from(control.userIdentities).where(eq(control.userIdentities.user_id, userId));
const goesTo = (answer: Response) => answer.headers.get("location");

async function withOwnPassword(email = newAddress()) {
  const person = await memberOf({ email });
  await withPassword(person.userId);
  return person;
}

/** Comes from Google with an address that Google does not host; the browser stands before the account's password then. */
async function asked(email: string, search = ""): Promise<Client> {
  const browser = anonymous();
  const answer = await continueWithGoogle(browser, { email, hosted: false }, search);
  expect(answer.status).toBe(303);
  expect(browser.cookieValue("sid")).toBeUndefined();
  return browser;
}
const typePassword = (browser: Client, email: string, path = "/auth?join=google", password = goodPassword) =>
  browser.post(path, { intent: "sign-in", email, password });

describe("where Google hosts the mailbox, the account is joined at once", () => {
  test.each(["gmail.com", "googlemail.com", "GMail.com"])("an address of %s", async (domain) => {
    const person = await withOwnPassword(`${newId()}@${domain.toLowerCase()}`);
    const email = person.email.replace(/@.*/, `@${domain}`);
    const browser = anonymous();
    const answer = await continueWithGoogle(browser, { email, hosted: false });
    expect(goesTo(answer)).toBe("/dashboard");
    expect(await identitiesOf(person.userId)).toHaveLength(1);
  });

  test("an address of the Workspace domain that the token names", async () => {
    const person = await withOwnPassword();
    await continueWithGoogle(anonymous(), { email: person.email, hosted: true });
    expect(await identitiesOf(person.userId)).toHaveLength(1);
  });
});

test.each(["people.test", "gmail.com.people.test", "notgmail.com"])(
  "an address of %s that Google does not host signs nobody in, joins nothing, and asks for the password",
  async (domain) => {
    const person = await withOwnPassword(`${newId()}@${domain}`);
    const browser = await asked(person.email);
    expect(await identitiesOf(person.userId)).toEqual([]);
    expect((await person.get("/dashboard")).status).toBe(200);
    expect(await mailsTo(person.email)).toEqual([]);
    const page = await (await browser.get("/auth?join=google")).text();
    expect(await pageText(page)).toContain(`There's already an account for ${person.email} .`);
    expect(page).toMatch(new RegExp(`<input[^>]*value="${person.email}"`));
    expect(await pageText(await (await person.get("/security")).text())).toContain(
      "Google sign-in needed the password first",
    );
  },
);

test("the password joins it: from then on Google signs in, the other sessions are over, and a mail says so", async () => {
  const person = await withOwnPassword();
  const browser = await asked(person.email, "?returnPath=/agents");
  const path = "/auth?returnPath=%2Fagents&join=google";
  expect(goesTo(await typePassword(browser, person.email, path))).toBe("/agents");
  expect(await identitiesOf(person.userId)).toHaveLength(1);
  expect(goesTo(await person.get("/dashboard"))).toBe("/auth");
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect((await mailTo(person.email)).subject).toContain("Google was connected to your account");
  expect(await deedsOf(person.userId)).toEqual(["session.started", "identity.linked"]);
  const again = anonymous();
  expect(goesTo(await continueWithGoogle(again, { email: person.email, hosted: false }))).toBe("/dashboard");
});

test("a wrong password joins nothing, and the question stays", async () => {
  const person = await withOwnPassword();
  const browser = await asked(person.email);
  expect((await typePassword(browser, person.email, "/auth?join=google", "Wrong-guess-12")).status).toBe(401);
  expect(await identitiesOf(person.userId)).toEqual([]);
  await typePassword(browser, person.email);
  expect(await identitiesOf(person.userId)).toHaveLength(1);
});

test("who signs in without being asked joins nothing", async () => {
  const person = await withOwnPassword();
  const browser = await asked(person.email);
  expect(goesTo(await signIn(browser, person.email))).toBe("/dashboard");
  expect(await identitiesOf(person.userId)).toEqual([]);
});

test("another person who signs in in that browser joins nothing", async () => {
  const person = await withOwnPassword();
  const other = await withOwnPassword();
  const browser = await asked(person.email);
  await typePassword(browser, other.email);
  expect(await identitiesOf(person.userId)).toEqual([]);
  expect(await identitiesOf(other.userId)).toEqual([]);
});

test("a cookie that was not written here joins nothing", async () => {
  const person = await withOwnPassword();
  const browser = await asked(person.email);
  const forged = (browser.cookieValue("google_join") ?? "").replace(/.$/, (last) =>
    last === "0" ? "1" : "0",
  );
  const thief = anonymous({ cookie: `__Host-google_join=${forged}` });
  await typePassword(thief, person.email);
  expect(await identitiesOf(person.userId)).toEqual([]);
});

test("an account with an authenticator is joined after its code, not after the password", async () => {
  const person = await withOwnPassword();
  const authenticator = await withAuthenticator(person.userId);
  const browser = await asked(person.email);
  const half = await typePassword(browser, person.email);
  expect(goesTo(half)).toBe("/auth?join=google");
  expect(await identitiesOf(person.userId)).toEqual([]);
  const whole = await browser.post("/auth?join=google", { intent: "factor", code: appCode(authenticator) });
  expect(goesTo(whole)).toBe("/dashboard");
  expect(await identitiesOf(person.userId)).toHaveLength(1);
});

test("an account that has another Google account keeps that one", async () => {
  const person = await withOwnPassword();
  await withGoogle(person.userId, newAddress());
  const [own] = await identitiesOf(person.userId);
  const elsewhere = await anotherBrowser(person.userId);
  const browser = await asked(person.email);
  expect(goesTo(await typePassword(browser, person.email))).toBe("/dashboard");
  expect(await identitiesOf(person.userId)).toEqual([own]);
  expect((await elsewhere.get("/dashboard")).status).toBe(200);
});

test("a newcomer, and an address that nobody has proven, need no password: there is no owner to ask", async () => {
  const email = newAddress();
  expect(goesTo(await continueWithGoogle(anonymous(), { email, hosted: false }))).toBe("/dashboard");
  const { email: unproven } = await pendingPerson();
  expect(goesTo(await continueWithGoogle(anonymous(), { email: unproven, hosted: false }))).toBe(
    "/dashboard",
  );
});
