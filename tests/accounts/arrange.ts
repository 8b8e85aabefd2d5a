/** The forms of the sign-in screen, filled in, and people who have come through them. */
import * as control from "#drizzle/control/schema.ts";
import { codeTo } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane, goodPassword, newAddress } from "../support/people.ts";

export const signUpForm = (email: string, changes: Record<string, string> = {}) => ({
  intent: "sign-up",
  email,
  password: goodPassword,
  confirm_password: goodPassword,
  terms: "on",
  ...changes,
});

export const signUp = (browser: Client, email: string, changes: Record<string, string> = {}) =>
  browser.post("/auth?mode=signup", signUpForm(email, changes));

export const signIn = (browser: Client, email: string, password = goodPassword) =>
  browser.post("/auth", { intent: "sign-in", email, password });

export const verify = (browser: Client, code: string, time_zone = "Europe/Berlin") =>
  browser.post("/auth", { intent: "verify", code, time_zone });

export const resend = (browser: Client) => browser.post("/auth", { intent: "resend" });

/** Lets every window of every limit pass. */
export const forgetLimits = () => controlPlane().delete(control.rateCounters);

/** A person who has signed up and not yet proven the address, with the mailed code. */
export async function pendingPerson(email = newAddress()) {
  const browser = anonymous();
  await signUp(browser, email);
  return { browser, email, code: await codeTo(email) };
}

/** A person who came all the way through the front door and is signed in. */
export async function provenPerson(email = newAddress()) {
  const { browser, code } = await pendingPerson(email);
  await verify(browser, code);
  return { browser, email };
}
