/** A custom domain that is removed, that stops pointing here, or whose organization is deleted. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import * as control from "#drizzle/control/schema.ts";
import { at } from "../support/clock.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import {
  add,
  apiFails,
  cronAt,
  domainOf,
  goLive,
  healed,
  homeOf,
  hostnamesOf,
  newHost,
  order,
  page,
  press,
  record,
  rowOf,
  target,
  unset,
} from "./domaining.ts";

const placeOf = async (answer: Promise<Response>) => (await answer).headers.get("location");
const inKv = (host: string) => env.HOSTS.get(`host:${host}`);

test("removing a domain ends it at once: its hostname, its sessions, its brand; people are led to the main host", async () => {
  const owner = await memberOf();
  const host = newHost();
  await goLive(owner, host);
  const member = await memberOf({ organizationId: owner.organizationId, host });
  expect((await member.get(`https://${host}/agents`)).status).toBe(200);
  await vi.waitFor(async () => expect(await inKv(host)).not.toBeNull());
  const answer = await press(owner, host, "remove");
  expect(answer.headers.get("location")).toBe(`${page}?done=removed`);
  expect(await rowOf(owner, host)).toBeUndefined();
  expect(await hostnamesOf(host)).toEqual([]);
  expect(await homeOf(owner)).toBeNull();
  expect(await inKv(host)).toBeNull();
  expect(await placeOf(member.get(`https://${host}/agents?q=1`))).toBe(`${origin}/agents?q=1`);
  const sessions = await controlPlane()
    .select()
    .from(control.sessions)
    .where(eq(control.sessions.user_id, member.userId));
  expect(sessions).toEqual([]);
  expect((await owner.get(page)).status).toBe(200);
});

test("a client without a domain of its own is led to its agency's host, and so are its people", async () => {
  const agency = await memberOf();
  const agencyHost = newHost();
  await goLive(agency, agencyHost);
  const client = await memberOf({ organization: { parent_organization_id: agency.organizationId } });
  const host = newHost();
  await goLive(client, host);
  await press(client, host, "remove");
  expect(await placeOf(anonymous().get(`https://${host}/auth`))).toBe(`https://${agencyHost}/auth`);
});

test("the next live domain becomes the home when the main one is removed", async () => {
  const owner = await memberOf();
  const [first, second] = [newHost(), newHost()];
  await goLive(owner, first);
  await goLive(owner, second);
  await press(owner, first, "remove");
  expect(await homeOf(owner)).toBe(second);
  expect(await placeOf(anonymous().get(`https://${first}/auth`))).toBe(`https://${second}/auth`);
});

test("a released host is closed to others for 30 days, and open to its own organization", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const host = newHost();
  await goLive(owner, host);
  await press(owner, host, "remove");
  const refused = await add(other, host);
  expect(refused.status).toBe(409);
  expect(await pageText(await refused.text())).toContain("in use here until recently");
  expect((await add(owner, host)).status).toBe(302);
  const { id } = await domainOf(owner, host);
  await owner.post(page, { intent: "remove", domain: id });
  const later = Date.now() + 31 * day_ms;
  expect((await at(later, async () => add(await memberOf(), host))).status).toBe(302);
});

test("a domain that was never proven is free for others as soon as it is removed", async () => {
  const [squatter, owner] = [await memberOf(), await memberOf()];
  const host = newHost();
  await add(squatter, host);
  await press(squatter, host, "remove");
  expect((await add(owner, host)).status).toBe(302);
  expect(await domainOf(owner, host)).toMatchObject({ is_claim: false });
});

test("B44: while Cloudflare is down routing stops at once, and the hostname is deleted when it answers", async () => {
  const owner = await memberOf();
  const host = newHost();
  await goLive(owner, host);
  await apiFails({ status: 503, times: 1000 });
  expect((await press(owner, host, "remove")).status).toBe(302);
  expect(await homeOf(owner)).toBeNull();
  expect(await (await anonymous().get(`https://${host}/terms`)).text()).not.toContain("Bright Smile");
  expect(await domainOf(owner, host)).toMatchObject({ state: "deleting" });
  expect((await add(owner, host)).status).toBe(409);
  await cronAt(Date.now() + hour_ms);
  expect(await hostnamesOf(host)).toHaveLength(1);
  await healed();
  await cronAt(Date.now() + 3 * hour_ms);
  expect(await hostnamesOf(host)).toEqual([]);
  expect(await rowOf(owner, host)).toBeUndefined();
});

test("B44: a hostname that Cloudflare has lost already counts as deleted", async () => {
  const owner = await memberOf();
  const host = newHost();
  await goLive(owner, host);
  await order(host, { lost: true });
  await press(owner, host, "remove");
  expect(await rowOf(owner, host)).toBeUndefined();
});

const told = async (owner: Person, words: string) =>
  (await mailsTo(owner.email)).filter(({ subject }) => subject.includes(words)).length;

test.each([
  ["its record is gone", (host: string) => unset(host, "CNAME"), "its DNS records were changed or removed"],
  [
    "Cloudflare says blocked, however often it is asked",
    (host: string) => order(host, { status: "blocked" }),
    "Cloudflare is blocking",
  ],
  [
    "Cloudflare says moved, however often it is asked",
    (host: string) => order(host, { status: "moved" }),
    "even though its DNS records are correct",
  ],
  [
    "the certificate expired and none is issued",
    (host: string) => order(host, { ssl_status: "expired" }),
    "has no valid certificate",
  ],
  [
    "the hostname is deleted and its record is gone",
    async (host: string) => {
      await order(host, { lost: true });
      return unset(host, "CNAME");
    },
    "its DNS records were changed or removed",
  ],
] as const)(
  "a live domain of which %s: the owner is told once and why, and after seven days it falls back",
  async (_, breaks, why) => {
    const owner = await memberOf();
    const host = newHost();
    const live = await goLive(owner, host);
    await mailTo(owner.email);
    const failed = live + day_ms;
    const looks = async (now: number) => {
      await breaks(host);
      await cronAt(now);
    };
    for (let hours = 0; hours < 3; hours++) await looks(failed + hours * hour_ms);
    expect((await mailTo(owner.email, 2)).text).toContain(why);
    expect(await told(owner, "stopped working")).toBe(1);
    expect(await homeOf(owner)).toBe(host);
    await looks(failed + 6 * day_ms);
    expect(await homeOf(owner)).toBe(host);
    await looks(failed + 7 * day_ms);
    expect(await domainOf(owner, host)).toMatchObject({ state: "gone", proven_at: null });
    expect(await homeOf(owner)).toBeNull();
    await mailTo(owner.email, 3);
    expect(await told(owner, "was disconnected")).toBe(1);
    await cronAt(failed + 8 * day_ms);
    expect(await hostnamesOf(host)).toEqual([]);
    expect(await (await anonymous().get(`https://${host}/terms`)).text()).not.toContain("Bright Smile");
    expect(await pageText(await (await owner.get(page)).text())).toContain("Disconnected");
  },
);

test("a disconnected domain comes back only by a new proof", async () => {
  const owner = await memberOf();
  const host = newHost();
  const live = await goLive(owner, host);
  const { proof } = await domainOf(owner, host);
  await unset(host, "CNAME");
  await cronAt(live + day_ms);
  await cronAt(live + 8 * day_ms);
  const gone = await domainOf(owner, host);
  expect(gone).toMatchObject({ state: "gone" });
  expect(gone.proof).not.toBe(proof);
  await record(host, "CNAME", target());
  await press(owner, host, "retry");
  expect(await domainOf(owner, host)).toMatchObject({ state: "txt_pending", proven_at: null });
});

test("a deleted organization's hostnames are deleted within the hour, and made again when it is restored", async () => {
  const owner = await memberOf();
  const host = newHost();
  const live = await goLive(owner, host);
  const archive = (archived_at: number | null) =>
    controlPlane()
      .update(control.organizations)
      .set({ archived_at, purge_at: archived_at === null ? null : archived_at + 30 * day_ms })
      .where(eq(control.organizations.id, owner.organizationId));
  await archive(live);
  await cronAt(live + day_ms);
  expect(await hostnamesOf(host)).toEqual([]);
  await archive(null);
  await cronAt(live + day_ms + 2 * hour_ms);
  expect(await hostnamesOf(host)).toHaveLength(1);
  expect(await domainOf(owner, host)).toMatchObject({ proven_at: expect.any(Number) });
});

test("a purge waits until Cloudflare has deleted every hostname, and closes the host to others", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const host = newHost();
  await goLive(owner, host);
  await controlPlane()
    .update(control.organizations)
    .set({ archived_at: 1, purge_at: 2 })
    .where(eq(control.organizations.id, owner.organizationId));
  const purgeAt = async () =>
    (
      await controlPlane()
        .select({ at: control.organizations.purge_at })
        .from(control.organizations)
        .where(eq(control.organizations.id, owner.organizationId))
        .get()
    )?.at;
  await apiFails({ status: 500, times: 1000 });
  await purgeDeleted(env, Date.now());
  expect(await purgeAt()).toBe(2);
  await healed();
  await purgeDeleted(env, Date.now());
  expect(await purgeAt()).toBeNull();
  expect(await hostnamesOf(host)).toEqual([]);
  expect(await rowOf(owner, host)).toBeUndefined();
  expect((await add(other, host)).status).toBe(409);
});

test("removing while cron looks leaves nothing behind", async () => {
  const owner = await memberOf();
  const host = newHost();
  await add(owner, host);
  await record(`_verify.${host}`, "TXT", (await domainOf(owner, host)).proof);
  await Promise.all([cronAt(Date.now() + 600_000), press(owner, host, "remove")]);
  await healed();
  await cronAt(Date.now() + 2 * hour_ms);
  expect(await rowOf(owner, host)).toBeUndefined();
  expect(await hostnamesOf(host)).toEqual([]);
});
