/** What browsers, devices and other sites show of a page follows its brand, and so does every refusal. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import { readImage } from "#app/white-label/image-file.ts";
import * as control from "#drizzle/control/schema.ts";
import platformMark from "../../public/favicon.svg?raw";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import { drawnFor, ownerWithHost, post, save, seenAt } from "./editing.ts";

/** What a document's head says of its brand. */
function headOf(html: string) {
  const head = html.slice(0, html.indexOf("</head>"));
  const first = (pattern: RegExp) => pattern.exec(head)?.[1] ?? null;
  return {
    titles: [...head.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title),
    icon: first(/<link rel="icon" href="([^"]*)"/),
    touchIcon: first(/<link rel="apple-touch-icon" href="([^"]*)"/),
    manifest: first(/<link rel="manifest" href="([^"]*)"/),
    site: first(/property="og:site_name" content="([^"]*)"/),
    card: first(/property="og:title" content="([^"]*)"/),
    hasStyle: /<style nonce="[^"]*">:root\{--brand-fill/.test(head),
  };
}

const ofPlatform = /AI Voice Agents|Switchboard|\/favicon\.svg|M8%2014\.5v3/;

test("a tenant's documents have its icons, its manifest and its card, and nothing of the platform's", async () => {
  const { host } = await ownerWithHost({
    company_name: "Éclair & Sons",
    primary_color: "#b45309",
    meta_title: "Éclair answers",
  });
  for (const path of ["/auth", "/auth?mode=signup", "/terms", "/privacy", "/nowhere", "/email-verified"]) {
    const html = await seenAt(host, path);
    const head = headOf(html);
    expect(head, path).toMatchObject({
      touchIcon: "/touch-icon.png",
      manifest: "/site.webmanifest",
      site: "Éclair &amp; Sons",
      card: "Éclair answers",
      hasStyle: true,
    });
    expect(head.titles, path).toHaveLength(1);
    expect(decodeURIComponent(head.icon ?? ""), path).toMatch(
      /^data:image\/svg\+xml,<svg.*>É<\/text><\/svg>$/,
    );
    expect(html, path).not.toMatch(ofPlatform);
  }
});

test("a brand's own title ends the title of every page", async () => {
  const { owner, host, at } = await ownerWithHost({ company_name: "Éclair", meta_title: "Éclair answers" });
  expect(headOf(await seenAt(host, "/terms")).titles).toEqual(["Terms of Service · Éclair answers"]);
  expect(headOf(await (await owner.get(at("/agents"))).text()).titles).toEqual(["Agents · Éclair answers"]);
});

test("without a company name a host wears its organization's, and follows at once when that is renamed", async () => {
  const { owner, host, at } = await ownerWithHost();
  expect(headOf(await seenAt(host)).site).toBe("Bright Smile");
  const renamed = { intent: "profile", name: "Harbor Smile", address: "", website: "", contact_email: "" };
  expect((await owner.post(at("/settings"), renamed)).status).toBe(302);
  expect(await env.HOSTS.get(hostKey(host))).toContain("Harbor Smile");
  expect(headOf(await seenAt(host)).site).toBe("Harbor Smile");
});

test("a host's manifest and drawn icon are of its brand", async () => {
  const { host } = await ownerWithHost({ company_name: "Éclair & Sons", primary_color: "#b45309" });
  const answer = await anonymous().get(`https://${host}/site.webmanifest`);
  expect(answer.headers.get("content-type")).toBe("application/manifest+json");
  expect(await answer.json()).toMatchObject({
    name: "Éclair & Sons",
    theme_color: "#b45309",
    start_url: "/dashboard",
    icons: [{ sizes: "any" }, { src: "/touch-icon.png", sizes: "192x192" }],
  });
  const icon = await anonymous().get(`https://${host}/touch-icon.png`);
  expect(icon.headers.get("content-type")).toBe("image/png");
  const bytes = new Uint8Array(await icon.arrayBuffer());
  expect(readImage(bytes)).toMatchObject({ ok: true, type: "image/png", width: 192, height: 192 });
  const platforms = await anonymous().get("/touch-icon.png");
  expect(new Uint8Array(await platforms.arrayBuffer())).not.toEqual(bytes);
});

