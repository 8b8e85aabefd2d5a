/** A tenant's own domain: whom it sends to the main domain to sign in, and what it answers itself. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { newSession } from "#app/accounts/session.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { costOf } from "../calls/arrange.ts";
import { at } from "../support/clock.ts";
import { deployedWith } from "../support/deployed.ts";
import { anonymous, controlPlane, memberOf, origin } from "../support/people.ts";

/** A host of an organization of its own. */
async function domain(enable_custom_domain_redirect: boolean) {
  const owner = await memberOf();
  const custom_domain = `calls.${crypto.randomUUID()}.test`;
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    custom_domain,
    company_name: "Harbor, Inc.",
    enable_custom_domain_redirect,
    updated_at: Date.now(),
  });
  return { owner, host: custom_domain, at: (path: string) => `https://${custom_domain}${path}` };
}

const placeOf = (answer: Response) => answer.headers.get("location");

test.each([
  ["/agents", "/agents"],
  ["/call-history?q=a+b", "/call-history?q=a+b"],
  ["/email-verified", "/email-verified"],
])("a stranger at %s of such a domain signs in on the main one and is led back", async (path, returnPath) => {
  const { host, at } = await domain(true);
  for (const method of ["GET", "HEAD"]) {
    const answer = await anonymous().fetch(at(path), { method });
    const to = new URL(placeOf(answer) ?? "");
    expect([answer.status, to.origin, to.pathname]).toEqual([302, origin, "/auth"]);
    expect(Object.fromEntries(to.searchParams)).toEqual({ ref: host, returnPath });
  }
  const data = await (await anonymous().get(at(`${path.replace(/\?.*/, "")}.data`))).text();
  expect(data).toContain(`${origin}/auth?ref=${host}`);
});

test.each(["/auth", "/login", "/terms", "/privacy", "/cookies", "/help", "/status", "/health"])(
  "%s of such a domain answers for itself",
  async (path) => {
    const { at } = await domain(true);
    expect(placeOf(await anonymous().get(at(path)))).toBeNull();
  },
);

test("the root, functions and posts of such a domain are not sent away", async () => {
  const { at } = await domain(true);
  expect(placeOf(await anonymous().get(at("/")))).toBe("/auth");
  expect((await anonymous().get(at("/functions/verify-email-code"))).status).toBe(405);
  const posted = await anonymous().post(at("/auth"), { intent: "sign-in" });
  expect(posted.status).toBe(422);
});

test("who has a session on such a domain stays, and a domain that does not ask for it keeps everybody", async () => {
  const { owner, host, at } = await domain(true);
  const member = await memberOf({ organizationId: owner.organizationId, host });
  expect((await member.get(at("/agents"))).status).toBe(200);
  const request = new Request(origin);
  const { row, cookies } = await newSession(request, owner.userId, "pending", Date.now(), { host });
  await controlPlane().insert(control.sessions).values(row);
  const pending = (cookies[0] ?? "").split("; ")[0] ?? "";
  expect(placeOf(await anonymous().get(at("/dashboard"), { cookie: pending }))).toBe("/auth");
  const other = await domain(false);
  expect(placeOf(await anonymous().get(other.at("/dashboard")))).toBe("/auth");
});

test("hosts that nobody has claimed, and our own, send nobody away", async () => {
  for (const host of ["https://unclaimed.test", origin, "https://preview-1.netlify.app", "https://localhost"])
    expect(placeOf(await anonymous().get(`${host}/dashboard`)), host).toBe("/auth");
});

test("the main domain's sign-in screen and legal pages wear the brand of the domain that ref names, and no other page does", async () => {
  const { host } = await domain(true);
  const page = async (path: string) => (await anonymous().get(path)).text();
  expect(await page(`/auth?ref=${host}`)).toContain("Harbor, Inc.");
  expect(await page(`/terms?ref=${host}`)).toContain("Harbor, Inc.");
  expect(await page(`/login?ref=${host.toUpperCase()}`)).toContain("Harbor, Inc.");
  for (const path of [
    "/auth",
    `/status?ref=${host}`,
    "/auth?ref=friend-27",
    "/auth?ref=nobody.test",
    "/auth?ref=app.test",
    `/auth?ref=${encodeURIComponent("//x")}`,
  ])
    expect(await page(path), path).not.toContain("Harbor, Inc.");
});

