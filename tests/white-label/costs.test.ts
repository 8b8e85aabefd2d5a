/** What a host's brand costs a page, as the page's own `Server-Timing` header counts it, and how many bytes it adds. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import { legalKey } from "#app/branding/legal-texts.server.ts";
import { costOf } from "../calls/arrange.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { anonymous } from "../support/people.ts";
import { ownerWithHost, seenAt } from "./editing.ts";

const pages = [
  "/auth",
  "/auth?mode=signup",
  "/auth?mode=forgot",
  "/login",
  "/email-verified",
  "/terms",
  "/privacy",
  "/nowhere",
  "/site.webmanifest",
  "/touch-icon.png",
];

/** A host that an earlier visit has published. */
async function knownHost() {
  const found = await ownerWithHost({
    company_name: "Éclair & Sons",
    primary_color: "#b45309",
    secondary_color: "#0f766e",
    accent_color: "#be123c",
    hero_headline: "x".repeat(160),
    footer_description: "x".repeat(300),
  });
  await seenAt(found.host);
  await vi.waitFor(async () => expect(await env.HOSTS.get(hostKey(found.host))).not.toBeNull());
  return found;
}

test("a stranger's page of a known host reads KV once and D1 never, as a document and as data", async () => {
  const { at } = await knownHost();
  for (const path of pages)
    for (const asked of [path, path.replace(/\?.*|$/, ".data")]) {
      const { d1, kv } = costOf(await anonymous().get(at(asked)));
      expect({ d1, kv }, asked).toEqual({ d1: 0, kv: 1 });
    }
});

test("a host that no organization has is looked up once, and then answered without KV and D1", async () => {
  const host = `invented.${crypto.randomUUID()}.test`;
  await seenAt(host);
  for (const path of pages) {
    const { d1, kv } = costOf(await anonymous().get(`https://${host}${path}`));
    expect({ d1, kv }, path).toEqual({ d1: 0, kv: 0 });
  }
});

test("a brand's colors are at most 1 KB of a page", async () => {
  const { host } = await knownHost();
  for (const path of ["/auth", "/terms", "/nowhere"]) {
    const html = await seenAt(host, path);
    const styles = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, style = ""]) => style);
    const ofBrand = styles.filter((style) => style.includes("--brand-fill"));
    expect(ofBrand, path).toHaveLength(1);
    expect(new TextEncoder().encode(ofBrand[0]).length, path).toBeLessThanOrEqual(1024);
  }
});

test("a host's own legal text costs a second read of KV and none of D1, and stands while D1 is away", async () => {
  const { owner, host, at } = await knownHost();
  const body = `## House rules\n\n${"Be kind to callers. ".repeat(2000)}`;
  expect((await owner.post(at("/white-label/legal"), { intent: "save", page: "terms", body })).status).toBe(
    302,
  );
  for (const path of ["/terms", "/terms.data"]) {
    const answer = await anonymous().get(at(path));
    const { d1, kv } = costOf(answer);
    expect({ d1, kv }, path).toEqual({ d1: 0, kv: 2 });
    expect(await answer.text()).toContain("House rules");
  }
  for (const path of ["/privacy", "/auth"]) {
    const { d1, kv } = costOf(await anonymous().get(at(path)));
    expect({ d1, kv }, path).toEqual({ d1: 0, kv: 1 });
  }
  const away = async () => (await withBrokenDatabase("legal_pages", at("/terms"), "")).text();
  expect(await away()).toContain("House rules");
  // Neither KV nor D1 has the text: the standard one stands, in the host's brand.
  await env.HOSTS.delete(legalKey(host, "terms"));
  expect(await away()).toContain("gives your organization voice agents");
  expect(await away()).toContain("Éclair &amp; Sons");
});
