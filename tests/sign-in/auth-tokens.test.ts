/** `generate-auth-token`: a way to the host that a person came from, for as long as their session lives. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { provenPerson } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, newAddress } from "../support/people.ts";
import { depart, joins, placeOf, tenantsHost } from "./crossing.ts";

const idOf = async (email: string): Promise<string> => {
  const found = await controlPlane()
    .select({ id: control.users.id })
    .from(control.users)
    .where(eq(control.users.email, email))
    .get();
  return found?.id ?? "";
};
const password = "Violet-harbor-27";
const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));

/** Asks for a token in the browser of the main host. */
const ask = (main: Client, userId: string) =>
  main.fetch("/functions/generate-auth-token", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ userId, expiresIn: 300 }),
  });

/** The address that a token is taken to, on the host it is for. */
async function tokenAt(main: Client, userId: string, at: (path: string) => string): Promise<string> {
  const answer = await ask(main, userId);
  expect(answer.status).toBe(200);
  const body: { token: string } = await answer.json();
  return at(`/auth/callback?token=${body.token}&returnPath=%2Fagents`);
}

/** A member who has just signed in on the main host with `ref`, and nothing else. */
async function signedInFor() {
  const { owner, host, at } = await tenantsHost();
  const { browser, email } = await provenPerson();
  await joins(email, owner);
  await browser.post("/sign-out");
  const userId = await idOf(email);
  const main = anonymous();
  await main.post(`/auth?ref=${host}`, { intent: "sign-in", email, password });
  return { owner, host, at, email, userId, main };
}

const press = (browser: Client, address: string) => browser.post(address, { intent: "continue" });

test("who signed in with ref gets a token, and goes in there by a press on the page that names the account", async () => {
  const { at, email, userId, main } = await signedInFor();
  const address = await tokenAt(main, userId, at);
  const browser = anonymous();
  const page = await browser.get(address);
  expect([page.status, page.headers.get("referrer-policy"), page.headers.get("cache-control")]).toEqual([
    200,
    "strict-origin",
    "no-store",
  ]);
  expect(await pageText(await page.text())).toContain(`Continue as ${email}`);
  expect(browser.cookieValue("sid")).toBeUndefined();
  const pressed = await press(browser, address);
  expect([pressed.status, placeOf(pressed)]).toEqual([303, "/agents"]);
  expect((await browser.get(at("/agents"))).status).toBe(200);
  expect((await sessionsOf(userId)).filter(({ crossed_from }) => crossed_from !== null)).toHaveLength(1);
});

test("a browser that says its origin and no fetch metadata presses the button, and one that says neither reads why not", async () => {
  const { at, userId, main } = await signedInFor();
  const address = await tokenAt(main, userId, at);
  const pressFrom = (headers: Record<string, string>) =>
    anonymous().fetch(address, {
      method: "POST",
      body: new URLSearchParams({ intent: "continue" }),
      headers,
    });
  const silent = await pressFrom({});
  expect(silent.status).toBe(403);
  expect(await silent.text()).toContain("Your browser didn't say which page sent this");
  const answer = await pressFrom({ origin: new URL(address).origin });
  expect([answer.status, placeOf(answer)]).toEqual([303, "/agents"]);
});

test("R10: looking at a token's page uses it up for nobody, and of two presses at once exactly one goes in", async () => {
  const { at, userId, main } = await signedInFor();
  const address = await tokenAt(main, userId, at);
  await anonymous().get(address);
  await anonymous().get(address);
  const statuses = await Promise.all([press(anonymous(), address), press(anonymous(), address)]).then((all) =>
    all.map(({ status }) => status),
  );
  expect(statuses.sort()).toEqual([303, 400]);
  expect(await sessionsOf(userId)).toHaveLength(2);
  expect((await anonymous().get(address)).status).toBe(400);
});

test("R10: a token pressed from another site, on another host, too late or after signing out opens nothing", async () => {
  const { at, userId, main } = await signedInFor();
  const address = await tokenAt(main, userId, at);
  const foreign = { "sec-fetch-site": "cross-site", origin: "https://evil.test" };
  expect((await anonymous().post(address, { intent: "continue" }, foreign)).status).toBe(403);
  const other = await tenantsHost();
  const { search } = new URL(address);
  expect((await press(anonymous(), other.at(`/auth/callback${search}`))).status).toBe(400);
  expect((await press(anonymous(), `https://app.test/auth/callback${search}`)).status).toBe(400);
  await controlPlane()
    .update(control.oneTimeTokens)
    .set({ expires_at: Date.now() - 1 })
    .where(eq(control.oneTimeTokens.user_id, userId));
  expect((await press(anonymous(), address)).status).toBe(400);
  const last = await tokenAt(main, userId, at);
  await main.post("/sign-out");
  expect((await anonymous().get(last)).status).toBe(400);
  expect((await press(anonymous(), last)).status).toBe(400);
  expect(await sessionsOf(userId)).toEqual([]);
});

