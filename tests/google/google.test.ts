/** "Continue with Google": the round trip, whose account it opens, and every answer that opens none. */
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { hashPassword } from "#app/passwords/password-hash.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, provenPerson, signIn } from "../accounts/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, goodPassword, memberOf, newAddress } from "../support/people.ts";
import { continueWithGoogle, decide, toGoogle } from "./googling.ts";

const usersWith = (email: string) =>
  controlPlane().select().from(control.users).where(eq(control.users.email_folded, email.toLowerCase()));
const identitiesOf = (userId: string) =>
  controlPlane().select().from(control.userIdentities).where(eq(control.userIdentities.user_id, userId));

const words = "Authentication Error: Failed to complete authentication. Please try again.";

test("a newcomer comes all the way in with Google: proven, with an organization of their own, and the terms agreed to", async () => {
  const browser = anonymous();
  const email = newAddress();
  const answer = await continueWithGoogle(browser, { email, name: "Ada Quinn" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  const [user] = await usersWith(email);
  expect(user).toMatchObject({ name: "Ada Quinn", password_hash: null });
  expect(user?.email_confirmed_at).not.toBeNull();
  expect(user?.terms_accepted_at).not.toBeNull();
  expect(await identitiesOf(user?.id ?? "")).toHaveLength(1);
  expect((await browser.get("/dashboard")).status).toBe(200);
});

test("the sign-in screen offers Google in both forms, says what one agrees to, and carries along what the person came for", async () => {
  const carried = [
    ["returnPath", "/agents"],
    ["ref", "harbor.example.com"],
    ["intent", "trial"],
    ["invitation", "i-1"],
  ] as const;
  for (const mode of ["signin", "signup"]) {
    const asked = new URLSearchParams([...carried.map((pair) => [...pair]), ["mode", mode]]);
    // Something is kept, so the step that the invitation belongs to is this one.
    const keeping = { cookie: "__Host-pending_invitation=x" };
    const html = await (await anonymous().get(`/auth?${asked}`, keeping)).text();
    expect(/<form [^>]*action="\/auth\/google" method="get"/.test(html)).toBe(true);
    for (const [name, value] of carried)
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    expect(await pageText(html)).toContain(
      "Continue with Google By continuing with Google, you agree to the Terms of Service and Privacy Policy .",
    );
  }
});

test("what the person came for comes back from Google with them", async () => {
  const search = "?intent=trial&ref=nowhere.example.com&returnPath=%2Fagents";
  const answer = await continueWithGoogle(anonymous(), { email: newAddress() }, search);
  const back = new URL(answer.headers.get("location") ?? "", "https://app.test");
  expect([back.pathname, back.searchParams.get("intent"), back.searchParams.get("ref")]).toEqual([
    "/auth",
    "trial",
    "nowhere.example.com",
  ]);
});

test("the way on is where the person wanted to go, and only ever a path of this site", async () => {
  const to = async (returnPath: string) => {
    const search = `?${new URLSearchParams({ returnPath })}`;
    const answer = await continueWithGoogle(anonymous(), { email: newAddress() }, search);
    return answer.headers.get("location");
  };
  expect(await to("/agents?q=a")).toBe("/agents?q=a");
  for (const evil of [
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "/%2f%2fevil.test",
    "%2F%2Fevil.test",
  ])
    expect(await to(evil), evil).toBe("/dashboard");
});

test("R20: Google is asked with state, nonce and an S256 challenge, all in one cookie of ten minutes, and nothing of it comes twice", async () => {
  const browser = anonymous();
  const answer = await browser.get("/auth/google");
  const page = new URL(answer.headers.get("location") ?? "", "https://app.test");
  expect(page.pathname).toBe("/sandbox/accounts.google.com/o/oauth2/v2/auth");
  const asked = Object.fromEntries(page.searchParams);
  expect(asked).toMatchObject({
    response_type: "code",
    code_challenge_method: "S256",
    redirect_uri: "https://app.test/auth/callback",
    scope: "openid email profile",
    prompt: "select_account",
  });
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-google=[^;]+; Path=\/; SameSite=Lax; HttpOnly; Secure; Max-Age=600$/);
  const again = await toGoogle(anonymous());
  for (const name of ["state", "nonce", "code_challenge"])
    expect(again.searchParams.get(name)).not.toBe(asked[name]);
});

describe("B11: an answer that does not hold opens nothing", () => {
  const refusals: [string, string, number][] = [
    ["for another client", "aud", 400],
    ["of another issuer", "iss", 400],
    ["that has expired", "exp", 400],
    ["from tomorrow", "iat", 400],
    ["to another request", "nonce", 400],
    ["without an ID token", "missing", 400],
  ];
  test.each(refusals)("an ID token %s", async (_, flaw, status) => {
    const browser = anonymous();
    const email = newAddress();
    const answer = await continueWithGoogle(browser, { email, flaw });
    expect(answer.status).toBe(status);
    const text = await pageText(await answer.text());
    expect(text).toContain("Google sign-in failed");
    expect(text).toContain(words);
    expect(browser.cookieValue("sid")).toBeUndefined();
    expect(await usersWith(email)).toEqual([]);
  });

  test("an address that Google has not verified", async () => {
    const email = newAddress();
    const answer = await continueWithGoogle(anonymous(), { email, email_verified: false });
    expect(answer.status).toBe(403);
    expect(await pageText(await answer.text())).toContain("Google hasn't verified your email address.");
    expect(await usersWith(email)).toEqual([]);
  });

  test("error=access_denied says so and leads both ways on", async () => {
    const answer = await continueWithGoogle(
      anonymous(),
      { email: newAddress(), decision: "deny" },
      "?returnPath=/agents",
    );
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(await pageText(html)).toContain("Google sign-in failed");
    expect(html).toMatch(/<a [^>]*href="\/auth\/google\?returnPath=%2Fagents"/);
    expect(html).toMatch(/<a [^>]*href="\/auth"/);
    expect(await pageText(html)).toMatch(/Try Again Go to Login/);
  });

  test("a missing or another state, and no cookie at all", async () => {
    for (const change of ["none", "other", "no cookie"] as const) {
      const browser = anonymous();
      const email = newAddress();
      const back = await decide(browser, await toGoogle(browser), { email });
      if (change === "none") back.searchParams.delete("state");
      if (change === "other") back.searchParams.set("state", "another");
      const answer = await (change === "no cookie" ? anonymous() : browser).get(back.href);
      expect(answer.status, change).toBe(400);
      expect(await usersWith(email)).toEqual([]);
    }
  });

  test("a state that was used, and a code whose verifier is another's", async () => {
    const browser = anonymous();
    const back = await decide(browser, await toGoogle(browser), { email: newAddress() });
    expect((await browser.get(back.href)).status).toBe(303);
    expect((await browser.get(back.href)).status).toBe(400);

    const [one, other] = [anonymous(), anonymous()];
    const stolen = await decide(one, await toGoogle(one), { email: newAddress() });
    const own = await toGoogle(other);
    stolen.searchParams.set("state", own.searchParams.get("state") ?? "");
    expect((await other.get(stolen.href)).status).toBe(400);
    expect(other.cookieValue("sid")).toBeUndefined();
  });

  test("a Google that fails or breaks off: the page says so, and nobody is signed in", async () => {
    for (const fault of [{ status: 500 }, { drop: true }, { status: 429 }]) {
      const browser = anonymous();
      const back = await decide(browser, await toGoogle(browser), { email: newAddress() });
      const ordered = await anonymous().fetch("/sandbox/faults", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ host: "oauth2.googleapis.com", ...fault }),
      });
      expect(ordered.status).toBe(201);
      const answer = await browser.get(back.href);
      expect(answer.status).toBe(502);
      expect(await pageText(await answer.text())).toContain("Google didn't respond.");
      expect(browser.cookieValue("sid")).toBeUndefined();
    }
  });

  test("the callback on another host than the main one", async () => {
    const browser = anonymous();
    const back = await decide(browser, await toGoogle(browser), { email: newAddress() });
    back.hostname = "other.test";
    expect((await browser.get(back.href)).status).toBe(400);
  });
});

