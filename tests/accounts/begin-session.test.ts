import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, type Client, controlPlane } from "../support/people.ts";
import { provenPerson, signIn } from "./arrange.ts";

const userOf = async (email: string) => {
  const user = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email))
    .get();
  if (!user) throw new Error(`nobody is ${email}`);
  return user;
};

async function withAuthenticator(email: string, verified_at: number | null) {
  const { id } = await userOf(email);
  await controlPlane()
    .insert(control.userFactors)
    .values({ id: newId(), user_id: id, type: "totp", secret: "sealed", verified_at, created_at: 1 });
  return id;
}

const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));

const heldCookies = (browser: Client) =>
  ["sid", "fid", "pid"].filter((name) => browser.cookieValue(name) !== undefined);

test("a right password of an account with an authenticator opens half a session, for 5 minutes", async () => {
  const { email } = await provenPerson();
  const userId = await withAuthenticator(email, Date.now());
  const browser = anonymous();
  const answer = await signIn(browser, email);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
  expect(heldCookies(browser)).toEqual(["fid"]);
  const half = (await sessionsOf(userId)).find(({ kind }) => kind === "factor");
  expect(half && [half.expires_at - half.created_at, half.proven_at]).toEqual([5 * 60_000, null]);
});

test("B10: half a session opens no page of the dashboard and is given no whole one", async () => {
  const { email } = await provenPerson();
  await withAuthenticator(email, Date.now());
  const browser = anonymous();
  await signIn(browser, email);
  const answer = await browser.get("/dashboard");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/auth"]);
  expect(heldCookies(browser)).toEqual(["fid"]);
  const functions = await browser.fetch("/functions/verify-email-code", {
    method: "POST",
    headers: { origin: "https://app.test", "content-type": "application/json" },
    body: JSON.stringify({ code: "123456", userId: (await userOf(email)).id }),
  });
  expect(functions.status).toBe(401);
});

test("B10: the half session's secret under the whole one's name is nobody's", async () => {
  const { email } = await provenPerson();
  await withAuthenticator(email, Date.now());
  const browser = anonymous();
  await signIn(browser, email);
  const forged = await anonymous().get("/dashboard", { cookie: `__Host-sid=${browser.cookieValue("fid")}` });
  expect(forged.headers.get("location")).toBe("/auth");
});

test("R18: an authenticator whose first code was never right asks nothing of whoever signs in", async () => {
  const { email } = await provenPerson();
  await withAuthenticator(email, null);
  const answer = await signIn(anonymous(), email);
  expect(answer.headers.get("location")).toBe("/dashboard");
});

test("R2: a sign-in that only gets half way ends the whole session that the browser held", async () => {
  const { browser, email } = await provenPerson();
  const planted = browser.cookie;
  const userId = await withAuthenticator(email, Date.now());
  await signIn(browser, email);
  expect((await anonymous().get("/dashboard", { cookie: planted })).headers.get("location")).toBe("/auth");
  expect((await sessionsOf(userId)).map(({ kind }) => kind)).toEqual(["factor"]);
});

test("signing in is on the record with how it was done", async () => {
  const { email } = await provenPerson();
  await signIn(anonymous(), email);
  const { id } = await userOf(email);
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(and(eq(control.auditEvents.actor_id, id), eq(control.auditEvents.action, "session.started")));
  expect(events.map(({ changes }) => changes?.how)).toEqual(["email_code", "password"]);
});

test("R3: a proof is good for less than 15 minutes", () => {
  const who: SignedIn = {
    kind: "full",
    sessionId: "s",
    provenAt: 1_000_000,
    lastSeenAt: 0,
    factor: null,
    factorProvenAt: null,
    hasFactor: false,
    hasPassword: true,
    refHost: null,
    host: null,
    crossedFrom: null,
    user: { id: "u", email: "u@people.test", name: null, email_confirmed_at: 1, created_at: 1 },
    activeOrganizationId: null,
    memberships: [],
    deleted: [],
    isSettled: true,
    belongsSomewhere: false,
    isPlatformAdmin: false,
  };
  expect(needsProof(who, 1_000_000 + 15 * 60_000 - 1)).toBe(false);
  expect(needsProof(who, 1_000_000 + 15 * 60_000)).toBe(true);
  expect(needsProof({ ...who, provenAt: null }, 1_000_000)).toBe(true);
  expect(needsProof({ ...who, kind: "factor" }, 1_000_000)).toBe(true);
});
