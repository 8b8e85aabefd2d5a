/** The help pages: every article readable by those whom it is for, in their brand, and found by what people type. */
import { describe, expect, test } from "vitest";
import { sections } from "#app/frame/navigation.ts";
import { shortcuts } from "#app/frame/shortcuts.ts";
import { articles } from "#app/pages/help/articles.ts";
import { indexOf, search } from "#app/pages/help/help-search.ts";
import { blocksOf, type Inline, plainText } from "#app/pages/help/help-text.ts";
import * as control from "#drizzle/control/schema.ts";
import { costOf } from "../calls/arrange.ts";
import { doors } from "../organizations/doors.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";

const general = articles.filter(({ audience }) => audience === undefined);
const slugs = (of: typeof articles) => of.map(({ slug }) => slug);

test("there are at least 25 articles, each with an address, a title and a text of its own", () => {
  expect(general.length).toBeGreaterThanOrEqual(25);
  for (const part of ["slug", "title", "summary", "body"] as const)
    expect(new Set(articles.map((one) => one[part])).size, part).toBe(articles.length);
  for (const { slug, body } of articles) {
    expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(plainText(body).split(/\s+/).length, slug).toBeGreaterThan(40);
  }
});

test("every place of the navigation has an article", () => {
  const places = [...sections.flatMap((one) => one.places), ...shortcuts].map(({ to }) =>
    to.replace(/#.*/, ""),
  );
  const explained = new Set(articles.flatMap(({ pages }) => pages));
  expect(places.filter((place) => !explained.has(place))).toEqual([]);
});

const linesOf = (body: string): Inline[] =>
  blocksOf(body).flatMap((block) => {
    if ("words" in block) return block.words;
    if ("items" in block) return block.items.flat();
    return "rows" in block ? block.rows.flat(2) : [];
  });

test("every page that an article explains or links is there", () => {
  const addresses = new Set(doors.filter((door) => door.startsWith("GET ")).map((door) => door.slice(4)));
  for (const { slug, pages, body } of articles) {
    for (const page of pages) expect(addresses, slug).toContain(page);
    for (const one of linesOf(body)) {
      if (one.kind !== "link") continue;
      const article = /^\/help\/(.+)$/.exec(one.to)?.[1];
      if (article === undefined) expect(addresses, slug).toContain(one.to);
      else expect(slugs(articles), slug).toContain(article);
    }
  }
});

test("no mark of the text is left in what readers see", () => {
  for (const { slug, body } of articles)
    for (const one of linesOf(body)) expect(one.text, slug).not.toMatch(/\*\*|`|\]\(|^#|^\| /);
});

test.each(slugs(general))("/help/%s is read by everyone, in words alone", async (slug) => {
  const answer = await anonymous().get(`/help/${slug}`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html.match(/<h1\b/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script[^>]*\bsrc=|modulepreload|type="module"/);
  const { title = "", summary = "" } = articles.find((one) => one.slug === slug) ?? {};
  const text = await pageText(html);
  expect(text).toContain(title);
  expect(text).toContain(summary);
});

test.each(["nowhere", "roles-", "..%2Froles", "%00", "a".repeat(3000)])(
  "an article that there is none of is not found: %j",
  async (slug) => {
    expect([400, 404, 414]).toContain((await anonymous().get(`/help/${slug}`)).status);
  },
);

describe("the search", () => {
  const index = indexOf(articles);
  test.each([
    ["password", "sign-in-trouble"],
    ["forgot my password", "sign-in-trouble"],
    ["how do I invite a colleague?", "invite-people"],
    ["inviting", "invite-people"],
    ["invitaton", "invite-people"],
    ["2fa", "two-factor"],
    ["passkey", "two-factor"],
    ["buy a number", "get-a-number"],
    ["dark mode", "theme"],
    ["transcript search", "call-history"],
    ["hotkeys", "keyboard-shortcuts"],
    ["cancel subscription", "cancel-a-plan"],
    ["dns records", "custom-domain"],
    ["gdpr erase", "erase-a-person"],
    ["download everything", "export-data"],
    ["offline", "working-offline"],
    ["holidays", "organization-settings"],
    ["transfer to a human", "transfer-calls"],
    ["who can do what", "roles"],
    ["outage", "status"],
    ["OPENING HOURS", "voice-and-hours"],
    ["spending cap", "usage-and-caps"],
    ["outbound call", "outbound-calls"],
    ["listen to a recording", "recordings"],
    ["recording consent", "recordings"],
    ["number doctor", "number-doctor"],
    ["my number is not ringing", "number-doctor"],
    ["after hours routing", "who-answers-when"],
    ["robocalls", "call-protection"],
    ["block a caller", "call-protection"],
  ])("of %j finds %s among the first three", (typed, slug) => {
    expect(slugs(search(typed, index)).slice(0, 3)).toContain(slug);
  });

  test.each(["", " ", "???", "xyzzyqwv", "☎"])("of %j finds nothing", (typed) => {
    expect(search(typed, index)).toEqual([]);
  });

  test("answers on a page without scripts, and shows what was typed as words", async () => {
    const found = await (await anonymous().get("/help?q=passkeys")).text();
    expect(found).toContain('href="/help/two-factor"');
    expect(found).toContain('value="passkeys"');
    const none = await (await anonymous().get("/help?q=%3Cscript%3Exyzzyqwv()%3C/script%3E%22")).text();
    expect(none).not.toContain("<script>xyzzyqwv");
    expect(none).toContain("&lt;script&gt;xyzzyqwv()");
    const nothing = await (await anonymous().get("/help?q=xyzzyqwv")).text();
    expect(await pageText(nothing)).toContain("No articles for");
    const long = await anonymous().get(`/help?q=${"number%20".repeat(300)}`);
    expect(long.status).toBe(200);
  });
});

/** What a reader sees of the list. */
const listed = async (by: Pick<Client, "get">, url = "/help") =>
  [...(await (await by.get(url)).text()).matchAll(/href="\/help\/([a-z-]+)"/g)].map(([, slug]) => slug);

async function branded(brand: Partial<typeof control.organizationBranding.$inferInsert> = {}) {
  const owner = await memberOf({
    organization: { name: "Harbor", subscription_tier: "agency", subscription_status: "active" },
  });
  const custom_domain = `calls.${owner.organizationId}.test`;
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: owner.organizationId, custom_domain, updated_at: Date.now(), ...brand });
  return { owner, host: `https://${custom_domain}` };
}

test("platform admins read articles about the platform, on the main host, and no one else does", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  expect(await listed(admin)).toContain("customers");
  expect((await admin.get("/help/customers")).status).toBe(200);
  const { host } = await branded();
  for (const by of [anonymous(), await memberOf()]) {
    expect(await listed(by)).not.toContain("customers");
    expect(await listed(by, "/help?q=manage+customers")).not.toContain("customers");
    expect((await by.get("/help/customers")).status).toBe(404);
    expect((await by.get(`${host}/help/customers`)).status).toBe(404);
  }
});

test("a client's people read nothing about having clients, and nothing about what is hidden from them", async () => {
  const { owner, host } = await branded({ hide_subscription_section: true });
  const client = await memberOf({
    organization: { name: "Dock", parent_organization_id: owner.organizationId },
  });
  expect(await listed(owner)).toEqual(expect.arrayContaining(["add-clients", "choose-a-plan"]));
  const read = await listed(client);
  expect(read).toContain("roles");
  for (const slug of ["add-clients", "choose-a-plan", "usage-and-caps"]) {
    expect(read).not.toContain(slug);
    expect((await client.get(`/help/${slug}`)).status).toBe(404);
  }
  // A stranger there may be one of a client's people.
  for (const slug of ["add-clients", "choose-a-plan", "your-brand"])
    expect((await anonymous().get(`${host}/help/${slug}`)).status).toBe(404);
  expect((await anonymous().get(`${host}/help/read-a-call`)).status).toBe(200);
});

test("on a tenant's host the help wears its brand and names its support address, and never the platform", async () => {
  const { host } = await branded({ company_name: "Harbor, Inc.", support_email: "help@harbor.test" });
  for (const path of ["/help", "/help?q=number", "/help/roles"]) {
    const html = await (await anonymous().get(`${host}${path}`)).text();
    expect(html).toContain("Harbor, Inc.");
    expect(html).toContain('href="mailto:help@harbor.test"');
    expect(html).not.toMatch(/AI Voice Agents|[Ss]witchboard/);
  }
  expect(await (await anonymous().get("/help")).text()).toContain("reply to any email");
});

test("no article names the platform", () => {
  for (const { slug, title, summary, body } of articles)
    expect(`${title} ${summary} ${body}`, slug).not.toMatch(
      /AI Voice Agents|[Ss]witchboard|Cloudflare|Twilio/,
    );
});

test("a stranger's visit asks no database; while the database is away, people still read", async () => {
  for (const path of ["/help", "/help/roles", "/help?q=number"])
    expect(costOf(await anonymous().get(path)).d1, path).toBe(0);
  const { cookie } = await memberOf();
  expect((await withBrokenDatabase("sessions", "/help", cookie)).status).toBe(200);
});

test("who is signed in pays one statement", async () => {
  const member = await memberOf();
  expect(costOf(await member.get("/help")).d1).toBe(1);
});