test("B12: an unproven account with the same address loses its password and its sessions before it is Google's", async () => {
  const { browser: stranger, email } = await pendingPerson();
  const owner = anonymous();
  expect((await continueWithGoogle(owner, { email })).headers.get("location")).toBe("/dashboard");
  const [user, ...others] = await usersWith(email);
  expect(others).toEqual([]);
  expect(user?.password_hash).toBeNull();
  expect((await signIn(anonymous(), email)).status).toBe(401);
  const page = await (await stranger.get("/auth")).text();
  expect(page).not.toContain("Verification code");
  expect((await owner.get("/dashboard")).status).toBe(200);
});

test("R20: a proven account with the same address is joined, and keeps its password", async () => {
  const { email } = await provenPerson();
  const browser = anonymous();
  expect((await continueWithGoogle(browser, { email: email.toUpperCase() })).status).toBe(303);
  expect(await usersWith(email)).toHaveLength(1);
  expect((await signIn(anonymous(), email)).status).toBe(302);
});

test("R20: who comes again is known by Google's subject, whatever address the account has now", async () => {
  const email = newAddress();
  await continueWithGoogle(anonymous(), { email });
  const [user] = await usersWith(email);
  const moved = newAddress();
  await controlPlane()
    .update(control.users)
    .set({ email: moved, email_folded: moved })
    .where(eq(control.users.id, user?.id ?? ""));
  // Another person has the old address now.
  const other = await memberOf({ email });
  await continueWithGoogle(anonymous(), { email });
  const sessions = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, user?.id ?? ""));
  expect(sessions).toHaveLength(2);
  expect(await identitiesOf(other.userId)).toEqual([]);
});

