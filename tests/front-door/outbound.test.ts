/** What the product sends out: to the hosts of one list, and to where a redirect points never. */
import { expect, test } from "vitest";
import { z } from "zod";
import { outbound, outboundHosts } from "#app/platform/outbound.server.ts";
import { signUp } from "../accounts/arrange.ts";
import { decide, toGoogle } from "../google/googling.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, memberOf, newAddress } from "../support/people.ts";

const passed = z.array(z.object({ host: z.string(), path: z.string() }));

/** The paths that the outside world was asked for. */
async function askedFor(): Promise<string[]> {
  const answer = await anonymous().get("/sandbox/traffic", { accept: "application/json" });
  return passed.parse(await answer.json()).map(({ host, path }) => `https://${host}${path}`);
}

/** The next request to a host is answered with a redirect to an address of its own. */
async function redirecting(host: string): Promise<string> {
  const location = `https://api.resend.com/stolen/${crypto.randomUUID()}`;
  const ordered = await anonymous().fetch("/sandbox/faults", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ host, location }),
  });
  expect(ordered.status).toBe(201);
  return location;
}

test("mail that is answered with a redirect goes nowhere else, and waits", async () => {
  const email = newAddress();
  const location = await redirecting("api.resend.com");
  const browser = anonymous();
  await signUp(browser, email);
  expect(await pageText(await (await browser.get("/auth")).text())).toContain("Retrying...");
  expect(await mailsTo(email)).toEqual([]);
  expect(await askedFor()).not.toContain(location);
});

test("a carrier that answers with a redirect counts as silent", async () => {
  const owner = await memberOf();
  const location = await redirecting("api.twilio.com");
  const answer = await owner.get("/numbers/search?area_code=415");
  expect(await pageText(await answer.text())).toContain("didn't respond");
  expect(await askedFor()).not.toContain(location);
});

test("a code is not handed on to where Google's answer points", async () => {
  const browser = anonymous();
  const back = await decide(browser, await toGoogle(browser), { email: newAddress() });
  const location = await redirecting("oauth2.googleapis.com");
  expect((await browser.get(back.href)).status).toBe(502);
  expect(await askedFor()).not.toContain(location);
});

test.each([
  "https://evil.test/",
  "https://api.twilio.com.evil.test/",
  "https://api.twilio.com:8443/",
  "https://user:word@api.twilio.com/",
  "http://api.twilio.com/",
  "https://constructor/",
  "https://169.254.169.254/latest/meta-data",
])("nothing is sent to %s", async (address) => {
  await expect(outbound(address, { method: "GET" }, 1000)).rejects.toThrow("on no list");
  expect(await askedFor()).not.toContain(address);
});

test("the list holds what the product calls", () => {
  expect(Object.keys(outboundHosts)).toEqual(["api.twilio.com", "api.resend.com", "oauth2.googleapis.com"]);
});
