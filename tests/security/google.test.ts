/** Google at /security: joined by the session that set out and no other, let go again, and as a proof of who is there. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { continueWithGoogle, decide, type Said } from "../google/googling.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  origin,
  type Person,
} from "../support/people.ts";
import { anotherBrowser, deedsOf, sessionOf, unproven, withGoogle, withPassword } from "./arrange.ts";

const goesTo = (answer: Response) => answer.headers.get("location");
const identitiesOf = (userId: string) =>
  controlPlane().select().from(control.userIdentities).where(eq(control.userIdentities.user_id, userId));

/** Presses "Connect Google": the address of Google's page. */
async function setOut(person: Client): Promise<URL> {
  const answer = await person.post("/security", { intent: "google-connect" });
  expect(answer.status).toBe(302);
  return new URL(goesTo(answer) ?? "", origin);
}
const connect = async (person: Client, said: Said) =>
  person.get((await decide(person, await setOut(person), said)).href);

async function withOwnPassword(): Promise<Person> {
  const person = await memberOf();
  await withPassword(person.userId);
  return person;
}

describe("connecting", () => {
  test("joins a Google account of whatever address, says so, and mails it", async () => {
    const person = await withOwnPassword();
    const email = newAddress();
    const answer = await connect(person, { email });
    expect([answer.status, goesTo(answer)]).toEqual([303, "/security?done=google-connect"]);
    expect(await identitiesOf(person.userId)).toMatchObject([{ provider: "google", email }]);
    expect(await deedsOf(person.userId)).toEqual(["identity.linked"]);
    expect((await mailTo(person.email)).subject).toContain("Google was connected to your account");
    const page = await pageText(await (await person.get("/security?done=google-connect")).text());
    expect(page).toContain("Google is connected to your account.");
    expect(page).toContain(`You can sign in with ${email} using`);
  });

  test("ends the other sessions, keeps this one, and the mail says so", async () => {
    const person = await withOwnPassword();
    const elsewhere = await anotherBrowser(person.userId);
    await connect(person, { email: newAddress() });
    expect(goesTo(await elsewhere.get("/dashboard"))).toBe("/auth");
    expect((await person.get("/dashboard")).status).toBe(200);
    expect((await mailTo(person.email)).text).toContain("All other devices were signed out.");
  });

  test("the page lets its forms lead to Google, and to nowhere else", async () => {
    const policy = (await (await memberOf()).get("/security")).headers.get("content-security-policy");
    expect(policy).toContain("form-action 'self' https://accounts.google.com");
  });

  test("R3: asks for a fresh proof first", async () => {
    const person = await withOwnPassword();
    await unproven(person);
    expect(goesTo(await person.post("/security", { intent: "google-connect" }))).toBe("/security");
    const html = await (await person.get("/security")).text();
    expect(html).toContain("Confirm it&#x27;s you");
    expect(html).not.toContain("Connect Google");
  });

  test("R20: what set out in one session is not joined in another, nor to another account", async () => {
    const person = await withOwnPassword();
    const stranger = await memberOf();
    const other = await anotherBrowser(person.userId);
    for (const browser of [stranger, other]) {
      const back = await decide(person, await setOut(person), { email: newAddress() });
      const googles = `__Host-google=${person.cookieValue("google")}`;
      const answer = await browser.get(back.href, { cookie: `${browser.cookie}; ${googles}` });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain("Google sign-in failed");
    }
    expect(await identitiesOf(person.userId)).toEqual([]);
    expect(await identitiesOf(stranger.userId)).toEqual([]);
  });

  test("a Google account that opens another account stays there", async () => {
    const email = newAddress();
    const owner = await withOwnPassword();
    await connect(owner, { email });
    const person = await withOwnPassword();
    const answer = await connect(person, { email });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("That Google account is connected to a different account here");
    expect(await identitiesOf(person.userId)).toEqual([]);
    expect(await identitiesOf(owner.userId)).toHaveLength(1);
    expect(await mailsTo(person.email)).toEqual([]);
  });

  test("B11: whoever says no at Google, or whose address is not verified, comes back with nothing changed", async () => {
    const person = await withOwnPassword();
    const denied = await connect(person, { email: newAddress(), decision: "deny" });
    expect(denied.status).toBe(400);
    expect(await denied.text()).toContain('href="/security"');
    expect((await connect(person, { email: newAddress(), email_verified: false })).status).toBe(403);
    expect(await identitiesOf(person.userId)).toEqual([]);
  });
});

describe("disconnecting", () => {
  test("lets it go, ends the other sessions, and mails it", async () => {
    const person = await withOwnPassword();
    await withGoogle(person.userId, newAddress());
    const other = await anotherBrowser(person.userId);
    expect(goesTo(await person.post("/security", { intent: "google-disconnect" }))).toBe(
      "/security?done=google-disconnect",
    );
    expect(await identitiesOf(person.userId)).toEqual([]);
    expect(goesTo(await other.get("/dashboard"))).toBe("/auth");
    expect((await person.get("/dashboard")).status).toBe(200);
    expect((await mailTo(person.email)).subject).toContain("Google was disconnected");
    expect(await deedsOf(person.userId)).toEqual(["identity.unlinked"]);
  });

  test("never takes the last way in", async () => {
    const person = await memberOf();
    await withGoogle(person.userId, person.email);
    const answer = await person.post("/security", { intent: "google-disconnect" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Google is your only way to sign in. Set a password first.");
    expect(await identitiesOf(person.userId)).toHaveLength(1);
  });

  test("R3: asks for a fresh proof first", async () => {
    const person = await withOwnPassword();
    await withGoogle(person.userId, newAddress());
    await unproven(person);
    expect(goesTo(await person.post("/security", { intent: "google-disconnect" }))).toBe("/security");
    expect(await identitiesOf(person.userId)).toHaveLength(1);
  });
});

describe("confirming who is there", () => {
  /** A person who came by Google. */
  async function googler() {
    const browser = anonymous();
    const email = newAddress();
    await continueWithGoogle(browser, { email });
    return { browser, email };
  }
  const search = "?confirm=1&returnPath=/mfa-setup";

  test("R2, R3: Google's word makes the proof new, with a new session, and leads back", async () => {
    const { browser, email } = await googler();
    await unproven(browser);
    expect(await (await browser.get("/mfa-setup")).text()).toContain("Confirm with Google");
    const before = sessionOf(browser);
    const answer = await continueWithGoogle(browser, { email }, search);
    expect([answer.status, goesTo(answer)]).toEqual([303, "/mfa-setup"]);
    expect(sessionOf(browser)).not.toBe(before);
    expect(await (await browser.get("/mfa-setup")).text()).not.toContain("Confirm with Google");
  });

  test("another Google account confirms nothing, and signs nobody else in", async () => {
    const { browser } = await googler();
    const stranger = await googler();
    await unproven(browser);
    const before = sessionOf(browser);
    const answer = await continueWithGoogle(browser, { email: stranger.email }, search);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("the Google account connected to yours.");
    expect(sessionOf(browser)).toBe(before);
    expect(await (await browser.get("/mfa-setup")).text()).toContain("Confirm with Google");
  });
});

test("R20: whoever signs in with Google for the first time at an account with a password is told by mail, and the other sessions end", async () => {
  const person = await withOwnPassword();
  const browser = anonymous();
  await continueWithGoogle(browser, { email: person.email });
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect(goesTo(await person.get("/dashboard"))).toBe("/auth");
  expect((await mailTo(person.email)).subject).toContain("Google was connected to your account");
  await continueWithGoogle(anonymous(), { email: person.email });
  expect(await mailsTo(person.email)).toHaveLength(1);
});