test("what is remembered of a host says whose it is, whether strangers go elsewhere, and its plan", async () => {
  const { owner, host, at } = await domain(true);
  await controlPlane()
    .update(control.organizations)
    .set({ subscription_tier: "pro", subscription_status: "active" })
    .where(eq(control.organizations.id, owner.organizationId));
  await anonymous().get(at("/auth"));
  await vi.waitFor(async () =>
    expect(await env.HOSTS.get(`host:${host}`, "json")).toMatchObject({
      organization_id: owner.organizationId,
      redirects: true,
      subscription: { tier: "pro", status: "active" },
      brand: { company_name: "Harbor, Inc." },
    }),
  );
});

/** What looking for a tenant cost a visit. */
const looked = (answer: Response) => {
  const { d1, kv } = costOf(answer);
  return { d1, kv };
};

test("a host that nobody has claimed is looked for once, however often it is named, and is not written down", async () => {
  for (const name of [
    (host: string) => `https://${host}/terms`,
    (host: string) => `/auth?ref=${host}`,
    (host: string) => `/login?ref=${host.toUpperCase()}`,
  ]) {
    const host = `invented.${crypto.randomUUID()}.test`;
    const visit = () => anonymous().get(name(host));
    expect(looked(await visit())).toEqual({ d1: 1, kv: 1 });
    for (let again = 0; again < 3; again++) expect(looked(await visit())).toEqual({ d1: 0, kv: 0 });
    expect(await env.HOSTS.get(`host:${host}`)).toBeNull();
  }
});

test("a domain that is claimed after somebody named it is found within a minute", async () => {
  const owner = await memberOf();
  const custom_domain = `calls.${crypto.randomUUID()}.test`;
  const visit = async () => (await anonymous().get(`https://${custom_domain}/terms`)).text();
  const now = Date.now();
  expect(await at(now, visit)).not.toContain("Harbor, Inc.");
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    custom_domain,
    company_name: "Harbor, Inc.",
    updated_at: 0,
  });
  expect(await at(now + 60_000, visit)).toContain("Harbor, Inc.");
});

test.each([
  "https://203.0.113.7",
  "https://nodots",
  "https://[2001:db8::1]",
  "https://under_score.test",
  "https://-a.test",
  `https://${"a".repeat(64)}.test`,
  "/auth?ref=a..test",
  "/auth?ref=203.0.113.7",
  `/auth?ref=${"a.".repeat(130)}test`,
])("what can be no domain is not looked for: %s", async (named) => {
  const path = named.startsWith("/") ? named : `${named}/terms`;
  expect(looked(await anonymous().get(path))).toEqual({ d1: 0, kv: 0 });
});

test("one network may name so many hosts a minute, and its neighbours go on", async () => {
  const limited: string[] = [];
  const limit = ({ key }: RateLimitOptions) => {
    limited.push(key);
    return Promise.resolve({ success: key !== "hosts:203.0.113.60" });
  };
  const door = deployedWith({ EDGE_LIMIT: { limit } });
  const [loud, quiet] = [anonymous({ ip: "203.0.113.60", door }), anonymous({ ip: "203.0.113.61", door })];
  for (const path of [
    `https://invented.${crypto.randomUUID()}.test/terms`,
    `/auth?ref=${crypto.randomUUID()}.test`,
  ]) {
    const refused = await loud.get(path);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(looked(refused)).toEqual({ d1: 0, kv: 0 });
    expect((await quiet.get(path)).status).toBe(200);
  }
  expect(new Set(limited)).toEqual(new Set(["hosts:203.0.113.60", "hosts:203.0.113.61"]));
  // What is known, or is none of it, is not counted.
  const { at: on } = await domain(false);
  await quiet.get(on("/terms"));
  limited.length = 0;
  for (const path of [on("/terms"), "/terms", "/auth?ref=friend-27"])
    expect((await loud.get(path)).status, path).toBe(200);
  expect(limited).toEqual([]);
});

test("what an older version remembered of a host is read anew", async () => {
  const { host, at } = await domain(true);
  await env.HOSTS.put(`host:${host}`, JSON.stringify({ organization_id: null, brand: {} }));
  expect(placeOf(await anonymous().get(at("/agents")))).toContain(`${origin}/auth?ref=${host}`);
});
