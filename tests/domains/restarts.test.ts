/** Failures that last at Cloudflare until the validation is started over: cron does so, at most once an hour. */
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { sandbox } from "../sandbox/world.ts";
import { mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import {
  add,
  cronAt,
  domainOf,
  goLive,
  homeOf,
  hostnamesOf,
  newHost,
  order,
  page,
  press,
  record,
  setRecords,
  target,
  unset,
  until,
} from "./domaining.ts";

const words = async (person: Person) => pageText(await (await person.get(page)).text());

const passages = z.array(z.object({ method: z.string(), path: z.string() }));

/** How often Cloudflare was asked to start a hostname over. */
async function restartsOf(host: string): Promise<number> {
  const [hostname] = await hostnamesOf(host);
  const all = passages.parse(await (await sandbox("/traffic")).json());
  return all.filter(({ method, path }) => method === "PATCH" && path.endsWith(`/${hostname?.id}`)).length;
}

test.each([
  ["moved", { status: "moved" }, "moved", "Not connected"],
  ["blocked", { status: "blocked" }, "blocked", "Blocked"],
  ["timed out", { ssl_status: "validation_timed_out" }, "timed_out", "Timed out"],
  ["expired", { ssl_status: "expired" }, "expired", "Certificate expired"],
  ["inactive", { ssl_status: "inactive" }, "expired", "Certificate expired"],
] as const)(
  "B41: a live domain that Cloudflare calls %s is live again by cron alone while its records are right",
  async (_, said, state, label) => {
    const owner = await memberOf();
    const host = newHost();
    const failed = (await goLive(owner, host)) + day_ms;
    await mailTo(owner.email);
    await order(host, said);
    await cronAt(failed);
    expect(await domainOf(owner, host)).toMatchObject({ state, failing_since: failed });
    expect(await words(owner)).toContain(label);
    expect(await words(owner)).toContain("disconnected after 7 days");
    expect((await mailTo(owner.email, 2)).subject).toContain("stopped working");
    // A certificate takes a few looks.
    for (let hours = 0; hours < 5; hours++) await cronAt(failed + hours * hour_ms + 5 * minute_ms);
    expect(await domainOf(owner, host)).toMatchObject({ state: "live", failing_since: null, told_at: null });
    expect(await restartsOf(host)).toBe(1);
    await cronAt(failed + 8 * day_ms);
    expect(await homeOf(owner)).toBe(host);
  },
);

test.each([
  ["blocked", { status: "blocked" }, "blocked"],
  ["timed out", { ssl_status: "issuance_timed_out" }, "timed_out"],
  ["expired", { ssl_status: "expired" }, "expired"],
] as const)("B41: a domain that is %s before it was live goes live by cron alone", async (_, said, state) => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await setRecords(host);
  await cronAt(Date.now() + 600_000);
  await order(host, said);
  const failed = await until(owner, host, state, Date.now() + 600_000);
  expect(await domainOf(owner, host)).toMatchObject({ live_at: null, failing_since: null });
  expect(await words(owner)).toContain("Try again");
  await until(owner, host, "live", failed);
});

test("B41: Cloudflare is asked at most once an hour, by cron and people together", async () => {
  const owner = await memberOf();
  const host = newHost();
  const failed = (await goLive(owner, host)) + day_ms;
  const blocked = async (now: number) => {
    await order(host, { status: "blocked" });
    await cronAt(now);
  };
  await blocked(failed);
  await vi.waitFor(async () => expect(await restartsOf(host)).toBe(1));
  for (let minutes = 5; minutes < 60; minutes += 5) await blocked(failed + minutes * minute_ms);
  expect(await restartsOf(host)).toBe(1);
  await blocked(failed + 2 * hour_ms);
  await vi.waitFor(async () => expect(await restartsOf(host)).toBe(2));
  expect(await domainOf(owner, host)).toMatchObject({ state: "blocked", failing_since: failed });
});

