/** R41, B46: nothing that is typed into a brand becomes a style, a script or a link that leads astray; it is refused, or plain text. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { socialHosts } from "#app/branding/brand.schema.ts";
import * as control from "#drizzle/control/schema.ts";
import { invite } from "../organizations/inviting.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress } from "../support/people.ts";
import { brandOf, ownerWithHost, save, seenAt } from "./editing.ts";

const texts = [
  "company_name",
  "meta_title",
  "hero_headline",
  "hero_subheadline",
  "auth_hero_headline",
  "auth_hero_description",
  "footer_description",
  "copyright_text",
] as const;
const colors = ["primary_color", "secondary_color", "accent_color"] as const;
const links = ["social_twitter", "social_linkedin", "social_facebook", "social_instagram"] as const;
const images = ["logo_url", "logo_url_light", "favicon_url", "share_image_url"] as const;

/** All fields at once, each with the same value: the errors that the page names. */
async function refusedWith(fields: readonly string[], value: string): Promise<string> {
  const owner = await memberOf();
  const answer = await save(owner, Object.fromEntries(fields.map((field) => [field, value])));
  expect(answer.status).toBe(422);
  expect(await brandOf(owner)).toBeUndefined();
  const html = await answer.text();
  const marked = [...html.matchAll(/<(?:input|textarea)[^>]*aria-invalid="true"[^>]*>/g)].length;
  expect(marked).toBe(fields.length);
  return pageText(html);
}

test.each([
  ["10,000 characters", "x".repeat(10_000), /At most \d+ characters/],
  ["2,000 letters of two units", "😀".repeat(2_000), /At most \d+ characters/],
  ["a right-to-left override", "Harbor\u202egpj.exe", /Remove the invisible characters/],
  ["a control character", "Harbor\u0007", /Remove the invisible characters/],
])("R41: %s is refused in every text", async (_, value, words) => {
  expect(await refusedWith(texts, value)).toMatch(words);
});

