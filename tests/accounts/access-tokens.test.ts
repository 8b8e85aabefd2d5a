/** The access token of a session: what refresh-session answers, where the token is taken, and when it is worth nothing. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { accessTokenFor } from "#app/accounts/access-token.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";
import { pendingPerson } from "./arrange.ts";

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const path = "/functions/refresh-session";

type Session = Record<"user_id" | "email" | "created_at" | "access_token" | "expires_at", string>;
async function refreshed(client: Client): Promise<Session & { email_confirmed_at: string | null }> {
  const answer = await client.post(path);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** A program without cookies, from no page at all. */
const program = (token: string, to: string, body: unknown) =>
  anonymous().fetch(to, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

test("refresh-session answers the session with an access token of 15 minutes, in RFC 3339", async () => {
  const person = await memberOf();
  const session = await refreshed(person);
  expect(Object.keys(session)).toEqual([
    "user_id",
    "email",
    "email_confirmed_at",
    "created_at",
    "access_token",
    "expires_at",
  ]);
  expect(session).toMatchObject({ user_id: person.userId, email: person.email });
  for (const time of [session.email_confirmed_at, session.created_at, session.expires_at])
    expect(time).toMatch(rfc3339);
  const left = Date.parse(session.expires_at) - Date.now();
  expect(left).toBeLessThanOrEqual(900_000);
  expect(left).toBeGreaterThan(800_000);
});

test("a person whose address is not proven yet sees that in their session", async () => {
  const { browser } = await pendingPerson();
  expect((await refreshed(browser)).email_confirmed_at).toBeNull();
});

test("a program speaks for somebody with the token alone, wherever it runs", async () => {
  const person = await memberOf();
  const { access_token } = await refreshed(person);
  const asked = { userId: person.userId };
  // Known, and merely not from another domain.
  expect((await program(access_token, "/functions/generate-auth-token", asked)).status).toBe(422);
  expect((await program(access_token, "/functions/generate-auth-token", { userId: "other" })).status).toBe(
    403,
  );
});

test("B17: the token of a session that was revoked is worth nothing at the next request", async () => {
  const person = await memberOf();
  const { access_token } = await refreshed(person);
  await person.post("/sign-out");
  const answer = await program(access_token, "/functions/generate-auth-token", { userId: person.userId });
  expect(answer.status).toBe(401);
});

test("a token that is too old, changed, of another key or none at all is nobody's", async () => {
  const person = await memberOf();
  const [session] = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, person.userId));
  const id = session?.id ?? "";
  const late = await accessTokenFor(env, id, Date.now() - 900_000);
  const foreign = await accessTokenFor(
    { ...env, APP_SECRET: "another secret of at least 32 characters" },
    id,
    Date.now(),
  );
  const good = await accessTokenFor(env, id, Date.now());
  const changed = good.token.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const token of [late.token, foreign.token, changed, "x", "a.b.c", good.token.split(".")[0] ?? ""]) {
    const answer = await program(token, "/functions/generate-auth-token", { userId: person.userId });
    expect(answer.status, token).toBe(401);
  }
  expect(
    (await program(good.token, "/functions/generate-auth-token", { userId: person.userId })).status,
  ).toBe(422);
});

test("a token opens functions and no page, does not renew itself, and outweighs no origin check without it", async () => {
  const person = await memberOf();
  const { access_token } = await refreshed(person);
  expect((await program(access_token, path, {})).status).toBe(401);
  const page = await anonymous().get("/agents", { authorization: `Bearer ${access_token}` });
  expect(page.headers.get("location")).toContain("/auth");
  const posted = await program(access_token, "/agents/new", {});
  expect(posted.status).toBe(403);
  const crossSite = { "sec-fetch-site": "cross-site", cookie: person.cookie };
  expect((await anonymous().fetch(path, { method: "POST", headers: crossSite })).status).toBe(403);
});

test("cookies that come beside a token are not looked at", async () => {
  const person = await memberOf();
  const answer = await anonymous().fetch("/functions/generate-auth-token", {
    method: "POST",
    headers: { authorization: "Bearer nonsense", cookie: person.cookie, "content-type": "application/json" },
    body: JSON.stringify({ userId: person.userId }),
  });
  expect(answer.status).toBe(401);
});

test("refresh-session without a session is 401, and with another method 405", async () => {
  expect((await anonymous().post(path)).status).toBe(401);
  expect((await anonymous().get(path)).status).toBe(405);
});

test("refresh-session takes no fields: a body is left away or an object, and anything else is 400", async () => {
  const person = await memberOf();
  const answer = (body?: string) =>
    person.fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      ...(body !== undefined && { body }),
    });
  for (const body of [undefined, "", "{}"]) expect((await answer(body)).status, body).toBe(200);
  for (const body of ["{", "[]", "null", "a=b"]) {
    const refused = await answer(body);
    expect([refused.status, Object.keys(await refused.json<object>())], body).toEqual([
      400,
      ["error", "fields"],
    ]);
  }
});