test("a domain that leads elsewhere is not started over before it leads here again; then it is, and nothing was lost", async () => {
  const owner = await memberOf();
  const host = newHost();
  const failed = (await goLive(owner, host)) + day_ms;
  await unset(host, "CNAME");
  await cronAt(failed);
  expect(await domainOf(owner, host)).toMatchObject({ state: "moved", failing_since: failed });
  expect(await words(owner)).toContain("no longer points here");
  await cronAt(failed + hour_ms);
  expect((await hostnamesOf(host)).map(({ status }) => status)).toEqual(["moved"]);
  expect(await restartsOf(host)).toBe(0);
  await record(host, "CNAME", target());
  // Cloudflare leaves it as moved until it is asked.
  await cronAt(failed + 2 * hour_ms);
  expect(await domainOf(owner, host)).toMatchObject({ state: "moved" });
  await cronAt(failed + 2 * hour_ms + 5 * minute_ms);
  expect(await domainOf(owner, host)).toMatchObject({ state: "live", failing_since: null, told_at: null });
  expect(await homeOf(owner)).toBe(host);
});

test.each([
  ["moved", { status: "moved" }, "isn't sending visitors from"],
  ["blocked", { status: "blocked" }, "Cloudflare is blocking"],
  ["timed out", { ssl_status: "validation_timed_out" }, "wasn't issued in time"],
  ["expired", { ssl_status: "expired" }, "expired. Check its record below"],
] as const)(
  "a www. that is %s is said beside the live domain, and is tried again by cron",
  async (_, order_, said) => {
    const owner = await memberOf();
    const host = newHost();
    const www = `www.${host}`;
    let now = (await goLive(owner, www)) + day_ms;
    await cronAt(now);
    expect(await words(owner)).not.toContain("Try again");
    await order(www, order_);
    now += day_ms;
    await cronAt(now);
    expect(await domainOf(owner, host)).toMatchObject({ state: "live", failing_since: null });
    const shown = await words(owner);
    expect(shown).toContain("Live");
    expect(shown).toContain(said);
    expect(shown).toContain(www);
    expect(shown).toContain("Try again");
    await vi.waitFor(async () => expect(await restartsOf(www)).toBe(1));
    expect(await restartsOf(host)).toBe(0);
    // The next looks follow within the hour, not a day later.
    for (const minutes of [5, 70, 140, 210, 280]) await cronAt(now + minutes * minute_ms);
    expect(await words(owner)).not.toContain(said);
  },
);

test("people can try a www. again, which leaves the live domain alone", async () => {
  const owner = await memberOf();
  const host = newHost();
  const now = await goLive(owner, `www.${host}`);
  await unset(`www.${host}`, "CNAME");
  await cronAt(now + day_ms);
  expect(await words(owner)).toContain("Try again");
  expect(await restartsOf(`www.${host}`)).toBe(0);
  expect((await press(owner, host, "retry")).status).toBe(200);
  await vi.waitFor(async () => expect(await restartsOf(`www.${host}`)).toBe(1));
  expect(await restartsOf(host)).toBe(0);
  expect(await domainOf(owner, host)).toMatchObject({ state: "live" });
});

test("a www. without a record, or with another's, is said beside the live domain", async () => {
  const owner = await memberOf();
  const host = newHost();
  const now = await goLive(owner, `www.${host}`);
  await unset(`www.${host}`, "CNAME");
  await cronAt(now + day_ms);
  expect(await words(owner)).toContain(`www.${host} doesn't point here. Add its record below.`);
  await record(`www.${host}`, "CNAME", "old-service.test");
  await record("old-service.test", "A", "203.0.113.9");
  await cronAt(now + 2 * day_ms);
  expect(await words(owner)).toContain(`www.${host} points somewhere else.`);
  expect(await domainOf(owner, host)).toMatchObject({ state: "live" });
});
