/** The mail with the code does not go: the step says so, tries again, and one mail arrives in the end (docs/product.md, "Error texts"). */
import { expect, test } from "vitest";
import { deliveryFailed, mailStep, retryEvery_ms } from "#app/mail/mail-state.ts";
import { forgetLimits, pendingPerson, provenPerson, resend, signUp, verify } from "../accounts/arrange.ts";
import { codeTo, mailFails, mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, newAddress } from "../support/people.ts";

const step = async (browser: Client) => pageText(await (await browser.get("/auth")).text());
const deliver = (browser: Client) => browser.post("/auth", { intent: "deliver" });

test("three tries, two seconds apart, then a button", () => {
  expect(retryEvery_ms).toBe(2000);
  expect(mailStep({ state: "sent", attempts: 1 })).toEqual({ is: "sent" });
  const words = [0, 1, 2].map((attempts) => mailStep({ state: "waiting", attempts }));
  expect(words).toEqual(
    [2, 2, 3].map((attempt) => ({
      is: "retrying",
      words: `Retrying... Sending verification code (attempt ${attempt}/3)`,
    })),
  );
  expect(mailStep({ state: "waiting", attempts: 3 })).toEqual({ is: "failed", words: deliveryFailed });
  expect(mailStep({ state: "failed", attempts: 1 })).toEqual({ is: "failed", words: deliveryFailed });
});

test("R16: a mail that does not go is not said to be sent; three tries fail, a fourth by hand arrives once", async () => {
  const [browser, email] = [anonymous(), newAddress()];
  await mailFails({ status: 500, times: 3 });
  await signUp(browser, email);
  let page = await step(browser);
  expect(page).not.toContain("We sent");
  expect(page).toContain("Retrying... Sending verification code (attempt 2/3)");
  await deliver(browser);
  expect(await step(browser)).toContain("Retrying... Sending verification code (attempt 3/3)");
  await deliver(browser);
  page = await step(browser);
  expect(page).toContain("Email Delivery Failed: Please check your email later or contact support.");
  expect(page).toContain("Retry");
  expect(page).not.toContain("Retrying");
  expect(await mailsTo(email)).toHaveLength(0);
  const answer = await pageText(await (await deliver(browser)).text());
  expect(answer).toContain("Your code is on its way.");
  expect(answer).not.toContain("no longer works");
  page = await step(browser);
  expect(page).toContain("We sent a 6-digit code to");
  expect(page).not.toContain("Email Delivery Failed");
  await deliver(browser);
  expect(await mailsTo(email)).toHaveLength(1);
  expect((await verify(browser, await codeTo(email))).headers.get("location")).toBe("/email-verified");
});

test("a failing mail looks the same for an address that has an account", async () => {
  const taken = newAddress();
  await provenPerson(taken);
  const shown = async (email: string) => {
    const browser = anonymous();
    await mailFails({ status: 500, times: 1 });
    await signUp(browser, email);
    return (await step(browser)).replaceAll(email, "?");
  };
  const ofTaken = await shown(taken);
  expect(ofTaken).toBe(await shown(newAddress()));
  expect(ofTaken).toContain("Retrying...");
});

test("when the provider refuses the mail for good, pressing Retry sends another, once a minute", async () => {
  const [browser, email] = [anonymous(), newAddress()];
  await mailFails({ status: 422, times: 1 });
  await signUp(browser, email);
  expect(await step(browser)).toContain("Email Delivery Failed");
  expect((await deliver(browser)).status).toBe(429);
});

test("another code that does not go is not announced", async () => {
  const { browser } = await pendingPerson();
  await forgetLimits();
  await mailFails({ status: 500, times: 1 });
  const page = await pageText(await (await resend(browser)).text());
  expect(page).not.toContain("A new code is on its way.");
  expect(page).toContain("Retrying... Sending verification code (attempt 2/3)");
});
