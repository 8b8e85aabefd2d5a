/** Crossing from the main host to a tenant's: a session there, once, in the same browser, for as long as the first one lives. */
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson } from "../accounts/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { pageText } from "../support/page-form.ts";
import {
  anonymous,
  type Client,
  controlPlane,
  memberOf,
  newAddress,
  type Person,
} from "../support/people.ts";
import { depart, joins, placeOf, tenantsHost, twoHosts } from "./crossing.ts";

const json = (client: Client, path: string, body: unknown, headers: Record<string, string> = {}) =>
  client.fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify(body),
  });

/** A member who is signed in on the main host and has just been given a token for a tenant's. */
async function withToken() {
  const { owner, host, at } = await tenantsHost();
  const person = await memberOf({ role: "member", organizationId: owner.organizationId });
  const { tenant } = twoHosts(person);
  const back = placeOf(await person.get(await depart(tenant, at)));
  return { owner, host, at, person, tenant, back };
}

const sessionsOf = (person: Person) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, person.userId));

test("who signs in on the main host for a tenant's domain arrives there signed in, at the page they wanted", async () => {
  const { owner, host, at } = await tenantsHost();
  const { email } = await provenPerson();
  await joins(email, owner);
  const { main, tenant } = twoHosts(anonymous());
  // The tenant's host sends strangers to the main /auth; the way from there is the same for all.
  expect(placeOf(await tenant.get(at("/agents")))).toBe(
    `https://app.test/auth?ref=${host}&returnPath=%2Fagents`,
  );
  const signedIn = await main.post(`/auth?ref=${host}&returnPath=%2Fagents`, {
    intent: "sign-in",
    email,
    password: "Violet-harbor-27",
  });
  const onMain = placeOf(signedIn);
  expect(onMain).toBe(`/auth?returnPath=%2Fagents&ref=${host}`);
  const departing = placeOf(await main.get(onMain));
  expect(departing).toBe(`https://${host}/auth/callback?returnPath=%2Fagents`);
  const leaving = await tenant.get(departing);
  expect(leaving.status).toBe(303);
  const back = placeOf(await main.get(placeOf(leaving)));
  expect(back).toMatch(new RegExp(`^https://${host}/auth/callback\\?token=[\\w-]{43}$`));
  const arrived = await tenant.get(back);
  expect([arrived.status, placeOf(arrived)]).toEqual([303, "/agents"]);
  expect(arrived.headers.get("referrer-policy")).toBe("no-referrer");
  expect((await tenant.get(at("/agents"))).status).toBe(200);
});

test("R10: a cross-domain token redeemed by 20 at once makes one session", async () => {
  const { tenant, back, person } = await withToken();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => tenant.get(back, { cookie: tenant.cookie })),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  expect(await sessionsOf(person)).toHaveLength(2);
});

test("B14: a second use, another host, no state cookie, and a token of a session that has ended open nothing", async () => {
  const words = "Authentication Error: Failed to complete authentication. Please try again.";
  const refused = async (client: Client, address: string) => {
    const answer = await client.get(address);
    expect(answer.status).toBe(400);
    expect(await pageText(await answer.text())).toContain(words);
    expect(client.cookieValue("sid")).toBeUndefined();
  };
  const noCookie = await withToken();
  await refused(anonymous(), noCookie.back);
  expect((await noCookie.tenant.get(noCookie.back)).status).toBe(303);
  await refused(Object.assign(anonymous()), noCookie.back);

  const elsewhere = await withToken();
  const other = await tenantsHost();
  await depart(elsewhere.tenant, other.at);
  await refused(elsewhere.tenant, elsewhere.back.replace(elsewhere.host, other.host));
  await refused(anonymous(), elsewhere.back.replace(elsewhere.host, "app.test"));

  const over = await withToken();
  await over.person.post("/sign-out");
  await refused(over.tenant, over.back);

  const late = await withToken();
  await controlPlane()
    .update(control.oneTimeTokens)
    .set({ expires_at: Date.now() - 1 })
    .where(eq(control.oneTimeTokens.user_id, late.person.userId));
  await refused(late.tenant, late.back);
});

test("R10: a token is stored as its hash, for one user, session, host and browser, for 300 seconds", async () => {
  const { back, person, host } = await withToken();
  const [row] = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, person.userId));
  const [session] = await sessionsOf(person);
  expect(row).toMatchObject({ purpose: "cross_domain", audience: host, session_id: session?.id });
  expect(row?.bound_to).toMatch(/^[0-9a-f]{64}$/);
  expect((row?.expires_at ?? 0) - (row?.created_at ?? 0)).toBe(300_000);
  expect(JSON.stringify(row)).not.toContain(new URL(back).searchParams.get("token") ?? "none");
});