test("strangers on a host that signs in elsewhere still get its icons", async () => {
  const { host } = await ownerWithHost({ company_name: "Harbor", enable_custom_domain_redirect: true });
  for (const path of ["/site.webmanifest", "/touch-icon.png"])
    expect((await anonymous().get(`https://${host}${path}`)).status, path).toBe(200);
});

test("on the main host the icon, the manifest and the card are the platform's for strangers, the visitor's own brand once signed in", async () => {
  const platforms = headOf(await (await anonymous().get("/auth")).text());
  expect(platforms.site).toBe("AI Voice Agents");
  expect(decodeURIComponent(platforms.icon ?? "")).toBe(`data:image/svg+xml,${platformMark.trim()}`);
  const owner = await memberOf();
  await save(owner, { company_name: "Harbor" });
  const head = headOf(await (await owner.get("/agents")).text());
  expect(head).toMatchObject({ site: "Harbor", titles: ["Agents · Harbor"] });
  expect(decodeURIComponent(head.icon ?? "")).toMatch(/^data:image\/svg.*>H<\/text>/);
  expect(await (await owner.get("/site.webmanifest")).json()).toMatchObject({ name: "Harbor" });
});

/** Refusals that come from a guard, before any loader has run, and from loaders. */
const refusals: [what: string, status: number, ask: (people: People) => Promise<Response>][] = [
  ["a section that is hidden", 404, ({ member, at }) => member.get(at("/settings"))],
  ["an agent that is missing", 404, ({ owner, at }) => owner.get(at("/agents/missing"))],
  ["an unknown page", 404, ({ owner, at }) => owner.get(at("/nowhere"))],
  ["a page of other roles", 403, ({ member, at }) => member.get(at("/numbers/search"))],
  [
    "a form of another organization",
    409,
    ({ owner, at }) =>
      owner.post(
        at("/agents/new"),
        { organization_id: "other" },
        { origin: new URL(at("/"), "https://app.test").origin },
      ),
  ],
];
type People = { owner: Person; member: Person; at: (path: string) => string };

async function refusing(isOnMain: boolean): Promise<People> {
  const brand = { company_name: "Harbor Voices", primary_color: "#b45309", hide_settings_section: true };
  const { owner, host, at } = await ownerWithHost(brand, isOnMain ? { onMain: true } : {});
  const place = isOnMain ? {} : { host };
  const member = await memberOf({ role: "member", organizationId: owner.organizationId, ...place });
  return { owner, member, at: isOnMain ? (path) => path : at };
}

test.each(refusals)(
  "R41: %s wears the brand, on its own host and on the main one",
  async (_, status, ask) => {
    for (const isOnMain of [false, true]) {
      const answer = await ask(await refusing(isOnMain));
      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(headOf(html)).toMatchObject({ site: "Harbor Voices", hasStyle: true });
      expect(headOf(html).titles).toHaveLength(1);
      expect(headOf(html).titles[0]).toContain("Harbor Voices");
      expect(html).not.toMatch(ofPlatform);
    }
  },
);

test("an organization that was deleted wears its brand on the screen that says so", async () => {
  const owner = await memberOf();
  await save(owner, { company_name: "Harbor Voices", primary_color: "#b45309" });
  const now = Date.now();
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: now, purge_at: now + 1_000_000 })
    .where(eq(control.organizations.id, owner.organizationId));
  const answer = await owner.get("/dashboard");
  expect(answer.status).toBe(410);
  const html = await answer.text();
  expect(headOf(html)).toMatchObject({ site: "Harbor Voices", hasStyle: true });
  expect(html).not.toMatch(ofPlatform);
});

test("R41: what is handed to the browser with a refusal can end no script", async () => {
  const { owner, at } = await ownerWithHost({ hide_settings_section: true });
  await post(
    owner,
    await drawnFor(owner, at("/white-label")),
    { company_name: "</script><script>alert(1)" },
    at("/white-label"),
  );
  const member = await memberOf({
    role: "member",
    organizationId: owner.organizationId,
    host: new URL(at("/")).host,
  });
  const html = await (await member.get(at("/settings"))).text();
  const handed = /<script id="handed-root"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? "null";
  expect(JSON.parse(handed)).toMatchObject({ brand: { company_name: "</script><script>alert(1)" } });
  expect(html).not.toContain("<script>alert");
});
