/** A trial intent is kept while a person signs up, verifies and signs in (docs/product.md, "Fields", "Sign-in flows", "Functions" and "Constants"). */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { isStanding, trialLifetime_ms } from "#app/billing/checkout/trial-intent.schema.ts";
import { keepingTrialIntent, trialIntentOf } from "#app/billing/checkout/trial-intent.server.ts";
import { trialWords } from "#app/billing/checkout/trial-terms.ts";
import { cloudflare } from "#app/platform/context.ts";
import { forgetLimits, pendingPerson, resend, signIn, signUp, signUpForm } from "../accounts/arrange.ts";
import { codeTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, newAddress, origin } from "../support/people.ts";

const hour = 3_600_000;
const ofTrial = "Enter this code to verify your email and start your trial:";

const worker = () => {
  const context = new RouterContextProvider();
  context.set(cloudflare, { env, ctx: createExecutionContext() });
  return context;
};

/** A browser that asked for a trial of this price a while ago. */
async function wanting(priceId: string, age = 0): Promise<Client> {
  const line = await keepingTrialIntent(new Request(origin), worker(), priceId, Date.now() - age);
  return anonymous({ cookie: line.split("; ")[0] ?? "" });
}

const kept = (browser: Client) =>
  trialIntentOf(new Request(origin, { headers: { cookie: browser.cookie } }), worker(), Date.now());

test("trial intent lifetime 24 h, whatever longer one it names, and never from the future", () => {
  expect(trialLifetime_ms).toBe(24 * hour);
  const intent = { priceId: "price_1", timestamp: 0, expiresIn: 24 * hour };
  expect(isStanding(intent, 24 * hour - 1)).toBe(true);
  expect(isStanding(intent, 24 * hour)).toBe(false);
  expect(isStanding({ ...intent, expiresIn: 48 * hour }, 24 * hour)).toBe(false);
  expect(isStanding({ ...intent, expiresIn: hour }, hour)).toBe(false);
  expect(isStanding({ ...intent, timestamp: 1 }, 0)).toBe(false);
});

test("it is kept as {priceId, timestamp, expiresIn} for 24 h, out of reach of scripts, and signed", async () => {
  const before = Date.now();
  const line = await keepingTrialIntent(new Request(origin), worker(), "price_growth", before);
  expect(line).toMatch(/^__Host-trial_intent=[^;]+; .*HttpOnly.*Max-Age=86400$/);
  const [pair = ""] = line.split("; ");
  expect(await kept(anonymous({ cookie: pair }))).toEqual({
    priceId: "price_growth",
    timestamp: before,
    expiresIn: 24 * hour,
  });
  expect(await kept(anonymous({ cookie: `${pair.slice(0, -2)}xx` }))).toBeNull();
  expect(await kept(await wanting("price_growth", 24 * hour))).toBeNull();
});

test("through sign-up and verification the intent stays, and the address says what the person came for", async () => {
  const browser = await wanting("price_growth");
  const email = newAddress();
  const signedUp = await browser.post("/auth?mode=signup&intent=trial", signUpForm(email));
  expect(signedUp.headers.get("location")).toBe("/auth?intent=trial");
  expect((await mailTo(email)).text).toContain(ofTrial);
  const verified = await browser.post("/auth?intent=trial", { intent: "verify", code: await codeTo(email) });
  expect(verified.headers.get("location")).toBe("/email-verified?intent=trial");
  const page = await browser.get("/email-verified?intent=trial");
  const words = await pageText(await page.text());
  expect(words).toContain("Email verified");
  expect(words).toContain("Continue to checkout");
  expect(await kept(browser)).toMatchObject({ priceId: "price_growth" });
  await browser.post("/sign-out");
  expect(await kept(browser)).toMatchObject({ priceId: "price_growth" });
  expect((await signIn(browser, email)).headers.get("location")).toBe("/checkout?price=price_growth");
  const again = await browser.get("/auth?intent=trial");
  expect(again.headers.get("location")).toBe("/checkout?price=price_growth");
  const elsewhere = await browser.get("/auth?returnPath=/agents");
  expect(elsewhere.headers.get("location")).toBe("/agents");
  expect(await kept(browser)).toMatchObject({ priceId: "price_growth" });
  await browser.get("/checkout?price=price_growth");
  expect(await kept(browser)).toBeNull();
  expect((await browser.get("/auth")).headers.get("location")).toBe("/dashboard");
});

test("another code says so too when the browser keeps a trial, and not once that is over", async () => {
  const browser = await wanting("price_growth");
  const email = newAddress();
  await signUp(browser, email);
  await forgetLimits();
  await resend(browser);
  expect((await mailTo(email, 2)).text).toContain(ofTrial);
  const late = await wanting("price_growth", 24 * hour);
  const other = newAddress();
  await signUp(late, other);
  expect((await mailTo(other)).text).not.toContain(ofTrial);
});

test("send-verification-email {userId, email, isTrial}: the mail of a trial says what its code opens", async () => {
  const { browser, email } = await pendingPerson();
  const session = await browser.fetch("/functions/refresh-session", {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const { user_id: userId } = await session.json<{ user_id: string }>();
  for (const [count, isTrial] of [
    [2, true],
    [3, false],
  ] as const) {
    await forgetLimits();
    const answer = await browser.fetch("/functions/send-verification-email", {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ userId, email, isTrial }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { error: null }]);
    expect((await mailTo(email, count)).text.includes(ofTrial)).toBe(isTrial);
  }
});

test("/auth?intent=trial says why to sign in, and nothing else does", async () => {
  const words = "Please sign in to continue with checkout";
  expect(await pageText(await (await anonymous().get("/auth?intent=trial")).text())).toContain(words);
  for (const path of ["/auth", "/auth?intent=other", "/auth?mode=signup&intent=trial"])
    expect(await (await anonymous().get(path)).text()).not.toContain(words);
});

test.each(["intent=trial", "trial=1", "trial=1&mode=signup"])(
  "/auth?%s says what the trial is",
  async (query) => {
    expect(await pageText(await (await anonymous().get(`/auth?${query}`)).text())).toContain(
      "Your plan is free for 14 days, with its included minutes. You'll need a card",
    );
    expect(await pageText(await (await anonymous().get("/auth?mode=signup")).text())).not.toContain(
      "free for 14 days",
    );
  },
);

test("without payments, and on a tenant's host, the trial is the one that every organization has", () => {
  expect(trialWords(false)).toBe(
    "The trial is free: 30 minutes of calls, up to 5 phone numbers and 10 agents. It has no end date.",
  );
});
