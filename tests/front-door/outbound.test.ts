/** What the product sends out: to the hosts of one list, and to where a redirect points never. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { outbound, outboundHosts } from "#app/platform/outbound.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { signUp } from "../accounts/arrange.ts";
import { decide, toGoogle } from "../google/googling.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";
import { ownerWithHost, save } from "../white-label/editing.ts";

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
])("R43: nothing is sent to %s", async (address) => {
  await expect(outbound(address, { method: "GET" }, 1000)).rejects.toThrow("on no list");
  expect(await askedFor()).not.toContain(address);
});

test("the list holds what the product calls", () => {
  expect(Object.keys(outboundHosts)).toEqual([
    "api.twilio.com",
    "messaging.twilio.com",
    "api.telnyx.com",
    "s3.amazonaws.com",
    "s3.eu-central-1.amazonaws.com",
    "api.resend.com",
    "oauth2.googleapis.com",
    "www.googleapis.com",
    "sheets.googleapis.com",
    "slack.com",
    "api.hubapi.com",
    "api.stripe.com",
    "api.cloudflare.com",
    "cloudflare-dns.com",
    "api.openai.com",
    "api.anthropic.com",
    "api.elevenlabs.io",
    "texttospeech.googleapis.com",
    "polly.us-east-1.amazonaws.com",
  ]);
});

/** What the sandbox's carrier asks the product for: calls of tests before may still end. */
const ofCalls = /^https:\/\/app\.test\/(?:webhooks|relay)\//;

/** Addresses that lead into a network, as URL parsers and people write them. */
const inward = [
  "127.1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "①②⑦.⓪.⓪.①",
  "[::ffff:127.0.0.1]",
  "169.254.169.254.",
  "user:pw@10.0.0.1",
  "100.64.0.1",
  "metadata.google.internal",
  "router.local",
  "localhost",
  "intranet",
  "app.test",
];

test.each(inward)(
  "R43, B48: %s is no domain of an organization's, and nothing is sent there",
  async (host) => {
    const owner = await memberOf();
    for (const typed of [host, `https://${host}/latest/meta-data`]) {
      const answer = await owner.post("/custom-domain-guide", { intent: "add", domain: typed });
      expect(answer.status, typed).toBe(422);
    }
    const sender = await owner.post("/custom-domain-guide", { intent: "sender", address: `hello@${host}` });
    expect(sender.status).toBe(422);
    expect((await askedFor()).filter((address) => address.includes(host) && !ofCalls.test(address))).toEqual(
      [],
    );
  },
);

test("R43, B48: addresses that are typed into a brand or a profile are shown or refused, and never asked for", async () => {
  const before = new Set(await askedFor());
  for (const host of [...inward, "images.harbor.test"]) {
    const { owner, at } = await ownerWithHost();
    const address = `https://${host}/${crypto.randomUUID()}.png`;
    const images = ["logo_url", "logo_url_light", "favicon_url", "share_image_url"];
    await save(owner, Object.fromEntries(images.map((field) => [field, address])), at("/white-label"));
    await controlPlane()
      .update(control.organizationBranding)
      .set(Object.fromEntries(images.map((field) => [field, address])))
      .where(eq(control.organizationBranding.organization_id, owner.organizationId));
    await owner.post(at("/settings"), { intent: "profile", name: "Harbor", website: address });
    for (const path of ["/auth", "/touch-icon.png", "/site.webmanifest"])
      expect((await anonymous().get(at(path))).status, path).toBeLessThan(500);
  }
  const asked = (await askedFor()).filter((address) => !before.has(address));
  const hosts = new Set(asked.map((address) => new URL(address).hostname));
  for (const host of hosts) expect(Object.keys(outboundHosts)).toContain(host);
});