test.each([
  "evil.test",
  "//evil.test",
  "https://evil.test",
  "app.test",
  "app.test.evil.test",
  "localhost",
  "x_1",
])("R9: ref=%s leads nowhere but on", async (ref) => {
  const person = await memberOf();
  const query = new URLSearchParams({ ref, returnPath: "/agents" });
  expect(placeOf(await person.get(`/auth?${query}`))).toBe("/agents");
  const { email } = await provenPerson();
  const browser = anonymous();
  const answer = await browser.post(`/auth?${query}`, {
    intent: "sign-in",
    email,
    password: "Violet-harbor-27",
  });
  expect(new URL(placeOf(answer), "https://app.test").origin).toBe("https://app.test");
  const on = placeOf(answer) === "/agents" ? "/agents" : placeOf(await browser.get(placeOf(answer)));
  expect(on).toBe("/agents");
});

test("R9: the domain of an organization that has been deleted is nobody's", async () => {
  const { owner, host } = await tenantsHost();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: Date.now() })
    .where(eq(control.organizations.id, owner.organizationId));
  expect(placeOf(await member.get(`/auth?ref=${host}`))).toBe("/dashboard");
});

test("R8: the way back on a tenant's host is only ever a path of it", async () => {
  const { at } = await tenantsHost();
  for (const evil of [
    "//evil.test",
    "/\\evil.test",
    "/%2f%2fevil.test",
    "javascript:alert(1)",
    "/..//evil.test",
  ]) {
    const to = new URL(await depart(anonymous(), at, evil));
    expect([to.origin, to.searchParams.get("returnPath")], evil).toEqual(["https://app.test", "/dashboard"]);
  }
});

test("R4: signing out on one host is signing out on all", async () => {
  for (const where of ["main", "tenant"] as const) {
    const { person, tenant, back, at } = await withToken();
    await tenant.get(back);
    expect((await tenant.get(at("/agents"))).status).toBe(200);
    if (where === "main") await person.post("/sign-out");
    else await tenant.post(at("/sign-out"));
    expect(placeOf(await person.get("/agents"))).toBe("/auth?returnPath=%2Fagents");
    expect(placeOf(await tenant.get(at("/agents")))).toContain("https://app.test/auth?");
    expect(await sessionsOf(person)).toEqual([]);
  }
});

test("R5: the session on a tenant's host is for that host alone", async () => {
  const { tenant, back } = await withToken();
  const lines = (await tenant.get(back)).headers.getSetCookie();
  const session = lines.find((line) => line.startsWith("__Host-sid="));
  expect(session).toMatch(/; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=2592000$/);
  expect(lines.join()).not.toContain("Domain=");
});

test("a session that crossed over has proven nothing on its host, whatever the first one has", async () => {
  const { tenant, back, person, host, at } = await withToken();
  await controlPlane()
    .update(control.sessions)
    .set({ factor: "totp", factor_proven_at: Date.now() })
    .where(eq(control.sessions.user_id, person.userId));
  await tenant.get(back);
  const crossed = (await sessionsOf(person)).filter(({ crossed_from }) => crossed_from !== null);
  expect(crossed).toMatchObject([
    { host, kind: "full", proven_at: null, factor: null, factor_proven_at: null },
  ]);
  expect(await pageText(await (await tenant.get(at("/security"))).text())).toContain("Confirm it's you");
});

test("generate-auth-token {userId, expiresIn 300} answers {token}, which opens the host that ref named", async () => {
  const { tenant, person, host } = await withToken();
  const answer = await json(person, "/functions/generate-auth-token", {
    userId: person.userId,
    expiresIn: 300,
  });
  expect(answer.status).toBe(200);
  const body: { token: string } = await answer.json();
  expect(Object.keys(body)).toEqual(["token"]);
  expect((await tenant.get(`https://${host}/auth/callback?token=${body.token}`)).status).toBe(303);
});

