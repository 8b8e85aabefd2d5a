/** Many hosts side by side: each shows its own brand, also when KV holds nonsense or the database does not answer. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hostKey } from "#app/branding/host-tenants.server.ts";
import { anonymous } from "../support/people.ts";
import { ownerWithHost, save, seenAt } from "./editing.ts";

test("R32: of 1,000 interleaved requests for 50 hosts none is answered in the brand of another", async () => {
  const houses = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const name = `House-${String(at).padStart(2, "0")}-of-fifty`;
      return { name, ...(await ownerWithHost({ company_name: name })) };
    }),
  );
  for (let round = 0; round < 20; round++) {
    // Each round goes through the hosts in another order.
    const order = houses.toSorted((a, b) => (a.name > b.name ? 1 : -1) * (round % 2 ? 1 : -1));
    for (let first = 0; first < order.length; first += 10) {
      const atOnce = order.slice(first, first + 10);
      const pages = await Promise.all(atOnce.map(({ host }) => seenAt(host, round % 3 ? "/terms" : "/auth")));
      for (const [at, html] of pages.entries())
        expect(new Set(html.match(/House-\d\d-of-fifty/g))).toEqual(new Set([atOnce[at]?.name]));
    }
  }
}, 180_000);

test.each(["{", "null", '{"brand":{"company_name":"Other"}}'])(
  "R32: when KV holds %s for a host, D1 answers, and KV is put right",
  async (value) => {
    const { host } = await ownerWithHost({ company_name: "Harbor Voices" });
    await env.HOSTS.put(hostKey(host), value);
    expect(await seenAt(host)).toContain("Harbor Voices");
    await vi.waitFor(async () => {
      expect(await env.HOSTS.get(hostKey(host))).toContain("Harbor Voices");
    });
  },
);

test("R32: when neither KV nor D1 knows a host, its pages of words stand under its own name", async () => {
  const { host } = await ownerWithHost({ company_name: "Harbor Voices" });
  await env.DB.prepare("alter table organization_branding rename to away").run();
  try {
    const answer = await anonymous().get(`https://${host}/terms`);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain(host);
    expect(html).not.toContain("AI Voice Agents");
  } finally {
    await env.DB.prepare("alter table away rename to organization_branding").run();
  }
  expect(await seenAt(host)).toContain("Harbor Voices");
});

test("R9: headers that name another host change nothing, whatever brand is asked for", async () => {
  const one = await ownerWithHost({ company_name: "First House" });
  const other = await ownerWithHost({ company_name: "Second House" });
  await save(one.owner, { hero_headline: "Hello" }, one.at("/white-label"));
  for (const headers of [
    { "x-forwarded-host": other.host },
    { forwarded: `host=${other.host}` },
    { "x-host": other.host },
    { "x-original-url": other.at("/auth") },
  ]) {
    const html = await (await anonymous().get(one.at("/auth"), headers)).text();
    expect(html).toContain("First House");
    expect(html).not.toContain("Second House");
  }
});