test.each([
  "red",
  "#12345",
  "#1234567",
  "rgb(1,2,3)",
  "red;}body{display:none}",
  "url(javascript:alert(1))",
  "#6366f1;background:url(https://evil.test)",
  "</style><script>alert(1)</script>",
  "#6366f1\u202e",
  "#".repeat(10_000),
])("R41, B46: %j is no color", async (value) => {
  const said = await refusedWith(colors, value);
  expect(said).toMatch(/Use a color like #2563eb|Remove the invisible characters|At most 20 characters/);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "http://x.com/harbor",
  "https://evil.test/harbor",
  "https://x.com.evil.test/harbor",
  "https://notx.com/harbor",
  "https://x.com@evil.test/harbor",
  "https://harbor:secret@x.com/harbor",
  "//x.com/harbor",
  "https://x.com\u202e/harbor",
  `https://x.com/${"a".repeat(10_000)}`,
])("R41: %j is no network's page", async (value) => {
  await refusedWith(links, value);
});

test("R41: each link leads to its own network, under each of its names and subdomains", async () => {
  for (const field of links)
    for (const host of socialHosts[field])
      for (const name of [host, `www.${host}`, `m.${host}`]) {
        const owner = await memberOf();
        const answer = await save(owner, { [field]: `https://${name}/harbor` });
        expect(answer.status, `${field} ${name}`).toBe(302);
      }
  const owner = await memberOf();
  expect((await save(owner, { social_twitter: "https://facebook.com/harbor" })).status).toBe(422);
});

test.each(["https://evil.test/logo.png", "/brand-images/AAAAAAAAAAAAAAAAAAAAAA.png"])(
  "R41: an image is one that was uploaded, not %s",
  async (value) => {
    for (const field of images) {
      const owner = await memberOf();
      const answer = await save(owner, { [field]: value });
      expect(answer.status, field).toBe(422);
      expect(await pageText(await answer.text())).toContain("Upload the image again");
      expect(await brandOf(owner)).toBeUndefined();
    }
  },
);

test.each(["javascript:alert(1)", "data:image/svg+xml,<svg/>", "http://x.test/a.png", "/../evil.png"])(
  "R41: no image has the address %s",
  async (value) => {
    const owner = await memberOf();
    expect((await save(owner, { logo_url: value })).status).toBe(422);
  },
);

test.each(["help", "help@", "a@b.test\r\nBcc: c@d.test", `${"a".repeat(300)}@b.test`, "javascript:alert(1)"])(
  "R42: %j is no support address",
  async (value) => {
    const owner = await memberOf();
    expect((await save(owner, { support_email: value })).status).toBe(422);
  },
);

test("R41, B46: HTML, styles and scripts in every text are words on every page, in pages and the data behind them", async () => {
  const hostile = `</title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>{}`;
  const { owner, host, at } = await ownerWithHost();
  const answer = await save(
    owner,
    Object.fromEntries(
      texts.map((field) => [field, field === "company_name" ? hostile.slice(0, 80) : hostile]),
    ),
    at("/white-label"),
  );
  expect(answer.status).toBe(302);
  for (const path of ["/auth", "/terms", "/nowhere", "/site.webmanifest"]) {
    const html = await seenAt(host, path);
    expect(html, path).toContain("alert(1)");
    if (path !== "/site.webmanifest") expect(html, path).not.toMatch(/<script>alert|<img src=x/);
  }
  for (const path of ["/white-label", "/dashboard"])
    expect(await (await owner.get(at(path))).text(), path).not.toMatch(/<script>alert|<img src=x/);
});

test("a name of as many characters as allowed is shown, whatever units its letters take", async () => {
  const { owner, host, at } = await ownerWithHost();
  const name = "😀".repeat(80);
  expect((await save(owner, { company_name: name }, at("/white-label"))).status).toBe(302);
  expect(await seenAt(host)).toContain(name);
});

test.each([
  ["an unknown intent", { intent: "burn" }],
  ["no intent", {}],
])("%s is refused", async (_, form) => {
  const owner = await memberOf();
  expect((await owner.post("/white-label", form)).status).toBe(400);
});

test("a field that comes twice, or as a file, is refused in words", async () => {
  const owner = await memberOf();
  const twice = new URLSearchParams([
    ["intent", "save"],
    ["company_name", "One"],
    ["company_name", "Two"],
  ]);
  expect((await owner.post("/white-label", twice)).status).toBe(422);
  const form = new FormData();
  form.set("intent", "save");
  form.set("company_name", new File(["x"], "x.txt"));
  expect((await owner.post("/white-label", form)).status).toBe(422);
  expect(await brandOf(owner)).toBeUndefined();
});

const header = 'Evil\r\nBcc: v@z.test\u202e <b>bold</b> & "Co"';

test.each(["typed into the editor", "left in the database"])(
  "B47: a company name of header lines and markup, %s, is a name in an invitation's mail and nothing more",
  async (where) => {
    const { owner } = await ownerWithHost({}, { onMain: true });
    if (where.startsWith("typed")) {
      expect((await save(owner, { company_name: header })).status).toBe(422);
      expect((await save(owner, { company_name: header.replace("\u202e", "") })).status).toBe(302);
    } else
      await controlPlane()
        .update(control.organizationBranding)
        .set({ company_name: header })
        .where(eq(control.organizationBranding.organization_id, owner.organizationId));
    const email = newAddress();
    expect((await invite(owner, email)).status).toBe(200);
    const received = await mailTo(email);
    for (const line of [received.from, received.subject, received.reply_to ?? "", received.to])
      expect(line).not.toMatch(/[\r\n]/);
    expect(received.from).not.toContain("\u202e");
    expect(received.from).toMatch(/^"[^"\r\n]*" <[^<>@\s]+@[^<>@\s]+>$/);
    expect(received.from).toContain("Evil");
    expect(received.to).toBe(email);
    expect(received.html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(received.html).not.toContain("<b>bold</b>");
    expect(await mailsTo("v@z.test")).toEqual([]);
  },
);
