/** Every text of docs/product.md that belongs to signing in ("Error screens", "Validation", "Error texts"), quoted where a person reads it; and its "Constants". */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trialLifetime_ms } from "#app/billing/checkout/trial-intent.schema.ts";
import { mailStep, retryEvery_ms } from "#app/mail/mail-state.ts";
import { networkKey } from "#app/platform/counted-keys.server.ts";
import { pendingLifetime_ms } from "#app/sign-in/invitation/pending-invitation.ts";
import { afterPolls, pollEvery_ms } from "#app/sign-in/verification/awaited-proof.ts";
import * as control from "#drizzle/control/schema.ts";
import { pendingPerson, resend, signIn, signUp, verify } from "../accounts/arrange.ts";
import { enter, halfSignedIn, withAuthenticator, wrongCode } from "../factors/arrange.ts";
import { continueWithGoogle } from "../google/googling.ts";
import { invited } from "../organizations/inviting.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { mailFails, otherCode } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";

const wrongPassword = "Wrong-harbor-28";
const choosing = (password: string) => () =>
  signUp(anonymous(), newAddress(), { password, confirm_password: password });
const get = (path: string) => () => anonymous().get(path);

/** The step of a person whose mail has failed this many times. */
const undelivered = (times: number) => async () => {
  const browser = anonymous();
  await mailFails({ status: 500, times });
  await signUp(browser, newAddress());
  for (let tried = 1; tried < times; tried++) await browser.post("/auth", { intent: "deliver" });
  return browser.get("/auth");
};

const invitation = async () => {
  const person = await memberOf();
  return { person, ...(await invited(await memberOf(), { email: person.email })) };
};

const said: [string, () => Promise<Response>][] = [
  // Section 5
  ["Invalid email address", () => signIn(anonymous(), "mara@")],
  ["Password must be at least 8 characters long", choosing("Vio-27x")],
  ["Password must contain at least one uppercase letter", choosing("violet-harbor-27")],
  ["Password must contain at least one number", choosing("Violet-harbor")],
  ["Password must contain at least one special character", choosing("VioletHarbor27")],
  [
    "This password is too common and easily guessed. Please choose something more unique",
    choosing("Password1!"),
  ],
  ['Avoid using sequential characters like "12345" or "abcdef"', choosing("Violet-4567-x")],
  ["Don't repeat the same character multiple times", choosing("Violetttt-27")],
  ["Please agree to the terms to continue", () => signUp(anonymous(), newAddress(), { terms: "" })],
  ["Passwords don't match", () => signUp(anonymous(), newAddress(), { confirm_password: wrongPassword })],
  [
    "Please enter the 6-digit code from your email.",
    async () => verify((await pendingPerson()).browser, "12345"),
  ],
  [
    "Please enter a 6-digit code",
    async () => {
      const person = await memberOf();
      const factor = await withAuthenticator(person.userId);
      return enter(await halfSignedIn(person.userId), "12345", { factor_id: factor.factorId });
    },
  ],
  // Section 8, in its order
  [
    "Invalid Invitation This invitation link is invalid or has expired. Try Again Go to Login",
    get("/auth?token=x"),
  ],
  ["No invitation data found.", get("/auth?invitation=x")],
  [
    "Failed to validate invitation.",
    async () => {
      const { person, link } = await invitation();
      return withBrokenDatabase("user_invitations", link, person.cookie);
    },
  ],
  [
    "Failed to join organization. Please try again.",
    async () => {
      const { person, link } = await invitation();
      const body = new URLSearchParams({ intent: "accept" });
      return withBrokenDatabase('update "user_invitations"', link, person.cookie, { method: "POST", body });
    },
  ],
  [
    "Sign up failed: Too many attempts.",
    async () => {
      await controlPlane()
        .insert(control.rateCounters)
        .values({
          key: `send-network:${await networkKey(env, "198.51.100.1")}`,
          window_start: Date.now(),
          count: 20,
        });
      return signUp(anonymous({ ip: "198.51.100.1" }), newAddress());
    },
  ],
  ["Sign in failed: Invalid email or password", () => signIn(anonymous(), newAddress(), wrongPassword)],
  [
    "Google sign-in failed Authentication Error: Failed to complete authentication. Please try again.",
    () => continueWithGoogle(anonymous(), { email: newAddress(), decision: "deny" }),
  ],
  [
    "MFA Challenge Failed: ",
    async () => {
      const person = await memberOf();
      const factor = await withAuthenticator(person.userId);
      return enter(await halfSignedIn(person.userId), wrongCode(factor), { factor_id: factor.factorId });
    },
  ],
  [
    "Verification failed: ",
    async () => {
      const { browser, code } = await pendingPerson();
      for (let tried = 0; tried < 10; tried++) await verify(browser, otherCode(code));
      return verify(browser, code);
    },
  ],
  ["Email Delivery Failed: Please check your email later or contact support.", undelivered(3)],
  ["Retrying... Sending verification code (attempt 2/3)", undelivered(1)],
  ["Retrying... Sending verification code (attempt 3/3)", undelivered(2)],
  [
    "Invalid code: The code you entered is incorrect or expired.",
    async () => {
      const { browser, code } = await pendingPerson();
      return verify(browser, otherCode(code));
    },
  ],
  ["Session expired: Please sign up again.", () => verify(anonymous(), "123456")],
  [
    "Failed to resend code: Please try again in a moment.",
    async () => resend((await pendingPerson()).browser),
  ],
  ["Please sign in to continue with checkout", get("/auth?intent=trial")],
  // Section 2
  ["Continue with Google", get("/auth")],
  ["I agree to the Terms of Service and Privacy Policy", get("/auth?mode=signup")],
];

test.each(said)("'%s' is said at its place", async (words, asked) => {
  expect(await pageText(await (await asked()).text())).toContain(words);
});

test("the button that retries stands beside the mail that failed, and not beside one that is being retried", async () => {
  expect(await (await undelivered(3)()).text()).toMatch(/<button[^>]*value="deliver"/);
  expect(await pageText(await (await undelivered(1)()).text())).not.toContain("Email Delivery Failed");
});

test("pending invitation 1 hour, trial intent 24 h, 3 tries of a mail 2 s apart, 10 polls at 500 ms", () => {
  expect(pendingLifetime_ms).toBe(60 * 60 * 1000);
  expect(trialLifetime_ms).toBe(24 * 60 * 60 * 1000);
  expect(retryEvery_ms).toBe(2000);
  expect(mailStep({ state: "waiting", attempts: 2 }).is).toBe("retrying");
  expect(mailStep({ state: "waiting", attempts: 3 }).is).toBe("failed");
  expect(pollEvery_ms).toBe(500);
  expect(Array.from({ length: 12 }, (_, count) => afterPolls(count))).toEqual([
    ...Array<string>(10).fill("poll"),
    "go_on",
    "go_on",
  ]);
});

test("an invitation's address is pre-filled and locked", async () => {
  const { email, link } = await invited(await memberOf());
  const [field = ""] =
    (await (await anonymous().get(link)).text()).match(/<input[^>]*name="email"[^>]*>/) ?? [];
  expect(field).toContain(`value="${email}"`);
  expect(field).toContain("readOnly");
});

test("sign-up's checkbox leads to the terms and to the privacy policy", async () => {
  const html = await (await anonymous().get("/auth?mode=signup")).text();
  const beside = html.slice(html.indexOf('type="checkbox"'), html.indexOf(">Create account<"));
  expect(beside).toMatch(/<a [^>]*href="\/terms"/);
  expect(beside).toMatch(/<a [^>]*href="\/privacy"/);
});
