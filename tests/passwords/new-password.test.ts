/** A new password for a signed-in person: they go on, all other sessions end, and of two changes at once one holds. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { visitor } from "#app/accounts/session.server.ts";
import { changePassword } from "#app/passwords/new-password.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { Database, database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { provenPerson, signIn } from "../accounts/arrange.ts";
import { nextPassword, sessionsOf, userOf } from "../sign-in/resetting.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane, memberOf, origin } from "../support/people.ts";

/** A request of a browser as it reaches a page's action. */
async function askedBy(browser: Client) {
  const request = new Request(`${origin}/security`, { method: "POST", headers: { cookie: browser.cookie } });
  const context = new RouterContextProvider();
  const ctx = createExecutionContext();
  context.set(cloudflare, { env, ctx });
  context.set(database, new Database(env.DB, new Timing()));
  const who = await visitor(request, context);
  if (who.kind === "anonymous") throw new Error("nobody is signed in");
  const change = async (password: string) => {
    const outcome = await changePassword(request, context, who, password, Date.now());
    await waitOnExecutionContext(ctx);
    return outcome;
  };
  return { change };
}

const cookieIn = (cookies: string[]): string => cookies[0]?.split("; ")[0] ?? "";

test("R2: a changed password gives this browser a new session, and ends this one's old and every other", async () => {
  const { browser, email } = await provenPerson();
  const phone = anonymous();
  await signIn(phone, email);
  const outcome = await (await askedBy(browser)).change(nextPassword);
  if (!outcome.ok) throw new Error(outcome.reason);
  const next = anonymous({ cookie: cookieIn(outcome.cookies) });
  expect((await next.get("/dashboard")).status).toBe(200);
  for (const old of [browser, phone])
    expect((await old.get("/dashboard")).headers.get("location")).toBe("/auth");
  expect(await sessionsOf((await userOf(email)).id)).toHaveLength(1);
  expect((await signIn(anonymous(), email)).status).toBe(401);
  expect((await signIn(anonymous(), email, nextPassword)).status).toBe(302);
  expect((await mailTo(email, 2)).subject).toBe("Your password was changed: AI Voice Agents");
});

test("a first password is said to be one", async () => {
  const person = await memberOf();
  const outcome = await (await askedBy(person)).change(nextPassword);
  expect(outcome.ok).toBe(true);
  expect((await mailTo(person.email)).subject).toBe("Your account now has a password: AI Voice Agents");
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, person.userId));
  expect(events.map(({ action }) => action)).toContain("password.set");
});

test("a session that ended while the password was being computed changes nothing", async () => {
  const { browser, email } = await provenPerson();
  const { change } = await askedBy(browser);
  const before = await userOf(email);
  await browser.post("/sign-out");
  expect(await change(nextPassword)).toEqual({ ok: false, reason: "over" });
  expect((await userOf(email)).password_hash).toBe(before.password_hash);
  expect(await sessionsOf(before.id)).toEqual([]);
});

test("of two changes by one session at once one holds", async () => {
  const { browser, email } = await provenPerson();
  const [one, other] = [await askedBy(browser), await askedBy(browser)];
  const outcomes = await Promise.all([one.change(nextPassword), other.change("Copper-lantern-84")]);
  expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
  expect(await sessionsOf((await userOf(email)).id)).toHaveLength(1);
});
