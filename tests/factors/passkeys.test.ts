import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { anotherBrowser } from "../security/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  origin,
  type Person,
} from "../support/people.ts";
import { halfSignedIn, withAuthenticator } from "./arrange.ts";
import { softwareKey, type Twist } from "./software-key.ts";

async function options(browser: Client, purpose: "use" | "confirm" | "add"): Promise<unknown> {
  const answer = await browser.post("/passkeys/options", { for: purpose });
  expect(answer.status).toBe(200);
  return answer.json();
}

async function withPasskey(person: Person, twist: Twist = {}) {
  const key = await softwareKey(origin);
  const credential = await key.create(await options(person, "add"), twist);
  const answer = await person.post("/mfa-setup", { intent: "passkey-add", credential });
  return { key, credential, answer };
}

const use = (browser: Client, credential: string, path = "/auth") =>
  browser.post(path, { intent: "passkey", credential });

const passkeysOf = (userId: string) =>
  controlPlane().select().from(control.passkeys).where(eq(control.passkeys.user_id, userId));

const held = (browser: Client) => ["sid", "fid", "pid"].filter((name) => browser.cookieValue(name));

test("a passkey that was made here signs in alone, as two factors, and leads on", async () => {
  const person = await memberOf();
  const { key, answer } = await withPasskey(person);
  expect(answer.headers.get("location")).toBe("/mfa-setup");
  expect((await mailTo(person.email)).subject).toContain("A passkey was added");
  const browser = anonymous();
  const credential = await key.get(await options(browser, "use"));
  const signedIn = await use(browser, credential, "/auth?returnPath=/agents");
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([302, "/agents"]);
  expect(held(browser)).toEqual(["sid"]);
  const sessions = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, person.userId));
  expect(sessions.filter(({ factor }) => factor === "passkey").map(({ kind }) => kind)).toEqual(["full"]);
  expect((await passkeysOf(person.userId))[0]?.last_used_at).not.toBeNull();
});

test("a passkey stands in for the code, also for whoever has an authenticator", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  await withAuthenticator(person.userId);
  const browser = await halfSignedIn(person.userId);
  expect(await (await browser.get("/auth")).text()).toContain("Use a passkey");
  const signedIn = await use(browser, await key.get(await options(browser, "use")));
  expect([signedIn.status, signedIn.headers.get("location")]).toEqual([302, "/dashboard"]);
});

test("one answer of a passkey, sent twice in parallel, makes one session", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  const credential = await key.get(await options(anonymous(), "use"));
  const answers = await Promise.all([1, 2].map(() => use(anonymous(), credential)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
  expect((await use(anonymous(), credential)).status).toBe(422);
});

test("somebody else's passkey does not pass the two-factor step", async () => {
  const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
  await withAuthenticator(person.userId);
  const { key } = await withPasskey(stranger);
  const browser = await halfSignedIn(person.userId);
  const answer = await use(browser, await key.get(await options(browser, "use")));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("MFA Challenge Failed");
  expect(held(browser)).toEqual(["fid"]);
});

test("an answer to the sign-in's challenge is none to the two-factor step's", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  await withAuthenticator(person.userId);
  const credential = await key.get(await options(anonymous(), "use"));
  const browser = await halfSignedIn(person.userId);
  expect((await use(browser, credential)).status).toBe(422);
});

/** A person with a passkey whose last proof of identity is older than the sudo window. */
async function unprovenWithPasskey() {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  const then = Date.now() - 15 * 60_000;
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: then, factor_proven_at: then })
    .where(eq(control.sessions.user_id, person.userId));
  return { person, key };
}
const confirm = (person: Client, credential: string, path: string) =>
  person.post(path, { intent: "confirm", credential });

test.each(["/security", "/users", "/settings", "/mfa-setup"])(
  "R3: whoever has a passkey confirms with it on %s that it is them, in a new session",
  async (path) => {
    const { person, key } = await unprovenWithPasskey();
    const stale = anonymous({ cookie: person.cookie });
    expect(await (await person.get(path)).text()).toContain("Confirm with a passkey");
    const answer = await confirm(person, await key.get(await options(person, "confirm")), path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, path]);
    const page = await (await person.get(path)).text();
    expect(page).not.toContain("Confirm it&#x27;s you");
    expect(page).not.toContain("Confirm with a passkey");
    expect((await stale.get(path)).headers.get("location")).toContain("/auth");
  },
);

