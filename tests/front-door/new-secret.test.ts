/** Changing APP_SECRET: what the previous secret sealed or signed stays valid for a time, unnoticed by users. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { accessTokenFor, sessionOfToken } from "#app/accounts/access-token.server.ts";
import { isOurs, newChallenge } from "#app/factors/passkey-challenge.server.ts";
import { promiseMail, sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson } from "../accounts/arrange.ts";
import { answerWith } from "../support/built-app.ts";
import { mailsTo } from "../support/inbox.ts";
import { changed, changing } from "../support/new-secret.ts";
import { controlPlane, memberOf, newAddress, origin } from "../support/people.ts";

const contextOf = (deployment: Env) => {
  const context = new RouterContextProvider();
  context.set(cloudflare, { env: deployment, ctx: createExecutionContext() });
  return context;
};

test("R44: a code that was mailed before proves the address after, and not once the former secret is gone", async () => {
  const { browser, code } = await pendingPerson();
  const verifiedIn = (deployment: Env) =>
    answerWith(
      deployment,
      new Request(`${origin}/auth`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ intent: "verify", code }),
        headers: { cookie: browser.cookie, origin, "sec-fetch-site": "same-origin" },
      }),
    );
  expect((await verifiedIn(changed())).status).toBe(422);
  const verified = await verifiedIn(changing());
  expect(verified.headers.get("location")).toBe("/email-verified");
});

test("R44: sessions do not depend on it", async () => {
  const { cookie } = await memberOf();
  const request = new Request(`${origin}/agents`, { headers: { cookie } });
  expect((await answerWith(changed(), request)).status).toBe(200);
});

test("R44: access tokens and the challenges of passkeys are taken as before", async () => {
  const now = Date.now();
  const { token } = await accessTokenFor(env, "a-session", now);
  expect(await sessionOfToken(changing(), token, now)).toBe("a-session");
  expect(await sessionOfToken(changed(), token, now)).toBeNull();
  const ceremony = { purpose: "sign-in", host: "app.test", sessionId: null } as const;
  const challenge = Buffer.from(await newChallenge(contextOf(env), ceremony, now)).toString("base64url");
  expect(await isOurs(contextOf(changing()), ceremony, challenge, now)).toBe(true);
  expect(await isOurs(contextOf(changed()), ceremony, challenge, now)).toBe(false);
});

test("R44: signed cookies are believed as before, and new ones are signed with the new secret", async () => {
  const empty = new Request(origin);
  const heldIn = async (line: string, deployment: Env) => {
    const request = new Request(origin, { headers: { cookie: line.split("; ")[0] ?? "" } });
    return readSignedCookie(request, keyringOf(settings(deployment)), "referral_code");
  };
  const before = await signedCookie(empty, keyringOf(settings(env)), "referral_code", "friend-27");
  expect(await heldIn(before, changing())).toBe("friend-27");
  expect(await heldIn(before, changed())).toBeNull();
  const after = await signedCookie(empty, keyringOf(settings(changing())), "referral_code", "friend-28");
  expect(await heldIn(after, changed())).toBe("friend-28");
});

test("R44: mail that the secret before sealed is still sent", async () => {
  const to = newAddress();
  const mail = { to, subject: "Waiting", html: "<p>x</p>", text: "x" };
  const { row } = await promiseMail(env, mail, Date.now() - 60_000);
  await controlPlane().insert(control.mailOutbox).values(row);
  await sendWaitingMail(changing(), Date.now());
  expect(await mailsTo(to)).toHaveLength(1);
});

test("a mail that no secret here opens waits for its own, and keeps none of the others back", async () => {
  const [sealedByNext, readable] = [newAddress(), newAddress()];
  const promised = async (deployment: Env, to: string, at: number) =>
    (await promiseMail(deployment, { to, subject: "Waiting", html: "<p>x</p>", text: "x" }, at)).row;
  const now = Date.now();
  await controlPlane()
    .insert(control.mailOutbox)
    .values([
      await promised(changed(), sealedByNext, now - 120_000),
      await promised(env, readable, now - 60_000),
    ]);
  const arrived = async () => [(await mailsTo(sealedByNext)).length, (await mailsTo(readable)).length];
  await sendWaitingMail(env, now);
  expect(await arrived()).toEqual([0, 1]);
  await sendWaitingMail(changing(), now + 60_000);
  expect(await arrived()).toEqual([1, 1]);
});