test("R10: a token of a crossing cannot be pressed by a browser that did not set out", async () => {
  const { at, main } = await signedInFor();
  const back = placeOf(await main.get(await depart(anonymous(), at)));
  expect(back).toContain("token=");
  expect((await press(anonymous(), back)).status).toBe(400);
});

test("after a completed crossing a token opens that host, also in a browser that has set out anew", async () => {
  const { at, userId, main } = await signedInFor();
  const tenant = anonymous();
  await tenant.get(placeOf(await main.get(await depart(tenant, at))));
  const first = await tokenAt(main, userId, at);
  expect((await press(tenant, first)).status).toBe(303);
  const anew = anonymous();
  await depart(anew, at);
  const second = await tokenAt(main, userId, at);
  expect((await anew.get(second)).status).toBe(200);
  expect((await press(anew, second)).status).toBe(303);
});

test("the browser that set out last for the main host's token goes in without a press", async () => {
  const { at, userId, main } = await signedInFor();
  const tenant = anonymous();
  await main.get(await depart(tenant, at, "/numbers"));
  const arrived = await tenant.get(await tokenAt(main, userId, at));
  expect([arrived.status, placeOf(arrived)]).toEqual([303, "/numbers"]);
});

test("confirming that it is you, and a month of rows swept away, leave the host with the session", async () => {
  const { at, userId, main } = await signedInFor();
  const tenant = anonymous();
  await tenant.get(placeOf(await main.get(await depart(tenant, at))));
  const [before] = (await sessionsOf(userId)).filter(({ crossed_from }) => crossed_from === null);
  await controlPlane().delete(control.oneTimeTokens).where(eq(control.oneTimeTokens.user_id, userId));
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: 0 })
    .where(eq(control.sessions.user_id, userId));
  expect((await main.post("/security", { intent: "confirm", password })).status).toBe(302);
  const own = (await sessionsOf(userId)).filter(({ crossed_from }) => crossed_from === null);
  expect(own.map(({ id }) => id)).not.toContain(before?.id);
  const address = await tokenAt(main, userId, at);
  expect((await press(anonymous(), address)).status).toBe(303);
});

test("who came by Google with ref gets a token too, and who named no host of ours gets none", async () => {
  const { owner, host, at } = await tenantsHost();
  const main = anonymous();
  const email = newAddress();
  await continueWithGoogle(anonymous(), { email });
  await joins(email, owner);
  await continueWithGoogle(main, { email }, `?ref=${host}`);
  const address = await tokenAt(main, await idOf(email), at);
  expect((await anonymous().get(address)).status).toBe(200);

  const person = await provenPerson();
  for (const ref of ["evil.test", "app.test", "x_1"]) {
    const browser = anonymous();
    await browser.post(`/auth?ref=${ref}`, { intent: "sign-in", email: person.email, password });
    expect((await ask(browser, await idOf(person.email))).status, ref).toBe(422);
  }
});

test("a token lives as short as it was asked to", async () => {
  const { email, userId, main } = await signedInFor();
  expect(userId).toBe(await idOf(email));
  const before = Date.now();
  const answer = await main.fetch("/functions/generate-auth-token", {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ userId, expiresIn: 20 }),
  });
  expect(answer.status).toBe(200);
  const made = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(and(eq(control.oneTimeTokens.user_id, userId), eq(control.oneTimeTokens.purpose, "auth_token")))
    .get();
  expect(made?.expires_at).toBeGreaterThanOrEqual(before + 20_000);
  expect(made?.expires_at).toBeLessThanOrEqual(Date.now() + 20_000);
});

test("R38: tokens are counted: a hundred in five minutes for one person, and as many tries from one network", async () => {
  const { userId, main, at } = await signedInFor();
  const spent = (key: string) =>
    controlPlane().insert(control.rateCounters).values({ key, window_start: Date.now(), count: 100 });
  await spent(`tokens-cross:${userId}`);
  const refused = await ask(main, userId);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toEqual({ error: "Too many attempts. Please wait 5 minutes and try again." });
  await spent(`tokens-arrive:${await networkKey(env, "198.51.100.7")}`);
  const guess = at("/auth/callback?token=guessed");
  expect((await anonymous().get(guess, { "cf-connecting-ip": "198.51.100.7" })).status).toBe(429);
  expect((await anonymous().get(guess)).status).toBe(400);
});
