import { decodeBase32IgnorePadding } from "@oslojs/encoding";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "#app/passwords/password-hash.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { anotherBrowser } from "../security/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  goodPassword,
  memberOf,
  type Person,
} from "../support/people.ts";
import { appCode, enter, halfSignedIn, provenByCode, withAuthenticator, wrongCode } from "./arrange.ts";

const factorsOf = (userId: string) =>
  controlPlane().select().from(control.userFactors).where(eq(control.userFactors.user_id, userId));

const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));

/** What the page tells an authenticator app. */
async function begun(person: Person) {
  const answer = await person.post("/mfa-setup", { intent: "begin" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/mfa-setup"]);
  const page = await (await person.get("/mfa-setup")).text();
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  const factorId = /name="factor_id" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return { page, secret, factorId, key: decodeBase32IgnorePadding(secret) };
}

const codesIn = (page: string) => page.match(/(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}(?=<)/g) ?? [];

async function enrolled(person: Person) {
  const authenticator = await begun(person);
  const answer = await person.post("/mfa-setup", {
    intent: "verify",
    factor_id: authenticator.factorId,
    code: appCode(authenticator),
  });
  return { ...authenticator, answer, codes: codesIn(await answer.clone().text()) };
}

const useRecovery = async (userId: string, recovery_code: string) =>
  (await halfSignedIn(userId)).post("/auth", { intent: "recovery-code", recovery_code });

async function provenLongAgo(person: Person) {
  const then = Date.now() - 15 * 60_000;
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: then, factor_proven_at: then })
    .where(eq(control.sessions.user_id, person.userId));
}

async function withPassword(person: Person) {
  await controlPlane()
    .update(control.users)
    .set({ password_hash: await hashPassword(goodPassword) })
    .where(eq(control.users.id, person.userId));
}

test("R17: the secret has 160 bits, is drawn as a QR code and shown for typing, and is not readable in the database", async () => {
  const person = await memberOf();
  const { page, secret, key } = await begun(person);
  expect(key).toHaveLength(20);
  expect(page).toContain('aria-label="QR code for your authenticator app"');
  const [row] = await factorsOf(person.userId);
  expect(row?.secret).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(secret);
});

test("R17: a sealed secret in another user's row opens nothing", async () => {
  const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
  const mine = await withAuthenticator(person.userId);
  await controlPlane()
    .update(control.userFactors)
    .set({ user_id: stranger.userId })
    .where(eq(control.userFactors.id, mine.factorId));
  const answer = await enter(await halfSignedIn(stranger.userId), appCode(mine));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("MFA Challenge Failed");
});

test("the first right code turns two-factor on, and the next sign-in asks for it", async () => {
  const person = await memberOf();
  const { answer, codes } = await enrolled(person);
  expect(answer.status).toBe(200);
  expect(codes).toHaveLength(10);
  expect((await factorsOf(person.userId))[0]?.verified_at).not.toBeNull();
  const mail = await mailTo(person.email);
  expect(mail.subject).toContain("Two-factor authentication is on");
  expect(await (await person.get("/mfa-setup")).text()).toContain("10 of 10 recovery codes left.");
});

test("R18: a wrong code turns nothing on", async () => {
  const person = await memberOf();
  const authenticator = await begun(person);
  const form = { intent: "verify", factor_id: authenticator.factorId, code: wrongCode(authenticator) };
  const answer = await person.post("/mfa-setup", form);
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("That code is wrong or has already been used.");
  expect((await factorsOf(person.userId))[0]?.verified_at).toBeNull();
});

test("B9: an enrolment of somebody else is a 404", async () => {
  const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
  const theirs = await begun(stranger);
  await begun(person);
  const form = { intent: "verify", factor_id: theirs.factorId, code: appCode(theirs) };
  expect((await person.post("/mfa-setup", form)).status).toBe(404);
  expect((await factorsOf(stranger.userId))[0]?.verified_at).toBeNull();
});