test("R10: a link to a host changes nothing of a session that has arrived on another", async () => {
  const { tenant, person, host, back } = await withToken();
  expect((await tenant.get(back)).status).toBe(303);
  const stranger = await tenantsHost();
  await joins(person.userId, stranger.owner);
  const planted = await depart(anonymous(), stranger.at);
  expect(
    placeOf(await person.get(planted, { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" })),
  ).toContain(stranger.host);
  const rows = await sessionsOf(person);
  expect(rows.filter(({ crossed_from }) => crossed_from === null).map(({ ref_host }) => ref_host)).toEqual([
    host,
  ]);
  const asked = { userId: person.userId, expiresIn: 300 };
  expect((await json(person, "/functions/generate-auth-token", asked)).status).toBe(200);
  const [last] = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, person.userId))
    .orderBy(desc(control.oneTimeTokens.created_at), desc(control.oneTimeTokens.id))
    .limit(1);
  expect(last?.audience).toBe(host);
});

test.each([
  { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" },
  { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
  { "sec-fetch-site": "none", "sec-fetch-dest": "document", "sec-purpose": "prefetch;prerender" },
])("R10: nobody crosses over because of %o", async (headers) => {
  const { owner, at } = await tenantsHost();
  const person = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect(placeOf(await person.get(await depart(anonymous(), at), headers))).toBe("/agents");
  const tokens = await controlPlane()
    .select()
    .from(control.oneTimeTokens)
    .where(eq(control.oneTimeTokens.user_id, person.userId));
  expect(tokens).toEqual([]);
});

test("R11: a token for another user is refused and noted; without a session, a body or a domain there is none", async () => {
  const [person, other] = [await memberOf(), await memberOf()];
  const path = "/functions/generate-auth-token";
  expect((await json(person, path, { userId: other.userId })).status).toBe(403);
  const events = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, other.userId));
  expect(events.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["session.crossing_refused", person.userId],
  ]);
  expect((await json(anonymous(), path, { userId: other.userId })).status).toBe(401);
  const malformed = await json(person, path, { userId: 7, expiresIn: 9000 });
  expect(malformed.status).toBe(400);
  expect(await malformed.json()).toMatchObject({
    fields: { userId: expect.any(Array), expiresIn: expect.any(Array) },
  });
  expect((await json(person, path, { userId: person.userId })).status).toBe(422);
});

test("Google, pressed on a tenant's domain, leads by way of the main host back to it", async () => {
  const { owner, host, at } = await tenantsHost();
  const email = newAddress();
  await continueWithGoogle(anonymous(), { email });
  await joins(email, owner);
  const { main, tenant } = twoHosts(anonymous());
  const leaving = new URL(placeOf(await tenant.get(at("/auth/google?returnPath=/agents"))));
  expect([leaving.origin, leaving.pathname, leaving.searchParams.get("ref")]).toEqual([
    "https://app.test",
    "/auth/google",
    host,
  ]);
  const answer = await continueWithGoogle(main, { email }, leaving.search);
  const back = placeOf(await main.get(placeOf(answer)));
  const arrived = await tenant.get(back);
  expect([arrived.status, placeOf(arrived)]).toEqual([303, "/agents"]);
  expect((await tenant.get(at("/agents"))).status).toBe(200);
});

test("every step of signing in keeps along which domain one came from", async () => {
  const { host } = await tenantsHost();
  const { email } = await pendingPerson();
  const pending = await anonymous().post(`/auth?ref=${host}&returnPath=/agents`, {
    intent: "sign-in",
    email,
    password: "Violet-harbor-27",
  });
  expect(placeOf(pending)).toBe(`/auth?returnPath=%2Fagents&ref=${host}`);
});

test("on the main host the page after the code wears the brand that the sign-in screen before it wore", async () => {
  const { host } = await tenantsHost();
  const page = async (path: string) => (await anonymous().get(path)).text();
  expect(await page(`/auth?ref=${host}`)).toContain("Harbor, Inc.");
  expect(await page(`/email-verified?ref=${host}`)).toContain("Harbor, Inc.");
  expect(await page("/email-verified")).not.toContain("Harbor, Inc.");
});

test.each(["/nope", "/sw.js", "/favicon.ico"])(
  "%s is no page, and answers for itself on a domain that sends strangers elsewhere",
  async (path) => {
    const { at } = await tenantsHost();
    expect((await anonymous().get(at("/agents"))).status).toBe(302);
    expect((await anonymous().get(at(path))).status).toBe(404);
  },
);

test("whoever has just deleted their account reads so on the domain where they did", async () => {
  const { at } = await tenantsHost();
  expect((await anonymous().get(at("/security/deleted"))).status).toBe(200);
});
