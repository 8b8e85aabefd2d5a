/** Signing in with Google in tests: all the way there, what one says to it, and back. */
import { expect } from "vitest";
import type { Client } from "../support/people.ts";

/** What is said at Google's page, over "someone with this verified address, who continues". */
export type Said = {
  email: string;
  name?: string;
  email_verified?: boolean;
  /** Google hosts the mailbox, as a Workspace domain's; so it is unless said otherwise. */
  hosted?: boolean;
  flaw?: string;
  decision?: "continue" | "deny";
};

/** Presses "Continue with Google": the address of Google's page, as this machine plays it. */
export async function toGoogle(browser: Client, search = ""): Promise<URL> {
  const answer = await browser.get(`/auth/google${search}`);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "", "https://app.test");
}

/** Answers Google's page; what comes back is the address on /auth/callback that it sends the browser to. */
export async function decide(browser: Client, page: URL, said: Said): Promise<URL> {
  const { email, name = "Sam Rivera", flaw = "none", decision = "continue" } = said;
  const { email_verified = true, hosted = true } = said;
  const form = {
    ...{ email, name, flaw, decision },
    ...(email_verified && { email_verified: "on" }),
    ...(hosted && { hosted: "on" }),
  };
  const answer = await browser.fetch(page.href, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return new URL(answer.headers.get("location") ?? "");
}

/** The whole round trip; the answer is /auth/callback's. */
export async function continueWithGoogle(browser: Client, said: Said, search = ""): Promise<Response> {
  const back = await decide(browser, await toGoogle(browser, search), said);
  return browser.get(back.href);
}
