/** Which brand a request wears, whatever it says of its host. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { deployedWith } from "../support/deployed.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, origin } from "../support/people.ts";

async function branded(name: string, host = `calls.${crypto.randomUUID()}.test`) {
  const { organizationId } = await memberOf({ organization: { name } });
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: organizationId,
    custom_domain: host,
    company_name: name,
    updated_at: Date.now(),
  });
  return host;
}
const page = async (host: string, headers: Record<string, string> = {}, path = "/auth") =>
  (await anonymous().get(`https://${host}${path}`, headers)).text();

test("B43: a host in capitals, with a port, a trailing dot or as an IDN is the same host", async () => {
  const host = await branded("Harbor, Inc.");
  for (const written of [host.toUpperCase(), `${host}:8443`])
    expect(await page(written), written).toContain("Harbor, Inc.");
  const dotted = await anonymous().get(`https://${host}./auth`);
  expect([dotted.status, dotted.headers.get("location")]).toEqual([301, `https://${host}/auth`]);
  const idn = `bücher-${crypto.randomUUID()}.test`;
  await branded("Bücher, Inc.", new URL(`https://${idn}`).hostname);
  expect(await page(idn)).toContain("Bücher, Inc.");
});

test("B43: an invented host, our own with a port, and one of 300 characters wear no tenant's brand", async () => {
  const host = await branded("Harbor, Inc.");
  for (const written of [
    "unknown.test",
    "app.test:8080",
    `${`${"a".repeat(60)}.`.repeat(4)}${"a".repeat(50)}.test`,
  ]) {
    const answer = await anonymous().get(`https://${written}/auth`, {
      "x-forwarded-host": host,
      "x-host": host,
      "x-original-host": host,
      forwarded: `host=${host}`,
    });
    expect(answer.status, written).toBeLessThan(500);
    expect(await answer.text(), written).not.toContain("Harbor, Inc.");
  }
});

test("B43: a mail's link never goes to a host that only the request names", async () => {
  const { email } = await memberOf();
  await anonymous().post("https://evil.test/auth?mode=forgot", { intent: "forgot", email });
  const spoofed = { "x-forwarded-host": "evil.test", "x-host": "evil.test", forwarded: "host=evil.test" };
  await anonymous().post("/auth?mode=forgot", { intent: "forgot", email }, spoofed);
  const { text, html } = await mailTo(email);
  expect(text).toContain(`${origin}/auth`);
  expect(text + html).not.toContain("evil.test");
});

test("an answer says that no cache may share it, and differs by host alone", async () => {
  const host = await branded("Harbor, Inc.");
  const answer = await anonymous().get(`https://${host}/auth`);
  expect(answer.headers.get("cache-control")).toMatch(/no-store|private/);
});

/** A KV that breaks in every way that the front door uses it. */
const brokenKv = () => {
  const breaks = () => Promise.reject(new Error("KV is down"));
  return new Proxy(env.HOSTS, { get: () => breaks });
};

test("with KV down the brand comes from D1", async () => {
  const host = await branded("Harbor, Inc.");
  const down = anonymous({ door: deployedWith({ HOSTS: brokenKv() }) });
  const answer = await down.get(`https://${host}/auth`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Harbor, Inc.");
});

test("with KV stale the next visit wears the present brand", async () => {
  const host = await branded("Harbor, Inc.");
  await page(host);
  await vi.waitFor(async () => expect(await env.HOSTS.get(`host:${host}`)).not.toBeNull());
  const stale = {
    organization_id: "gone",
    brand: { company_name: "Former, Inc." },
    redirects: false,
    subscription: { tier: "starter", status: "active" },
    home: host,
    invites_clients: false,
    joins: [],
    legal: [],
    sender: null,
    at: Date.now() - 120_000,
  };
  await env.HOSTS.put(`host:${host}`, JSON.stringify(stale));
  expect(await at(Date.now() + 70_000, () => page(host))).toContain("Former, Inc.");
  await expect.poll(() => page(host)).toContain("Harbor, Inc.");
});
