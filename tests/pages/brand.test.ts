import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";

type Branding = Partial<typeof control.organizationBranding.$inferInsert>;

/** A host that wears a brand of its own. */
async function brandedHost(brand: Branding): Promise<string> {
  const { organizationId } = await memberOf({ organization: { name: "Harbor" } });
  const custom_domain = `calls.${organizationId}.test`;
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: organizationId, custom_domain, updated_at: Date.now(), ...brand });
  return `https://${custom_domain}`;
}

test("a tenant's host wears its name, words and colours from the first byte, in pages and mails", async () => {
  const host = await brandedHost({
    company_name: "Harbor, Inc.",
    primary_color: "#ff6600",
    hero_headline: "Every call a customer",
  });
  for (const path of ["/auth", "/terms", "/nowhere"]) {
    const html = await (await anonymous().get(`${host}${path}`)).text();
    expect(html).toContain("Harbor, Inc.");
    expect(html).toMatch(/<style nonce="[\w-]+">:root\{--brand-fill:light-dark\(hsl\(/);
  }
  expect(await (await anonymous().get(`${host}/auth`)).text()).toContain("Every call a customer");
  expect(await (await anonymous().get("/auth")).text()).not.toMatch(/Harbor|Every call a customer/);

  const email = newAddress();
  await anonymous().post(`${host}/auth?mode=forgot`, { intent: "forgot", email }, { origin: host });
  const mail = await mailTo(email);
  expect(mail.from).toContain("Harbor Inc.");
  expect(mail.html).toContain("Harbor, Inc.");
});

test("nothing that a tenant writes becomes markup, a style or a script", async () => {
  const host = await brandedHost({
    company_name: "</style></title><script>alert(1)</script>",
    primary_color: "red;}body{display:none",
    hero_headline: '"><img src=x onerror=alert(1)>',
    footer_description: "</script><script>alert(1)</script>",
  });
  const answer = await anonymous().get(`${host}/auth`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html).not.toMatch(/<script>alert|<img src=x|display:none\}/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
});

test("R26: a host that nobody has claimed wears the platform's own brand, and no organization's", async () => {
  const html = await (await anonymous().get("https://unclaimed.test/auth")).text();
  expect(html).toContain("<title>Sign in · AI Voice Agents</title>");
  expect(html).toContain("Transform Your Business with AI Voice Agents");
});

/** Pages in the brand's frame for visitors who are not signed in. */
const framed = [
  "/auth",
  "/login",
  "/auth?mode=signup",
  "/terms",
  "/privacy",
  "/email-verified",
  "/auth/callback?token=gone",
  "/security/deleted",
];

/** The links of a page's foot, by their words. */
async function footLinks(url: string): Promise<Record<string, string>> {
  const html = await (await anonymous().get(url)).text();
  const foot = /<footer\b[\s\S]*?<\/footer>/.exec(html)?.[0] ?? "";
  return Object.fromEntries(
    [...foot.matchAll(/<a\b[^>]*>([^<]*)<\/a>/g)].map(([tag, words = ""]) => {
      expect(tag).toContain('rel="noopener noreferrer"');
      return [words, /href="([^"]*)"/.exec(tag)?.[1] ?? ""];
    }),
  );
}

test("a tenant's social links stand in the foot of every page that wears its frame, by their networks' names", async () => {
  const host = await brandedHost({
    social_twitter: "https://x.com/harbor",
    social_linkedin: "https://www.linkedin.com/company/harbor?a=1&b=2",
    social_facebook: "https://facebook.com/harbor",
    social_instagram: "https://instagram.com/harbor",
  });
  for (const path of framed)
    expect(await footLinks(`${host}${path}`), path).toEqual({
      X: "https://x.com/harbor",
      LinkedIn: "https://www.linkedin.com/company/harbor?a=1&amp;b=2",
      Facebook: "https://facebook.com/harbor",
      Instagram: "https://instagram.com/harbor",
    });
  const ref = new URL(host).host;
  expect(Object.keys(await footLinks(`/auth?ref=${ref}`))).toHaveLength(4);
});

test("what a tenant says of itself stands in the foot of every page that wears its frame", async () => {
  const host = await brandedHost({
    footer_description: "Calls for the harbor",
    copyright_text: "© Harbor, Inc.",
  });
  for (const path of framed) {
    const html = await (await anonymous().get(`${host}${path}`)).text();
    expect(html, path).toMatch(/<footer\b[\s\S]*Calls for the harbor[\s\S]*© Harbor, Inc\.[\s\S]*<\/footer>/);
  }
});

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "http://x.com/harbor",
  "//x.com/harbor",
  "@harbor",
  "https://",
  "https://harbor",
  `https://x.com/${"a".repeat(500)}`,
  "",
])("a social link that is no https address is left out, and the others stay: %j", async (social_twitter) => {
  const host = await brandedHost({ social_twitter, social_linkedin: "https://linkedin.com/company/harbor" });
  for (const path of ["/auth", "/terms"]) {
    expect(await footLinks(`${host}${path}`)).toEqual({ LinkedIn: "https://linkedin.com/company/harbor" });
    const html = await (await anonymous().get(`${host}${path}`)).text();
    expect(html).not.toMatch(/script:alert|data:text|http:\/\/x\.com|@harbor/);
  }
});

test("a tenant that says nothing of itself has no foot, and neither has the platform's own brand", async () => {
  const host = await brandedHost({ company_name: "Harbor, Inc." });
  for (const path of framed)
    for (const at of [host, ""])
      expect(await (await anonymous().get(`${at}${path}`)).text(), `${at}${path}`).not.toContain("<footer");
});

/** A host of which nothing stands in the database, as KV remembers it. */
async function rememberedHost(brand: Record<string, unknown>): Promise<string> {
  const host = `remembered.${crypto.randomUUID()}.test`;
  const known = {
    organization_id: crypto.randomUUID(),
    brand: { company_name: "Harbor, Inc.", ...brand },
    redirects: false,
    subscription: { tier: "starter", status: "active" },
    home: host,
    invites_clients: false,
    joins: [],
    legal: [],
    sender: null,
    at: Date.now(),
  };
  await env.HOSTS.put(hostKey(host), JSON.stringify(known));
  return `https://${host}`;
}

test("a brand that KV remembers is shown, whatever it lacks, and what is no link there is none here", async () => {
  const old = await rememberedHost({ company_name: "Harbor, Inc.", primary_color: "#ff6600" });
  expect(await (await anonymous().get(`${old}/auth`)).text()).toContain("Harbor, Inc.");
  expect(await footLinks(`${old}/auth`)).toEqual({});
  const links = { social_twitter: "https://x.com/harbor", social_facebook: "javascript:alert(1)" };
  expect(await footLinks(`${await rememberedHost(links)}/auth`)).toEqual({ X: "https://x.com/harbor" });
});

test("what is remembered of a host answers the next visit without the database", async () => {
  const host = await brandedHost({ company_name: "Harbor, Inc.", social_twitter: "https://x.com/harbor" });
  await anonymous().get(`${host}/terms`);
  await vi.waitFor(async () => {
    const key = hostKey(new URL(host).host);
    expect(await env.HOSTS.get(key)).not.toBeNull();
  });
  await controlPlane()
    .delete(control.organizationBranding)
    .where(eq(control.organizationBranding.custom_domain, new URL(host).host));
  expect(await footLinks(`${host}/terms`)).toEqual({ X: "https://x.com/harbor" });
});
