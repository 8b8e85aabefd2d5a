/** /white-label: a brand is saved as versions, seen at once where it was saved, and can be taken back. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import {
  brandOf,
  drawnFor,
  goBack,
  notedOf,
  ownerWithHost,
  post,
  save,
  seenAt,
  versionsOf,
} from "./editing.ts";

const every = {
  company_name: "Harbor & Sons",
  primary_color: "#B45309",
  secondary_color: "0f766e",
  accent_color: "#f0c",
  meta_title: "Harbor: phones answered",
  hero_headline: "Every call a customer",
  hero_subheadline: "Day and\nnight.",
  auth_hero_headline: "Welcome aboard",
  auth_hero_description: "Sign in to see your calls.",
  footer_description: "Calls for the harbor",
  copyright_text: "© Harbor & Sons",
  social_twitter: "x.com/harbor",
  social_linkedin: "https://www.linkedin.com/company/harbor",
  social_facebook: "https://m.facebook.com/harbor",
  social_instagram: "https://instagram.com/harbor",
  support_email: "help@harbor.test",
  hide_settings_section: "on",
  hide_upgrade_button: "on",
  enable_custom_domain_redirect: "on",
};

const stored = {
  ...every,
  primary_color: "#b45309",
  secondary_color: "#0f766e",
  accent_color: "#ff00cc",
  hero_subheadline: "Day and night.",
  social_twitter: "https://x.com/harbor",
  hide_settings_section: true,
  hide_integrations_section: false,
  hide_upgrade_button: true,
  enable_custom_domain_redirect: true,
  allows_client_signup: true,
  version: 1,
};

test("every field is saved, drawn again, and noted with the version that it makes", async () => {
  const owner = await memberOf();
  const answer = await save(owner, every);
  expect(answer.headers.get("location")).toBe("/white-label?done=saved");
  expect(await brandOf(owner)).toMatchObject(stored);
  const drawn = Object.fromEntries(await drawnFor(owner));
  expect(drawn).toMatchObject({
    ...every,
    ...Object.fromEntries(Object.entries(stored).filter(([, v]) => typeof v === "string")),
    version: "1",
  });
  expect(await versionsOf(owner)).toMatchObject([
    { version: 1, saved_by: owner.userId, fields: { company_name: "Harbor & Sons" } },
  ]);
  const [noted] = await notedOf(owner);
  expect(noted).toMatchObject({ action: "brand.saved", changes: { version: 1 } });
  expect(JSON.stringify(noted?.changes)).toContain("primary_color, secondary_color");
});

test("what is saved is seen by the next visitor of the host, in pages and in KV", async () => {
  const { owner, host, at } = await ownerWithHost({ company_name: "Before, Inc." });
  expect(await seenAt(host)).toContain("Before, Inc.");
  const answer = await save(
    owner,
    { company_name: "After, Inc.", primary_color: "#ff6600" },
    at("/white-label"),
  );
  expect(answer.status).toBe(302);
  const html = await seenAt(host);
  expect(html).toContain("After, Inc.");
  expect(html).not.toContain("Before, Inc.");
  expect(await env.HOSTS.get(hostKey(host))).toContain("After, Inc.");
  const style = /<style nonce="[^"]*">([^<]*)<\/style>/.exec(html)?.[1] ?? "";
  expect(style).toContain("--brand-fill");
  expect(new TextEncoder().encode(style).length).toBeLessThanOrEqual(1024);
});

test("what an agency saves reaches its clients' hosts, whatever versions other organizations are at", async () => {
  // Another organization's first version must not pass for the agency's.
  await save(await memberOf(), { company_name: "Elsewhere" });
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  const { host } = await ownerWithHost(
    {},
    { organization: { parent_organization_id: agency.organizationId } },
  );
  await seenAt(host);
  await save(agency, { footer_description: "Calls for the whole coast" });
  await vi.waitFor(
    async () => {
      expect(await env.HOSTS.get(hostKey(host))).toContain("Calls for the whole coast");
    },
    { timeout: 20_000 },
  );
  expect(await seenAt(host)).toContain("Calls for the whole coast");
});

test("of two people who save at once one wins, and the other is told who did and keeps what they typed", async () => {
  const owner = await memberOf();
  const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await save(owner, { company_name: "First" });
  const form = await drawnFor(admin);
  expect((await save(owner, { company_name: "Second" })).status).toBe(302);
  const late = await post(admin, form, { company_name: "Third", hero_headline: "Typed with care" });
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(await pageText(html)).toContain(`${owner.email} saved another version`);
  expect(html).toContain('value="Typed with care"');
  expect(await brandOf(owner)).toMatchObject({ company_name: "Second", version: 2 });
  // The page that was refused replaces the other version when it is sent again.
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? null;
  expect((await post(admin, form, { company_name: "Third", version })).status).toBe(302);
  expect(await brandOf(owner)).toMatchObject({ company_name: "Third", version: 3 });
});

test("R34: parallel saves of one version make one version", async () => {
  const owner = await memberOf();
  const form = await drawnFor(owner);
  const names = ["One", "Two", "Three", "Four", "Five"];
  const answers = await Promise.all(names.map((company_name) => post(owner, form, { company_name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409, 409]);
  expect(await brandOf(owner)).toMatchObject({ version: 1 });
  expect(await versionsOf(owner)).toHaveLength(1);
  expect(await notedOf(owner)).toHaveLength(1);
});

test("saving without a change makes no version", async () => {
  const owner = await memberOf();
  await save(owner, { company_name: "Harbor" });
  expect((await save(owner, {})).status).toBe(302);
  expect(await versionsOf(owner)).toHaveLength(1);
});

test("the history says who changed what, and restores what stood before the first save too", async () => {
  const { owner, host } = await ownerWithHost(
    { company_name: "From the start", primary_color: "#112233" },
    { onMain: true },
  );
  await save(owner, { company_name: "Renamed" });
  await save(owner, { primary_color: "#445566", hero_headline: "Hello" });
  const text = await pageText(await (await owner.get("/white-label")).text());
  expect(text).toMatch(
    /Version 2 Current Primary color, Headline .*Version 1 Company name .*Version 0 Starting point/,
  );
  expect(text).toContain(owner.email);
  const answer = await goBack(owner, "restore", 2, 0);
  expect(answer.headers.get("location")).toBe("/white-label?done=restored");
  expect(await brandOf(owner)).toMatchObject({
    company_name: "From the start",
    primary_color: "#112233",
    hero_headline: null,
    custom_domain: host,
    version: 3,
  });
  expect((await notedOf(owner)).map(({ action }) => action)).toEqual([
    "brand.saved",
    "brand.saved",
    "brand.restored",
  ]);
});

test("B19: another organization's version cannot be restored, and a restoration from an old page is a conflict", async () => {
  const other = await memberOf();
  for (const company_name of ["A", "B", "C"]) await save(other, { company_name });
  const owner = await memberOf();
  await save(owner, { company_name: "Mine" });
  const foreign = await goBack(owner, "restore", 1, 3);
  expect(foreign.status).toBe(404);
  expect(await pageText(await foreign.text())).toContain("That version is no longer kept.");
  await save(owner, { company_name: "Mine again" });
  expect((await goBack(owner, "restore", 1, 1)).status).toBe(409);
  expect((await goBack(owner, "reset", 1)).status).toBe(409);
  expect(await brandOf(owner)).toMatchObject({ company_name: "Mine again", version: 2 });
});

test("the last 20 versions are kept", async () => {
  const owner = await memberOf();
  for (let version = 1; version <= 23; version++) await save(owner, { company_name: `Name ${version}` });
  const kept = await versionsOf(owner);
  expect(kept).toHaveLength(20);
  expect(kept[0]?.version).toBe(4);
});

test("resetting clears names, colors, words and links, and leaves switches and the domain", async () => {
  const { owner, host } = await ownerWithHost({}, { onMain: true });
  await save(owner, every);
  const answer = await goBack(owner, "reset", 1);
  expect(answer.headers.get("location")).toBe("/white-label?done=reset");
  const row = await brandOf(owner);
  expect(row).toMatchObject({
    company_name: null,
    primary_color: null,
    social_twitter: null,
    support_email: null,
    hide_settings_section: true,
    enable_custom_domain_redirect: true,
    custom_domain: host,
  });
  await goBack(owner, "restore", 2, 1);
  expect(await brandOf(owner)).toMatchObject({ ...stored, version: 3 });
});

test("a client's flags are its agency's: its own form has none, and writes none", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency", name: "Coast Voice" } });
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: client.organizationId,
    hide_purchase_numbers: true,
    updated_at: Date.now(),
  });
  const html = await (await client.get("/white-label")).text();
  expect(html).not.toContain('name="hide_purchase_numbers"');
  expect(await pageText(html)).toContain("What you leave blank comes from Coast Voice.");
  await save(client, { company_name: "Own", hide_subscription_section: "on", allows_client_signup: null });
  expect(await brandOf(client)).toMatchObject({
    company_name: "Own",
    hide_purchase_numbers: true,
    hide_subscription_section: false,
    allows_client_signup: true,
  });
});

test("only a plan with clients says whether visitors may become clients", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  expect((await drawnFor(agency)).get("allows_client_signup")).toBe("on");
  await save(agency, { allows_client_signup: null });
  expect(await brandOf(agency)).toMatchObject({ allows_client_signup: false });
  const starter = await memberOf();
  expect((await drawnFor(starter)).has("allows_client_signup")).toBe(false);
  await save(starter, { company_name: "Harbor", allows_client_signup: null });
  expect(await brandOf(starter)).toMatchObject({ allows_client_signup: true });
});

test("what is left blank shows the agency's, and the form says so in its place", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  await save(agency, { hero_headline: "The coast answers" });
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const html = await (await client.get("/white-label")).text();
  expect(html).toContain('placeholder="The coast answers"');
});

test("a member of the same organization who may not write brands sees no page of it", async () => {
  const owner = await memberOf();
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect((await member.get("/white-label")).status).toBe(403);
  expect((await member.post("/white-label", { intent: "reset", version: "0" })).status).toBe(403);
  const rows = await controlPlane()
    .select()
    .from(control.brandVersions)
    .where(eq(control.brandVersions.organization_id, owner.organizationId));
  expect(rows).toEqual([]);
});
