/** A custom domain from the form to the first visitor, and what is said on the way. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { minute_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import {
  add,
  cronAt,
  domainOf,
  goLive,
  homeOf,
  hostnamesOf,
  newHost,
  page,
  press,
  record,
  rowOf,
  setRecords as setAll,
  target,
  unset,
  until,
} from "./domaining.ts";

const shownAt = async (host: string, path = "/terms") =>
  (await anonymous().get(`https://${host}${path}`)).text();
const words = async (person: Person, query = "") => pageText(await (await person.get(page + query)).text());

test("a domain is added, proven, certified and live, and its visitors see the organization's brand", async () => {
  const owner = await memberOf();
  const host = newHost();
  expect((await add(owner, `https://${host.toUpperCase()}/`)).headers.get("location")).toBe(
    `${page}?done=added`,
  );
  expect(await domainOf(owner, host)).toMatchObject({
    state: "txt_pending",
    proven_at: null,
    provider_id: null,
  });
  const asked = await words(owner);
  for (const part of ["Waiting for records", "_verify.voice", (await domainOf(owner, host)).proof, target()])
    expect(asked).toContain(part);
  // R9: what was not proven is no host.
  expect(await (await anonymous().get(`https://${host}/auth`)).text()).not.toContain("Bright Smile");
  await setAll(host);
  const live = await until(owner, host, "live");
  expect(await homeOf(owner)).toBe(host);
  expect(await domainOf(owner, host)).toMatchObject({ is_primary: true, is_claim: false });
  expect(await hostnamesOf(host)).toHaveLength(1);
  expect(await at(live, () => shownAt(host, "/auth"))).toContain("Bright Smile");
  expect(await words(owner)).toContain("People sign in here.");
  const mail = await mailTo(owner.email);
  expect(mail.subject).toContain("Your custom domain is live");
  expect(mail.text).toContain(`${host} is live`);
  expect(mail.text).toContain(`${origin}${page}`);
});

/** Adds a host with its records set, and visits it at the moment (ms UTC) that is returned, while it is not proven. */
async function visitedUnproven(owner: Person, host: string) {
  await add(owner, host);
  await setAll(host);
  const now = Date.now() + 600_000;
  expect(await at(now, () => shownAt(host))).not.toContain("Bright Smile");
  return now;
}

test("a host that was visited before it was proven is its organization's a minute later, wherever it was proven", async () => {
  const owner = await memberOf();
  const host = newHost();
  const visited = await visitedUnproven(owner, host);
  // Cron has its own copy of the modules here, as another isolate has: the one that answers visitors isn't told.
  await cronAt(visited);
  expect(await domainOf(owner, host)).toMatchObject({ proven_at: visited });
  expect(await at(visited + minute_ms, () => shownAt(host))).toContain("Bright Smile");
});

test("a host that was visited before it was proven is its organization's at once where it was proven", async () => {
  const owner = await memberOf();
  const host = newHost();
  const visited = await visitedUnproven(owner, host);
  await at(visited, () => press(owner, host, "check"));
  expect(await domainOf(owner, host)).toMatchObject({ proven_at: visited });
  expect(await at(visited, () => shownAt(host))).toContain("Bright Smile");
});

test("www. is asked for and leads to the domain", async () => {
  const owner = await memberOf();
  const host = newHost();
  await goLive(owner, `www.${host}`);
  expect(await hostnamesOf(`www.${host}`)).toHaveLength(1);
  const answer = await anonymous().get(`https://www.${host}/auth`);
  expect([answer.status, answer.headers.get("location")]).toEqual([301, `https://${host}/auth`]);
});

test("a second domain leads to the first until it is made the main one", async () => {
  const owner = await memberOf();
  const [first, second] = [newHost(), newHost()];
  await goLive(owner, first);
  await goLive(owner, second);
  expect(await homeOf(owner)).toBe(first);
  const leads = async (from: string) =>
    (await anonymous().get(`https://${from}/terms`)).headers.get("location");
  expect(await leads(second)).toBe(`https://${first}/terms`);
  expect((await press(owner, second, "primary")).status).toBe(200);
  expect(await homeOf(owner)).toBe(second);
  expect(await leads(first)).toBe(`https://${second}/terms`);
  expect(await leads(second)).toBeNull();
  expect((await press(owner, first, "primary")).status).toBe(200);
  const third = newHost();
  await add(owner, third);
  expect((await press(owner, third, "primary")).status).toBe(409);
});

test("B38: what is no domain is refused at the field, and what was typed stays", async () => {
  const owner = await memberOf();
  for (const [typed, said] of [
    ["localhost", "can't be used on the internet"],
    ["a", "Enter the whole domain"],
    ["x.netlify.app", "belongs to a hosting service"],
    ["tenant.app.test", "belongs to this platform"],
    ["203.0.113.7", "IP address"],
    ["a".repeat(300), "not a domain"],
    ["co.uk", "only a domain extension"],
  ] as const) {
    const answer = await add(owner, typed);
    expect(answer.status, typed).toBe(422);
    const html = await answer.text();
    expect(await pageText(html), typed).toContain(said);
    expect(html).toContain(`value="${typed}"`);
  }
  expect((await add(owner, "b".repeat(10_000))).status).toBe(422);
});

