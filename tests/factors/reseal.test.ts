/** Changing APP_SECRET: authenticators go on, are sealed anew, and then need the old secret no longer. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { usingCode } from "#app/factors/authenticator.server.ts";
import { resealFactors } from "#app/factors/reseal.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { keyIdOf, open, seal } from "#app/platform/crypto.server.ts";
import { Database, database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import * as control from "#drizzle/control/schema.ts";
import { changed, changing, formerSecret, newSecret } from "../support/new-secret.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { type Authenticator, appCode, enter, halfSignedIn, withAuthenticator } from "./arrange.ts";

const rowOf = async ({ factorId }: Authenticator) => {
  const row = await controlPlane()
    .select()
    .from(control.userFactors)
    .where(eq(control.userFactors.id, factorId))
    .get();
  if (!row) throw new Error("the authenticator is gone");
  return row;
};

/** Uses a code up in a deployment with these settings. */
async function use(deployment: Env, userId: string, code: string) {
  const context = new RouterContextProvider();
  context.set(cloudflare, { env: deployment, ctx: createExecutionContext() });
  const db = new Database(env.DB, new Timing());
  context.set(database, db);
  const found = await usingCode(context, userId, null, code, Date.now());
  if (found === null || found === "unknown") return false;
  await found.guarded;
  return true;
}

test("R44: after the secret was changed a code is taken as before, and seals its authenticator anew", async () => {
  const { userId } = await memberOf();
  const authenticator = await withAuthenticator(userId);
  const before = (await rowOf(authenticator)).secret;
  expect(before.endsWith(`.${await keyIdOf(formerSecret)}`)).toBe(true);
  expect(await use(changing(), userId, appCode(authenticator))).toBe(true);
  const after = (await rowOf(authenticator)).secret;
  expect(after.endsWith(`.${await keyIdOf(newSecret)}`)).toBe(true);
  expect(await use(changed(), userId, appCode(authenticator, 1))).toBe(true);
});

test("R44: cron seals every authenticator anew, once, also those from before there were key ids", async () => {
  const people = await Promise.all([memberOf(), memberOf(), memberOf()]);
  const authenticators = await Promise.all(people.map(({ userId }) => withAuthenticator(userId)));
  const [first] = authenticators;
  if (!first) throw new Error("nobody");
  const bare = (await rowOf(first)).secret.replace(/\.[0-9a-f]{8}$/, "");
  await controlPlane()
    .update(control.userFactors)
    .set({ secret: bare })
    .where(eq(control.userFactors.id, first.factorId));
  expect(await resealFactors(changing())).toBeGreaterThanOrEqual(3);
  expect(await resealFactors(changing())).toBe(0);
  for (const authenticator of authenticators) {
    const { id, user_id, secret } = await rowOf(authenticator);
    expect(await open([newSecret], `totp:${user_id}:${id}`, secret)).toMatch(/^[A-Z2-7]{32}$/);
    expect(await use(changed(), user_id, appCode(authenticator))).toBe(true);
  }
});

test("while there is one secret nothing is sealed anew", async () => {
  const { userId } = await memberOf();
  const authenticator = await withAuthenticator(userId);
  const before = await rowOf(authenticator);
  expect(await resealFactors(env)).toBe(0);
  expect(await rowOf(authenticator)).toEqual(before);
});

test("an authenticator that neither secret opens stays as it is, and keeps none of the others back", async () => {
  const [lost, found] = [await memberOf(), await memberOf()];
  const unreadable = await withAuthenticator(lost.userId);
  const secret = await seal("a-secret-that-nobody-has-any-more-at-all", "totp", "x");
  await controlPlane()
    .update(control.userFactors)
    .set({ secret })
    .where(eq(control.userFactors.id, unreadable.factorId));
  const readable = await withAuthenticator(found.userId);
  expect(await resealFactors(changing())).toBeGreaterThanOrEqual(1);
  expect((await rowOf(unreadable)).secret).toBe(secret);
  expect((await rowOf(readable)).secret.endsWith(`.${await keyIdOf(newSecret)}`)).toBe(true);
});

test("an authenticator that no secret opens lets nobody in, and keeps nobody from another factor or from setting up anew", async () => {
  const { userId, ...person } = await memberOf();
  const authenticator = await withAuthenticator(userId);
  const begun = await withAuthenticator(userId, false);
  const secret = await seal("a-secret-that-nobody-has-any-more-at-all", "totp", "x");
  await controlPlane()
    .update(control.userFactors)
    .set({ secret })
    .where(eq(control.userFactors.user_id, userId));
  const answer = await enter(await halfSignedIn(userId), appCode(authenticator));
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain("MFA Challenge Failed");
  expect((await person.get("/mfa-setup")).status).toBe(200);
  expect((await rowOf(begun)).verified_at).toBeNull();
});