test("a passkey confirms also where only a code of the authenticator would do", async () => {
  const { person, key } = await unprovenWithPasskey();
  await withAuthenticator(person.userId);
  expect(await (await person.get("/mfa-setup")).text()).toContain("Confirm with a passkey");
  const answer = await confirm(person, await key.get(await options(person, "confirm")), "/mfa-setup");
  expect(answer.status).toBe(302);
  expect(await (await person.get("/mfa-setup")).text()).toContain("recovery codes");
});

test("nobody confirms with another's passkey, with the answer to a sign-in, or with one answer twice", async () => {
  const { person, key } = await unprovenWithPasskey();
  const stranger = await unprovenWithPasskey();
  const refused = "belong to this account";
  for (const credential of [
    await stranger.key.get(await options(person, "confirm")),
    await key.get(await options(stranger.person, "confirm")),
    await key.get(await options(anonymous(), "use")),
    "{}",
  ]) {
    const answer = await confirm(person, credential, "/security");
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain(refused);
    expect(page).toContain("Confirm it&#x27;s you");
  }
  const credential = await key.get(await options(person, "confirm"));
  expect((await confirm(person, credential, "/security")).status).toBe(302);
  expect((await confirm(person, credential, "/security")).status).toBe(422);
  expect((await anonymous().post("/passkeys/options", { for: "confirm" })).status).toBe(403);
});

test("a passkey is offered only to whoever has one for this host", async () => {
  const { person } = await unprovenWithPasskey();
  await controlPlane()
    .update(control.passkeys)
    .set({ rp_id: "elsewhere.test" })
    .where(eq(control.passkeys.user_id, person.userId));
  for (const path of ["/security", "/users", "/settings", "/mfa-setup"]) {
    const page = await (await person.get(path)).text();
    expect(page, path).toContain("Confirm it&#x27;s you");
    expect(page, path).not.toContain("Confirm with a passkey");
  }
});

test.each<[string, Twist]>([
  ["another site's page", { origin: "https://evil.test" }],
  ["a device that did not ask its owner", { isVerified: false }],
])("a passkey's answer from %s signs nobody in", async (_, twist) => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  const browser = anonymous();
  const answer = await use(browser, await key.get(await options(browser, "use"), twist));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("recognize that passkey. Use your password.");
  expect(held(browser)).toEqual([]);
});

test("a challenge that we never gave, or gave more than 5 minutes ago, is none", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  const made = { challenge: "AAAA", rpId: "app.test" };
  expect((await use(anonymous(), await key.get(made))).status).toBe(422);
  const old = btoa(`nonce.${Date.now() - 1}.${"0".repeat(64)}`).replaceAll("=", "");
  expect((await use(anonymous(), await key.get({ challenge: old, rpId: "app.test" }))).status).toBe(422);
});

test.each(["", "{}", "[]", "not json", '{"id":1}'])(
  "%j is no passkey's answer, and no error",
  async (credential) => {
    expect((await use(anonymous(), credential)).status).toBe(422);
    const person = await memberOf();
    expect((await person.post("/mfa-setup", { intent: "passkey-add", credential })).status).toBe(422);
  },
);

test("a passkey is bound to the host it was made on", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  await controlPlane()
    .update(control.passkeys)
    .set({ rp_id: "desk.clinic.test" })
    .where(eq(control.passkeys.id, key.id));
  const browser = anonymous();
  expect((await use(browser, await key.get(await options(browser, "use")))).status).toBe(422);
  // Its owner sees it here all the same, to remove it.
  expect(await (await person.get("/mfa-setup")).text()).toContain("For desk.clinic.test, added");
});

test("a copied passkey whose counter went back signs nobody in", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  await controlPlane().update(control.passkeys).set({ counter: 1000 }).where(eq(control.passkeys.id, key.id));
  const browser = anonymous();
  expect((await use(browser, await key.get(await options(browser, "use")))).status).toBe(422);
});