test("two callbacks of one newcomer at once make one account", async () => {
  const email = newAddress();
  const tabs = [anonymous(), anonymous(), anonymous()];
  const backs = await Promise.all(tabs.map(async (tab) => decide(tab, await toGoogle(tab), { email })));
  const answers = await Promise.all(tabs.map((tab, at) => tab.get(backs[at]?.href ?? "")));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await usersWith(email)).toHaveLength(1);
});

test("who has an authenticator is asked for its code after Google too", async () => {
  const { email } = await provenPerson();
  const [user] = await usersWith(email);
  await controlPlane()
    .insert(control.userFactors)
    .values({
      id: newId(),
      user_id: user?.id ?? "",
      type: "totp",
      secret: "sealed",
      verified_at: Date.now(),
      created_at: Date.now(),
    });
  const browser = anonymous();
  const answer = await continueWithGoogle(browser, { email }, "?returnPath=/agents");
  expect(answer.headers.get("location")).toBe("/auth?returnPath=%2Fagents");
  expect(browser.cookieValue("sid")).toBeUndefined();
  expect(browser.cookieValue("fid")).toBeDefined();
});

test("R2: signing in with Google ends the session that the browser carried", async () => {
  const before = await memberOf();
  await continueWithGoogle(before, { email: newAddress() });
  const rows = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, before.userId));
  expect(rows).toEqual([]);
});

test("the callback tells nobody where it came from, and its answer is kept nowhere", async () => {
  const good = await continueWithGoogle(anonymous(), { email: newAddress() });
  const bad = await anonymous().get("/auth/callback?code=x&state=y");
  for (const answer of [good, bad]) {
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});

test("/auth/callback without anything leads members on and says to the rest that it failed", async () => {
  expect((await (await memberOf()).get("/auth/callback")).headers.get("location")).toBe("/dashboard");
  const answer = await anonymous().get("/auth/callback");
  expect(answer.status).toBe(400);
  expect(await pageText(await answer.text())).toContain(words);
});

test("a password that somebody had before Google came is still theirs to sign in with", async () => {
  const member = await memberOf();
  await controlPlane()
    .update(control.users)
    .set({ password_hash: await hashPassword(goodPassword) })
    .where(eq(control.users.id, member.userId));
  await continueWithGoogle(anonymous(), { email: member.email });
  expect((await signIn(anonymous(), member.email)).status).toBe(302);
});

test.each([
  ["turns what follows around", "Support\u202etset", null],
  ["begins a line of its own", "Support\n\nYour account is locked: https://evil.test/x", null],
  ["stands in blanks", "  Ada Quinn ", "Ada Quinn"],
])("a name at Google that %s is kept as one of ours or not at all", async (_, name, kept) => {
  const browser = anonymous();
  const email = `${newId()}@people.test`;
  await continueWithGoogle(browser, { email, name });
  const [user] = await usersWith(email);
  expect(user).toMatchObject({ name: kept });
});