test("B38: an IDN host is kept as punycode and shown both ways", async () => {
  const owner = await memberOf();
  const name = `bücher-${crypto.randomUUID()}.test`;
  expect((await add(owner, name)).status).toBe(302);
  const shown = await words(owner);
  expect(shown).toContain(name);
  expect(shown).toContain("xn--bcher-");
});

test("an organization has five domains at most, however fast it adds them", async () => {
  const owner = await memberOf();
  const answers = await Promise.all(Array.from({ length: 7 }, () => add(owner, newHost())));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 302, 302, 302, 302, 409, 409]);
  expect(await words(owner)).toContain("You're using all 5 domains.");
});

test("the same domain is added once", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  const again = await add(owner, host);
  expect(again.status).toBe(409);
  expect(await pageText(await again.text())).toContain("You've already added this domain.");
});

test("a wrong value, a wrong target and a proxy are each said with what to change", async () => {
  const owner = await memberOf();
  const host = newHost();
  await record(`_verify.${host}`, "TXT", "something-else");
  await record(host, "CNAME", "old-service.test");
  await record("old-service.test", "A", "203.0.113.9");
  await add(owner, host);
  const wrong = await words(owner);
  expect(wrong).toContain("says “something-else”. Replace its value");
  expect(wrong).toContain(`${host} points to old-service.test.`);
  await unset(host, "CNAME");
  await record(host, "A", "104.16.1.1");
  await cronAt(Date.now() + 600_000);
  expect(await words(owner)).toContain("Set the record to DNS only (gray cloud)");
});

test("CAA records that forbid the certificate are named, and it comes once they allow it", async () => {
  const owner = await memberOf();
  const host = newHost();
  const parent = host.replace(/^voice\./, "");
  await record(parent, "CAA", '0 issue "digicert.com"');
  await add(owner, host);
  await setAll(host);
  const now = await until(owner, host, "ssl_pending");
  await cronAt(now + 600_000);
  expect(await words(owner)).toContain("Your CAA records only allow digicert.com");
  await record(parent, "CAA", '0 issue "letsencrypt.org"');
  await until(owner, host, "live", now + 600_000);
});

test("a bare domain is told what its provider can do", async () => {
  const owner = await memberOf();
  await add(owner, `${crypto.randomUUID()}.test`);
  expect(await words(owner, "?provider=godaddy")).toContain("GoDaddy has no record that lets");
  const namecheap = await words(owner, "?provider=namecheap");
  expect(namecheap).toContain("ALIAS");
  expect(namecheap).toContain("Advanced DNS");
});

test.each(["cloudflare", "godaddy", "namecheap", "route53", "squarespace", "ionos"])(
  "the guide of %s shows names as it takes them",
  async (provider) => {
    const owner = await memberOf();
    await add(owner, newHost());
    const html = await (await owner.get(`${page}?provider=${provider}`)).text();
    expect(html).toContain(">_verify.voice<");
    expect(html.includes("&quot;verify-")).toBe(provider === "route53");
  },
);

test("records that are set before the switch make the certificate ready, and only then the domain goes live", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setAll(host);
  await unset(host, "CNAME");
  await cronAt(Date.now() + 600_000);
  await setAll(host);
  await unset(host, "CNAME");
  let now = Date.now() + 600_000;
  for (let look = 0; look < 6; look++) {
    now += 600_000;
    await cronAt(now);
  }
  expect((await domainOf(owner, host)).state).toBe("ssl_pending");
  expect(await words(owner)).toContain("The certificate is ready.");
  expect(await homeOf(owner)).toBeNull();
  await record(host, "CNAME", target());
  await until(owner, host, "live", now);
});

test("without the records the domain is looked at for a week, then when someone asks", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  let now = Date.now();
  await controlPlane()
    .update(control.customDomains)
    .set({ checks: 199, check_at: now })
    .where(eq(control.customDomains.host, host));
  now += 3_600_000;
  await cronAt(now);
  expect(await domainOf(owner, host)).toMatchObject({ state: "timed_out", check_at: null });
  expect(await words(owner)).toContain("We didn't find your records within 7 days.");
  await setAll(host);
  await press(owner, host, "retry");
  await until(owner, host, "live", now);
});

test("the page's own look asks for what waits, and a look is not repeated at once", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setAll(host);
  expect((await owner.post(page, { intent: "poll" })).status).toBe(200);
  expect((await domainOf(owner, host)).checks).toBe(1);
  await controlPlane()
    .update(control.customDomains)
    .set({ checked_at: 0 })
    .where(eq(control.customDomains.host, host));
  await owner.post(page, { intent: "poll" });
  expect((await domainOf(owner, host)).state).toBe("hostname_pending");
});

test("another organization's domain is not there", async () => {
  const owner = await memberOf();
  const stranger = await memberOf();
  const host = newHost();
  await add(owner, host);
  const { id } = await domainOf(owner, host);
  for (const intent of ["check", "retry", "primary", "remove"])
    expect((await stranger.post(page, { intent, domain: id })).status, intent).toBe(404);
  expect(await rowOf(owner, host)).toBeDefined();
});