test("a passkey of an address that is not proven yet leads to its verification", async () => {
  const person = await memberOf({ email: newAddress() });
  const { key } = await withPasskey(person);
  await controlPlane()
    .update(control.users)
    .set({ email_confirmed_at: null })
    .where(eq(control.users.id, person.userId));
  const browser = anonymous();
  await use(browser, await key.get(await options(browser, "use")));
  expect(held(browser)).toEqual(["pid"]);
});

test("B9: somebody else's passkey is neither renamed nor removed", async () => {
  const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
  const { key } = await withPasskey(stranger);
  for (const intent of ["passkey-rename", "passkey-remove"]) {
    const answer = await person.post("/mfa-setup", { intent, passkey_id: key.id, name: "Mine" });
    expect(answer.status).toBe(404);
  }
  expect((await passkeysOf(stranger.userId)).map(({ name }) => name)).toEqual(["Passkey 1"]);
});

test("a passkey that was removed signs nobody in, and the other sessions are over", async () => {
  const person = await memberOf();
  const { key } = await withPasskey(person);
  const browser = anonymous();
  await use(browser, await key.get(await options(browser, "use")));
  await person.post("/mfa-setup", { intent: "passkey-rename", passkey_id: key.id, name: "  My laptop " });
  expect((await passkeysOf(person.userId))[0]?.name).toBe("My laptop");
  await person.post("/mfa-setup", { intent: "passkey-remove", passkey_id: key.id, name: "My laptop" });
  expect(await passkeysOf(person.userId)).toEqual([]);
  expect((await browser.get("/dashboard")).headers.get("location")).toMatch(/^\/auth/);
  expect((await person.get("/dashboard")).status).toBe(200);
  const again = anonymous();
  expect((await use(again, await key.get(await options(again, "use")))).status).toBe(422);
});

test("only somebody who is signed in and proved it lately is told how to make a passkey", async () => {
  expect((await anonymous().post("/passkeys/options", { for: "add" })).status).toBe(403);
  const person = await memberOf();
  expect((await (await halfSignedIn(person.userId)).post("/passkeys/options", { for: "add" })).status).toBe(
    403,
  );
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.user_id, person.userId));
  expect((await person.post("/passkeys/options", { for: "add" })).status).toBe(403);
});

test("a member who signed in with a passkey has the second factor that an organization requires", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  const { key } = await withPasskey(person);
  const browser = anonymous();
  await use(browser, await key.get(await options(browser, "use")));
  expect((await browser.get("/dashboard")).status).toBe(200);
  expect((await person.get("/dashboard")).headers.get("location")).toBe("/mfa-setup");
});

test("a session that began with a passkey has no second factor any more once that passkey is removed", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  const { key } = await withPasskey(person);
  const browser = anonymous();
  await use(browser, await key.get(await options(browser, "use")));
  expect((await browser.get("/dashboard")).status).toBe(200);
  await browser.post("/mfa-setup", { intent: "passkey-remove", passkey_id: key.id, name: "Passkey 1" });
  expect(await passkeysOf(person.userId)).toEqual([]);
  expect((await browser.get("/dashboard")).headers.get("location")).toBe("/mfa-setup");
});

test("a session keeps its second factor when a passkey goes that it did not begin with", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  const first = await withPasskey(person);
  const second = await withPasskey(person);
  const browser = anonymous();
  await use(browser, await second.key.get(await options(browser, "use")));
  const removing = (id: string) =>
    browser.post("/mfa-setup", { intent: "passkey-remove", passkey_id: id, name: "Passkey" });
  await removing(first.key.id);
  expect((await browser.get("/dashboard")).status).toBe(200);
  await removing(second.key.id);
  expect((await browser.get("/dashboard")).headers.get("location")).toBe("/mfa-setup");
});

test("a new passkey ends the other sessions, keeps this one, and the mail says so", async () => {
  const person = await memberOf();
  const elsewhere = await anotherBrowser(person.userId);
  await withPasskey(person);
  expect((await elsewhere.get("/dashboard")).headers.get("location")).toBe("/auth");
  expect((await person.get("/dashboard")).status).toBe(200);
  expect((await mailTo(person.email)).text).toContain("All other devices were signed out.");
});