test("B8: the code that turned two-factor on does not sign in", async () => {
  const person = await memberOf();
  const authenticator = await enrolled(person);
  const step = (await factorsOf(person.userId))[0]?.last_step;
  const answer = await enter(await halfSignedIn(person.userId), appCode(authenticator));
  const isSameStep = step === Math.floor(Date.now() / 30_000);
  expect(answer.status).toBe(isSameStep ? 422 : 302);
});

test("R2: turning two-factor on ends the other sessions and renews this one", async () => {
  const person = await memberOf();
  await halfSignedIn(person.userId);
  const before = person.cookie;
  await enrolled(person);
  expect((await anonymous().get("/dashboard", { cookie: before })).headers.get("location")).toMatch(
    /^\/auth/,
  );
  expect((await person.get("/dashboard")).status).toBe(200);
  expect((await sessionsOf(person.userId)).map(({ kind, factor }) => [kind, factor])).toEqual([
    ["full", "totp"],
  ]);
});

test("R19: there are 10 recovery codes of 24 base32 characters, stored as hashes, and shown once", async () => {
  const person = await memberOf();
  const { codes } = await enrolled(person);
  for (const code of codes) expect(code.replaceAll("-", "")).toMatch(/^[A-Z2-7]{24}$/);
  const rows = await controlPlane()
    .select()
    .from(control.recoveryCodes)
    .where(eq(control.recoveryCodes.user_id, person.userId));
  expect(rows).toHaveLength(10);
  for (const { code_hash } of rows) expect(code_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(codesIn(await (await person.get("/mfa-setup")).text())).toEqual([]);
});

test("R19: a recovery code signs in once, however it is typed, and a mail tells of it", async () => {
  const person = await memberOf();
  const { codes } = await enrolled(person);
  const [first = ""] = codes;
  const answer = await useRecovery(person.userId, first.toLowerCase().replaceAll("-", " "));
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect((await mailTo(person.email, 2)).subject).toContain("A recovery code was used");
  const again = await useRecovery(person.userId, first);
  expect(again.status).toBe(422);
  expect(await again.text()).toContain("MFA Challenge Failed");
});

test("B9: a recovery code that is used twice in parallel makes one session", async () => {
  const person = await memberOf();
  const { codes } = await enrolled(person);
  const [first = ""] = codes;
  const answers = await Promise.all([1, 2].map(() => useRecovery(person.userId, first)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
  const whole = (await sessionsOf(person.userId)).filter(({ factor }) => factor === "recovery_code");
  expect(whole).toHaveLength(1);
});

test("B9: somebody else's recovery code is refused and stays good for them", async () => {
  const [person, stranger] = await Promise.all([memberOf(), memberOf()]);
  const { codes } = await enrolled(stranger);
  await enrolled(person);
  expect((await useRecovery(person.userId, codes[0] ?? "")).status).toBe(422);
  expect((await useRecovery(stranger.userId, codes[0] ?? "")).status).toBe(302);
});

test("R18: wrong recovery codes count as wrong codes", async () => {
  const person = await memberOf();
  const authenticator = await withAuthenticator(person.userId);
  const browser = await halfSignedIn(person.userId);
  for (let tried = 0; tried < 5; tried++) {
    const form = { intent: "recovery-code", recovery_code: "A".repeat(24) };
    expect((await browser.post("/auth", form)).status).toBe(422);
  }
  expect((await enter(browser, appCode(authenticator))).status).toBe(401);
});

test("R19: new recovery codes kill the old ones and the other sessions", async () => {
  const person = await memberOf();
  const { codes } = await enrolled(person);
  const elsewhere = await anotherBrowser(person.userId);
  const renewed = codesIn(await (await person.post("/mfa-setup", { intent: "codes" })).text());
  expect(renewed).toHaveLength(10);
  const { text } = await mailTo(person.email, 2);
  expect(text).toContain("ten new recovery codes");
  expect(text).toContain("All other devices were signed out.");
  expect((await elsewhere.get("/dashboard")).headers.get("location")).toBe("/auth");
  expect((await person.get("/dashboard")).status).toBe(200);
  expect((await useRecovery(person.userId, codes[1] ?? "")).status).toBe(422);
  expect((await useRecovery(person.userId, renewed[1] ?? "")).status).toBe(302);
});

test("R3: whoever proved who they are 15 minutes ago confirms it before the page shows or changes anything", async () => {
  const person = await memberOf();
  await withPassword(person);
  await begun(person);
  await provenLongAgo(person);
  const page = await (await person.get("/mfa-setup")).text();
  expect(page).toContain("Confirm it&#x27;s you");
  expect(page).not.toContain("QR code");
  await person.post("/mfa-setup", { intent: "cancel" });
  expect(await factorsOf(person.userId)).toHaveLength(1);

  const wrong = await person.post("/mfa-setup", { intent: "confirm", password: "Wrong-harbor-28" });
  expect(wrong.status).toBe(401);
  expect(await wrong.text()).toContain("That password is incorrect.");
  const before = person.cookie;
  const right = await person.post("/mfa-setup", { intent: "confirm", password: goodPassword });
  expect([right.status, right.headers.get("location")]).toEqual([302, "/mfa-setup"]);
  expect(await (await person.get("/mfa-setup")).text()).toContain("QR code");
  expect((await anonymous().get("/dashboard", { cookie: before })).headers.get("location")).toMatch(
    /^\/auth/,
  );
});

test("R3: who has an authenticator confirms with a code, and it is used up by that", async () => {
  const person = await memberOf();
  const authenticator = await withAuthenticator(person.userId);
  await provenLongAgo(person);
  const code = appCode(authenticator);
  expect((await person.post("/mfa-setup", { intent: "confirm", code })).status).toBe(302);
  expect(await (await person.get("/mfa-setup")).text()).not.toContain("Confirm it&#x27;s you");
  expect((await enter(await halfSignedIn(person.userId), code)).status).toBe(422);
});

test("R18: a password opens no way around an authenticator, wherever it was confirmed", async () => {
  const person = await memberOf();
  await withPassword(person);
  await enrolled(person);
  await provenLongAgo(person);
  const confirmed = await person.post("/security", { intent: "confirm", password: goodPassword });
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([302, "/security"]);
  expect(await (await person.get("/security")).text()).not.toContain("Confirm it&#x27;s you");

  const page = await (await person.get("/mfa-setup")).text();
  expect(page).toContain("Confirm with a code");
  expect(page).not.toContain('type="password"');
  expect(page).not.toContain("recovery codes left");
  const codes = await person.post("/mfa-setup", { intent: "codes" });
  expect([codes.status, codes.headers.get("location")]).toEqual([302, "/mfa-setup"]);
  expect((await person.post("/passkeys/options", { for: "add" })).status).toBe(403);
  for (const intent of ["passkey-add", "passkey-remove", "turn-off", "replace"])
    expect((await person.post("/mfa-setup", { intent })).headers.get("location"), intent).toBe("/mfa-setup");
  await person.post("/mfa-setup", { intent: "confirm", password: goodPassword });
  expect(await (await person.get("/mfa-setup")).text()).toContain("Confirm with a code");
});

test("R18: whoever signed in with a code a moment ago is not asked for another to change two-factor", async () => {
  const person = await memberOf();
  const authenticator = await withAuthenticator(person.userId);
  const browser = await halfSignedIn(person.userId);
  expect((await enter(browser, appCode(authenticator))).status).toBe(302);
  expect(await (await browser.get("/mfa-setup")).text()).not.toContain("Confirm it&#x27;s you");
  expect(codesIn(await (await browser.post("/mfa-setup", { intent: "codes" })).text())).toHaveLength(10);
});

test("R3: the sixth wrong password of a confirmation is not looked at", async () => {
  const person = await memberOf();
  await withPassword(person);
  await provenLongAgo(person);
  for (let tried = 0; tried < 5; tried++)
    await person.post("/mfa-setup", { intent: "confirm", password: "Wrong-harbor-28" });
  const sixth = await person.post("/mfa-setup", { intent: "confirm", password: goodPassword });
  expect(sixth.status).toBe(429);
});

test("R3: wrong passwords at one device leave their owner's other devices free, up to twenty for the account", async () => {
  const person = await memberOf();
  await withPassword(person);
  const guess = (browser: Client, password = "Wrong-harbor-28") =>
    browser.post("/mfa-setup", { intent: "confirm", password });
  await provenLongAgo(person);
  const guessAll = async (browser: Client) => {
    for (let tried = 0; tried < 5; tried++) expect((await guess(browser)).status).toBe(401);
    expect((await guess(browser)).status).toBe(429);
  };
  await guessAll(person);
  const second = await anotherBrowser(person.userId);
  expect((await guess(second, goodPassword)).status).toBe(302);
  for (let device = 0; device < 3; device++) await guessAll(await anotherBrowser(person.userId));
  const last = await anotherBrowser(person.userId);
  expect((await guess(last, goodPassword)).status).toBe(429);
});

test("R18: turning two-factor off wants the password and a code, and both must be right", async () => {
  const person = await memberOf();
  await withPassword(person);
  const authenticator = await withAuthenticator(person.userId);
  await provenByCode(person);
  const turnOff = (values: Record<string, string>) =>
    person.post("/mfa-setup", { intent: "turn-off", ...values });
  const code = appCode(authenticator);
  expect((await turnOff({ code })).status).toBe(422);
  expect((await turnOff({ password: goodPassword })).status).toBe(422);
  expect((await turnOff({ code, password: "Wrong-harbor-28" })).status).toBe(401);
  expect((await turnOff({ code: wrongCode(authenticator), password: goodPassword })).status).toBe(422);
  expect(await factorsOf(person.userId)).toHaveLength(1);
  const off = await turnOff({ code, password: goodPassword });
  expect([off.status, off.headers.get("location")]).toEqual([302, "/mfa-setup"]);
  expect(await factorsOf(person.userId)).toEqual([]);
  expect((await mailTo(person.email)).subject).toContain("Two-factor authentication was turned off");
});

test("R18: the authenticator stays good until the next one has proven itself, and then is dead", async () => {
  const person = await memberOf();
  const old = await withAuthenticator(person.userId);
  await provenByCode(person);
  const code = appCode(old);
  const begin = await person.post("/mfa-setup", { intent: "begin" });
  expect(begin.headers.get("location")).toBe("/mfa-setup");
  expect(await factorsOf(person.userId)).toHaveLength(1);
  expect((await person.post("/mfa-setup", { intent: "replace", code })).status).toBe(302);
  expect((await enter(await halfSignedIn(person.userId), appCode(old, 1))).status).toBe(302);
  const page = await (await person.get("/mfa-setup")).text();
  const secret = /<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
  const factorId = /name="factor_id" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const next = { factorId, key: decodeBase32IgnorePadding(secret) };
  await person.post("/mfa-setup", { intent: "verify", factor_id: factorId, code: appCode(next) });
  expect((await factorsOf(person.userId)).map(({ id }) => id)).toEqual([factorId]);
});

test("an organization that requires two-factor leads its members to the setup and nowhere else, and says why", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  for (const path of ["/dashboard", "/agents", "/call-history", "/numbers"])
    expect((await person.get(path)).headers.get("location")).toBe("/mfa-setup");
  const page = await (await person.get("/mfa-setup")).text();
  expect(page).toContain(
    "Bright Smile requires two-factor authentication for every member. Set it up to continue.",
  );
  const write = await person.post("/agents/new", { name: "Reception" });
  expect(write.status).toBe(403);
  const socket = await person.get(`/live?organization_id=${person.organizationId}`, {
    upgrade: "websocket",
    origin: "https://app.test",
  });
  expect(socket.status).toBe(403);
  await enrolled(person);
  expect((await person.get("/dashboard")).status).toBe(200);
});

test("who will not set up what an organization requires goes over to another one, or leaves, by forms alone", async () => {
  const owner = await memberOf({ organization: { require_two_factor: true } });
  const person = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await person.get("/agents")).headers.get("location")).toBe("/mfa-setup");
  expect((await person.get("/organizations")).status).toBe(200);
  const left = await person.post("/organizations", { intent: "leave" });
  expect(left.headers.get("location")).toBe("/dashboard");
  const members = await controlPlane()
    .select({ user_id: control.organizationMembers.user_id })
    .from(control.organizationMembers)
    .where(eq(control.organizationMembers.organization_id, owner.organizationId));
  expect(members).toEqual([{ user_id: owner.userId }]);
});

