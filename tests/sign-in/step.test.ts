import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { appCode, enter, halfSignedIn, withAuthenticator, wrongCode } from "../factors/arrange.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";

const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));

const events = async (userId: string, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(and(eq(control.auditEvents.actor_id, userId), eq(control.auditEvents.action, action)));

async function arrange() {
  const person = await memberOf();
  const authenticator = await withAuthenticator(person.userId);
  return { person, authenticator, browser: await halfSignedIn(person.userId) };
}

const held = (browser: Client) =>
  ["sid", "fid", "pid"].filter((name) => browser.cookieValue(name) !== undefined);

test("the step asks for the authentication code, by the names that people and password managers know", async () => {
  const { browser } = await arrange();
  const page = await (await browser.get("/auth")).text();
  expect(page).toContain("Authentication code");
  expect(page).toContain("Use a recovery code");
  expect(page).toContain('autoComplete="one-time-code"');
  expect(page).toMatch(/>Verify<\/button>/);
  const recovery = await (await browser.get("/auth?factor=recovery")).text();
  expect(recovery).toContain("Recovery code");
});

test("the right code signs in and leads to where the person wanted to go", async () => {
  const { browser, authenticator, person } = await arrange();
  const answer = await enter(browser, appCode(authenticator), {}, "/auth?returnPath=/agents");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/agents"]);
  expect(held(browser)).toEqual(["sid"]);
  expect((await browser.get("/dashboard")).status).toBe(200);
  const whole = (await sessionsOf(person.userId)).filter(({ factor }) => factor === "totp");
  expect(whole.map(({ kind }) => kind)).toEqual(["full"]);
});

test("R2: the half session is dead once the whole one began", async () => {
  const { browser, authenticator } = await arrange();
  const before = browser.cookie;
  await enter(browser, appCode(authenticator));
  const again = await anonymous({ cookie: before }).get("/auth");
  expect(await again.text()).not.toContain("Authentication code");
});

test.each(["12345", "1234567", "１２３４５６", "", "abcdef"])(
  "B4: %j is no code: Please enter a 6-digit code",
  async (code) => {
    const { browser } = await arrange();
    const answer = await enter(browser, code);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Please enter a 6-digit code");
  },
);

test("the code as apps show it, in two groups, is taken", async () => {
  const { browser, authenticator } = await arrange();
  const code = appCode(authenticator);
  const answer = await enter(browser, `${code.slice(0, 3)} ${code.slice(3)}`);
  expect(answer.headers.get("location")).toBe("/dashboard");
});

test("a wrong code is an MFA Challenge Failed, and the step stays", async () => {
  const { browser, authenticator } = await arrange();
  const answer = await enter(browser, wrongCode(authenticator));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("MFA Challenge Failed: That code is wrong or has already been used.");
  expect(held(browser)).toEqual(["fid"]);
});

test.each([-1, 0, 1])("R17: the code of the step %i from now is taken", async (later) => {
  const { browser, authenticator } = await arrange();
  expect((await enter(browser, appCode(authenticator, later))).status).toBe(302);
});

test("R17: a code that is two steps old is not taken", async () => {
  const { browser, authenticator } = await arrange();
  const old = appCode(authenticator, -2);
  if ([-1, 0, 1].some((later) => appCode(authenticator, later) === old)) return;
  expect((await enter(browser, old)).status).toBe(422);
});

test("B8: the same TOTP twice inside 30 s: the second is rejected", async () => {
  const { browser, authenticator, person } = await arrange();
  const code = appCode(authenticator);
  expect((await enter(browser, code)).status).toBe(302);
  const other = await halfSignedIn(person.userId);
  expect((await enter(other, code)).status).toBe(422);
  // Nor one of an earlier step, although it is in the window.
  expect((await enter(other, appCode(authenticator, -1))).status).toBe(422);
});

test("B8: the same TOTP from two half sessions in parallel makes one whole session", async () => {
  const { browser, authenticator, person } = await arrange();
  const other = await halfSignedIn(person.userId);
  const code = appCode(authenticator);
  const answers = await Promise.all([browser, other].map((one) => enter(one, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
  const whole = (await sessionsOf(person.userId)).filter(({ factor }) => factor === "totp");
  expect(whole).toHaveLength(1);
});

test("R18: one challenge makes one session, even with two right codes in parallel", async () => {
  const { browser, authenticator, person } = await arrange();
  const cookie = browser.cookie;
  const codes = [appCode(authenticator), appCode(authenticator, 1)];
  await Promise.all(codes.map((code) => enter(anonymous({ cookie }), code)));
  const whole = (await sessionsOf(person.userId)).filter(({ factor }) => factor === "totp");
  expect(whole).toHaveLength(1);
});

test("B9: the TOTP of an unverified factor is a 404", async () => {
  const person = await memberOf();
  const authenticator = await withAuthenticator(person.userId, false);
  const browser = await halfSignedIn(person.userId);
  const answer = await enter(browser, appCode(authenticator), { factor_id: authenticator.factorId });
  expect(answer.status).toBe(404);
  expect(held(browser)).toEqual(["fid"]);
});

test("B9: the TOTP of somebody else's factor is a 404, whoever is right about it", async () => {
  const { browser } = await arrange();
  const stranger = await memberOf();
  const theirs = await withAuthenticator(stranger.userId);
  const answer = await enter(browser, appCode(theirs), { factor_id: theirs.factorId });
  expect(answer.status).toBe(404);
  expect(held(browser)).toEqual(["fid"]);
});

test("R18: the sixth try of a challenge is not looked at, and the step begins anew with the password", async () => {
  const { browser, authenticator } = await arrange();
  for (let tried = 0; tried < 5; tried++)
    expect((await enter(browser, wrongCode(authenticator))).status).toBe(422);
  const sixth = await enter(browser, appCode(authenticator));
  expect(sixth.status).toBe(401);
  const page = await sixth.text();
  expect(page).toContain("Authentication code expired: Please sign in again.");
  expect(page).toContain("Password");
  expect(await (await browser.get("/auth")).text()).not.toContain("Authentication code");
});

test("R18: of twenty parallel wrong codes five are compared", async () => {
  const { browser, authenticator, person } = await arrange();
  const cookie = browser.cookie;
  await Promise.all(Array.from({ length: 20 }, () => enter(anonymous({ cookie }), wrongCode(authenticator))));
  expect(await events(person.userId, "factor.refused")).toHaveLength(5);
});

test("R18: ten failures lock the account's factors for 15 minutes, the right code too, and tell its owner by mail", async () => {
  const { browser, authenticator, person } = await arrange();
  for (let tried = 0; tried < 5; tried++) await enter(browser, wrongCode(authenticator));
  const second = await halfSignedIn(person.userId);
  for (let tried = 0; tried < 5; tried++) await enter(second, wrongCode(authenticator));
  const mail = await mailTo(person.email);
  expect(mail.subject).toContain("Authentication codes are locked for 15 minutes");
  expect(await events(person.userId, "factor.locked")).toHaveLength(1);

  const third = await halfSignedIn(person.userId);
  const locked = await enter(third, appCode(authenticator));
  expect(locked.status).toBe(429);
  expect(await locked.text()).toContain(
    "MFA Challenge Failed: Too many attempts. Please wait 15 minutes and try again.",
  );
  const wait = Number(locked.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(14 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  // Sessions elsewhere are not locked out.
  expect((await person.get("/dashboard")).status).toBe(200);

  // Fifteen minutes later.
  await controlPlane()
    .update(control.rateCounters)
    .set({ window_start: Date.now() - 86_400_001 })
    .where(eq(control.rateCounters.key, `factor-failures:${person.userId}`));
  expect((await enter(third, appCode(authenticator))).status).toBe(302);
});

test("R18: a right code forgets the failures before it", async () => {
  const { authenticator, person } = await arrange();
  for (const later of [-1, 0, 1]) {
    const browser = await halfSignedIn(person.userId);
    for (let tried = 0; tried < 4; tried++) await enter(browser, wrongCode(authenticator));
    expect((await enter(browser, appCode(authenticator, later))).status).toBe(302);
  }
  expect(await events(person.userId, "factor.locked")).toEqual([]);
});

test("R18: the step is over after 5 minutes", async () => {
  const { browser, authenticator, person } = await arrange();
  await controlPlane()
    .update(control.sessions)
    .set({ expires_at: Date.now() - 1 })
    .where(and(eq(control.sessions.user_id, person.userId), eq(control.sessions.kind, "factor")));
  const answer = await enter(browser, appCode(authenticator));
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain("Authentication code expired: Please sign in again.");
});

test("B10: the half session's cookie opens nothing but its step", async () => {
  const { browser } = await arrange();
  for (const path of ["/dashboard", "/agents", "/mfa-setup", "/dashboard.data", "/email-verified"]) {
    const answer = await browser.get(path);
    expect(answer.headers.getSetCookie().filter((line) => /sid=[^;]/.test(line))).toEqual([]);
    expect(await answer.text()).not.toContain("Bright Smile");
  }
  expect((await browser.get("/agents")).headers.get("location")).toBe("/auth?returnPath=%2Fagents");
  expect((await browser.get("/email-verified")).headers.get("location")).toBe("/auth");
  expect(held(browser)).toEqual(["fid"]);
});

test("half way in is a way out: signing out ends the half session", async () => {
  const { browser, person } = await arrange();
  await browser.post("/sign-out");
  expect(held(browser)).toEqual([]);
  expect((await sessionsOf(person.userId)).map(({ kind }) => kind)).toEqual(["full"]);
});
