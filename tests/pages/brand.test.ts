import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, controlPlane, goodPassword, newAddress } from "../support/people.ts";

type Branding = Partial<typeof control.organizationBranding.$inferInsert>;

/** A host that wears a brand of its own. */
async function brandedHost(brand: Branding): Promise<string> {
  const id = crypto.randomUUID();
  const custom_domain = `calls.${id}.test`;
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: id, custom_domain, updated_at: Date.now(), ...brand });
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
  expect(await (await anonymous().get("/auth")).text()).not.toContain("--brand-fill");

  const email = newAddress();
  await anonymous().post(
    `${host}/auth?mode=signup`,
    { intent: "sign-up", email, password: goodPassword, confirm_password: goodPassword, terms: "on" },
    { origin: host },
  );
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