test("nobody turns off what their organization requires", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  const authenticator = await withAuthenticator(person.userId);
  await provenByCode(person);
  const answer = await person.post("/mfa-setup", { intent: "turn-off", code: appCode(authenticator) });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(
    "Bright Smile requires two-factor authentication for every member, so it stays on.",
  );
  expect(await factorsOf(person.userId)).toHaveLength(1);
});

test("what happened to two-factor is on the record", async () => {
  const person = await memberOf();
  await enrolled(person);
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.actor_id, person.userId), eq(control.auditEvents.action, "factor.added")),
    );
  expect(events).toHaveLength(1);
});

test("R3: a recovery code confirms too, once", async () => {
  const person = await memberOf();
  const { codes } = await enrolled(person);
  await provenLongAgo(person);
  const code = codes[3] ?? "";
  expect((await person.post("/mfa-setup", { intent: "confirm", code })).status).toBe(302);
  await provenLongAgo(person);
  const again = await person.post("/mfa-setup", { intent: "confirm", code });
  expect(again.status).toBe(422);
  expect(await again.text()).toContain("That code is wrong or has already been used.");
});

test("an organization's door stays shut for data requests as it does for pages", async () => {
  const person = await memberOf({ organization: { require_two_factor: true } });
  const answer = await person.get("/agents.data", { "x-organization": person.organizationId });
  expect(await answer.text()).toContain("/mfa-setup");
  expect((await person.get("/mfa-setup.data")).status).toBe(200);
});

