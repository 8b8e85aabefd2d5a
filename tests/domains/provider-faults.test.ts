/** What Cloudflare and DNS get wrong while a domain goes live: no answers, refusals, and failures that last until a restart. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, type Person } from "../support/people.ts";
import {
  add,
  apiFails,
  cronAt,
  dnsFails,
  domainOf,
  goLive,
  healed,
  hostnamesOf,
  newHost,
  order,
  page,
  press,
  record,
  setRecords as setAll,
  until,
} from "./domaining.ts";

const words = async (person: Person) => pageText(await (await person.get(page)).text());

test.each([
  ["429", { status: 429, times: 1000 }, "more slowly"],
  ["500", { status: 500, times: 1000 }, "check again in a few minutes"],
  ["a broken connection", { drop: true, times: 1000 }, "check again in a few minutes"],
  // Longer than the product waits.
  ["nothing in time", { delay_ms: 8000, times: 1000 }, "check again in a few minutes"],
] as const)(
  "B40: when the API answers with %s nothing is lost, and there is one hostname",
  async (_, fault, said) => {
    const owner = await memberOf();
    const host = newHost();
    await add(owner, host);
    await setAll(host);
    await apiFails(fault);
    const now = Date.now() + 600_000;
    await cronAt(now);
    const waiting = await domainOf(owner, host);
    expect(waiting).toMatchObject({ state: "hostname_pending", provider_id: null });
    expect(waiting.check_at).toBeGreaterThan(now);
    expect(await words(owner)).toContain(said);
    await healed();
    await until(owner, host, "live", now);
    expect(await hostnamesOf(host)).toHaveLength(1);
  },
);

test("B40: a hostname whose creation was not answered is found again, not made twice", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setAll(host);
  await cronAt(Date.now() + 600_000);
  const { provider_id } = await domainOf(owner, host);
  await controlPlane()
    .update(control.customDomains)
    .set({ provider_id: null })
    .where(eq(control.customDomains.host, host));
  await until(owner, host, "live", Date.now() + 700_000);
  expect((await domainOf(owner, host)).provider_id).toBe(provider_id);
  expect(await hostnamesOf(host)).toHaveLength(1);
});

test("B40: a hostname that Cloudflare calls a duplicate before it lists it is waited for, not made twice", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setAll(host);
  await cronAt(Date.now() + 600_000);
  const { provider_id } = await domainOf(owner, host);
  await controlPlane()
    .update(control.customDomains)
    .set({ provider_id: null })
    .where(eq(control.customDomains.host, host));
  await order(host, { unlisted: true });
  const now = Date.now() + 700_000;
  await cronAt(now);
  const waiting = await domainOf(owner, host);
  expect(waiting).toMatchObject({ state: "hostname_pending", provider_id: null, check_error: "silent" });
  expect(waiting.check_at).toBe(now + 5 * minute_ms);
  expect(await hostnamesOf(host)).toHaveLength(1);
  await until(owner, host, "live", now);
  expect((await domainOf(owner, host)).provider_id).toBe(provider_id);
  expect(await hostnamesOf(host)).toHaveLength(1);
});

test("a host that is too long for a certificate's common name gets one all the same, also when it starts over", async () => {
  const owner = await memberOf();
  const host = `${"long-".repeat(8)}name.${crypto.randomUUID()}.test`;
  expect(host.length).toBeGreaterThan(64);
  const now = await goLive(owner, host);
  await order(host, { ssl_status: "expired" });
  await cronAt(now + day_ms);
  expect(await domainOf(owner, host)).toMatchObject({ state: "expired" });
  // A certificate takes a few looks, and a domain that was live is looked at by the hour.
  for (let hours = 1; hours < 6; hours++) await cronAt(now + day_ms + hours * hour_ms);
  expect(await domainOf(owner, host)).toMatchObject({ state: "live", failing_since: null });
});

test("B40: no validation records in the first answer is no error", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await record(`_verify.${host}`, "TXT", (await domainOf(owner, host)).proof);
  await cronAt(Date.now() + 600_000);
  expect(await domainOf(owner, host)).toMatchObject({ state: "hostname_pending", check_error: null });
  await cronAt(Date.now() + 1_200_000);
  expect(await words(owner)).toContain(`_acme-challenge.voice`);
});

test("a status that is unknown changes nothing", async () => {
  const owner = await memberOf();
  const host = newHost();
  const now = await goLive(owner, host);
  await order(host, { status: "reticulating", ssl_status: "splines" });
  await cronAt(now + 90_000_000);
  expect(await domainOf(owner, host)).toMatchObject({ state: "live", failing_since: null });
});

test("a full quota is said, and the domain goes on when there is room", async () => {
  const owner = await memberOf();
  const host = newHost();
  await order(host, {});
  await add(owner, host);
  await setAll(host);
  await anonymous().fetch("/sandbox/hostnames", { method: "POST", body: JSON.stringify({ quota: 0 }) });
  await cronAt(Date.now() + 600_000);
  expect(await words(owner)).toContain("We can't add more custom domains right now.");
  await anonymous().fetch("/sandbox/hostnames", { method: "POST", body: JSON.stringify({ quota: 50_000 }) });
  await until(owner, host, "live", Date.now() + 600_000);
});

test("B41: blocked and timed out are shown with a way to try again, which starts the validation over", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setAll(host);
  await cronAt(Date.now() + 600_000);
  await order(host, { status: "blocked" });
  let now = await until(owner, host, "blocked", Date.now() + 600_000);
  expect(await words(owner)).toContain("Try again");
  expect((await press(owner, host, "retry")).status).toBe(200);
  now = await until(owner, host, "live", now);
  expect(now).toBeGreaterThan(0);
});

test("DNS that does not answer is no missing record", async () => {
  const owner = await memberOf();
  const host = newHost();
  const now = await goLive(owner, host);
  await dnsFails({ status: 500, times: 1000 });
  await cronAt(now + 90_000_000);
  expect(await domainOf(owner, host)).toMatchObject({
    state: "live",
    failing_since: null,
    check_error: "silent",
  });
  await healed();
});