test("an enrolment that nobody finished in half an hour shows its secret no longer", async () => {
  const person = await memberOf();
  const { secret } = await begun(person);
  await controlPlane()
    .update(control.userFactors)
    .set({ created_at: Date.now() - 30 * 60_000 })
    .where(eq(control.userFactors.user_id, person.userId));
  const page = await (await person.get("/mfa-setup")).text();
  expect(page.replaceAll(" ", "")).not.toContain(secret);
  expect(page).toContain("Set up an authenticator app");
});

test("the page of factors costs one batch beside the session, and before somebody has proven who they are no more than whether a passkey can prove it", async () => {
  const person = await memberOf();
  await enrolled(person);
  await person.post("/mfa-setup", { intent: "begin" });
  const rowsIn = (timing: string) => Number(/rows;desc="(\d+)"/.exec(timing)?.[1]);
  const timingOf = async () => (await person.get("/mfa-setup")).headers.get("server-timing") ?? "";
  const shown = await timingOf();
  expect(shown).toMatch(/d1;desc="2"/);
  await provenLongAgo(person);
  const asked = await timingOf();
  expect(asked).toMatch(/d1;desc="2"/);
  // No row of the factors themselves is read.
  expect(rowsIn(asked)).toBeLessThan(rowsIn(shown));
});
