/** Webhooks from the form to the receiver: what arrives, what fails and is tried again, and what is never asked. */

import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { z } from "zod";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, customDomains } from "#drizzle/control/schema.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { post } from "../sandbox/world.ts";
import { at } from "../support/clock.ts";
import { mailTo } from "../support/inbox.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import {
  address,
  contactMade,
  deliveries,
  endpointAt,
  later,
  received,
  receivedBy,
  tried,
  until,
} from "./arrange.ts";

test("what happens arrives once, signed with the secret that was shown", async () => {
  const owner = await memberOf();
  const { host, url } = await address();
  const { secret, path } = await endpointAt(owner, url);
  await contactMade(owner, "Marta Lindqvist");
  const [got] = await receivedBy(host, 1);
  const event = new Webhook(secret).verify(got?.body ?? "", got?.headers ?? {});
  expect(event).toMatchObject({
    type: "contact.created",
    version: 1,
    organization_id: owner.organizationId,
    data: { name: "Marta Lindqvist", source: "member" },
  });
  expect(got?.headers["content-type"]).toBe("application/json");
  const delivery = await until(async () => {
    const [first] = await deliveries(owner);
    expect(first).toMatchObject({ status: "delivered", attempts: 1, last_status: 200 });
    return first;
  });
  expect(got?.headers["webhook-id"]).toBe(delivery?.id);
  // The secret stands nowhere afterwards.
  const page = await (await owner.get(path)).text();
  expect(page).not.toContain(secret);
  expect(await pageText(page)).toContain("Delivered");
  const one = await pageText(await (await owner.get(`${path}/${delivery?.id}`)).text());
  for (const words of ["Marta Lindqvist", "Request", "200", delivery?.id ?? ""]) expect(one).toContain(words);
  expect(JSON.stringify(await rows(owner, "select * from webhook_endpoints"))).not.toContain(secret.slice(6));
});

test("an event that an endpoint did not choose is not sent, and the same fact again is no second delivery", async () => {
  const owner = await memberOf();
  const { host, url } = await address();
  await endpointAt(owner, url, ["booking.made", "contact.updated"]);
  await contactMade(owner);
  const body = JSON.stringify({ type: "contact.updated" });
  const now = Date.now();
  for (const _ of ["first", "again"])
    await owner.store.webhooks.tell({ event_id: "fact-1", type: "contact.updated", body }, now, now);
  const got = await receivedBy(host, 1);
  expect(got.map((one) => one.body)).toEqual([body]);
  expect(await deliveries(owner)).toHaveLength(1);
});

test("an endpoint hears nothing of what happened before it was on", async () => {
  const owner = await memberOf();
  const { organizationId } = owner;
  const { host, url } = await address();
  const call = (call_id: string, ago: number) => ({
    ...callFinished(organizationId, {}, call_id),
    created_at: Date.now() - ago,
  });
  const earlier = call("earlier", 60_000);
  const { path } = await endpointAt(owner, url, ["call.ended"]);
  // Its outbox may tell of it late, and more than once.
  await delivered([earlier]);
  await delivered([earlier, call("later", 0)], "facts");
  await receivedBy(host, 1);
  expect((await owner.post(path, { do: "off" })).status).toBe(200);
  const between = call("between", 0);
  expect((await owner.post(path, { do: "on" })).status).toBe(200);
  await delivered([between, call("last", 0)], "facts");
  const got = await receivedBy(host, 2);
  const ids = got.map(
    ({ body }) => z.object({ data: z.object({ call_id: z.string() }) }).parse(JSON.parse(body)).data.call_id,
  );
  expect(ids).toEqual(["later", "last"]);
});

test("an address that takes its time delays no other organization's", async () => {
  const [one, other] = [await memberOf(), await memberOf()];
  const [slow, sound] = [await address({ delay_ms: 6000, keeps: false }), await address()];
  await endpointAt(one, slow.url);
  await endpointAt(other, sound.url);
  await contactMade(one);
  await until(async () =>
    expect(await rows(one, "select 1 as n from webhook_deliveries where leased_until > 0")).toHaveLength(1),
  );
  await contactMade(other);
  await tried(other);
  const doneAt = async (owner: Person) =>
    Number((await rows(owner, "select at from webhook_attempts"))[0]?.at);
  await tried(one);
  expect(await doneAt(other)).toBeLessThan(await doneAt(one));
});

test("what is refused is tried again under its own id until it arrives", async () => {
  const owner = await memberOf();
  const { host, url } = await address({ fails: 2 });
  await endpointAt(owner, url);
  await contactMade(owner);
  expect(await tried(owner)).toMatchObject({ status: "waiting", why: "refused", last_status: 500 });
  await later(owner, 31_000);
  expect(await tried(owner, 2)).toMatchObject({ status: "waiting", why: "refused" });
  await later(owner, 121_000);
  expect(await tried(owner, 3)).toMatchObject({ status: "delivered", why: null, last_status: 200 });
  const got = await received(host);
  expect(new Set(got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(got.map(({ body }) => body)).size).toBe(1);
});

test("an address that redirects inward, leads to a private network at the second look-up, or is slow gets nothing more", async () => {
  const [redirecting, moved, slow] = [
    await address({ status: 302, location: "http://169.254.169.254/latest/meta-data", keeps: false }),
    await address(),
    await address({ delay_ms: 6000, keeps: false }),
  ];
  const owners = await Promise.all([memberOf(), memberOf(), memberOf()]);
  for (const [i, { url }] of [redirecting, moved, slow].entries()) {
    const owner = owners[i];
    if (owner) await endpointAt(owner, url);
  }
  // Public when it was typed, private when it is asked.
  await post("/dns", { name: moved.host, type: "A", value: "10.0.0.7" });
  await Promise.all(owners.map((owner) => contactMade(owner)));
  const whys = await Promise.all(owners.map(async (owner) => (await tried(owner)).why));
  expect(whys).toEqual(["redirected", "private_address", "slow"]);
  expect(await received(moved.host)).toEqual([]);
});

test("of an answer of ten megabytes no more than 64 KB is read, and its status counts", async () => {
  const owner = await memberOf();
  const { url } = await address({ size: 10_000_000, keeps: false });
  const { path } = await endpointAt(owner, url);
  await contactMade(owner);
  const delivery = await tried(owner);
  expect(delivery).toMatchObject({ status: "delivered", last_status: 200 });
  expect(await rows(owner, "select bytes from webhook_attempts")).toEqual([{ bytes: 65_536 }]);
  expect(await pageText(await (await owner.get(`${path}/${delivery.id}`)).text())).toContain("65,536 bytes");
});

test.each([
  ["http://example.com/hooks", "public https address"],
  ["https://127.0.0.1/", "public https address"],
  ["https://[::ffff:7f00:1]/", "public https address"],
  ["https://user:pass@hooks.sandbox.test/", "public https address"],
  ["https://hooks.sandbox.test:8443/", "public https address"],
  ["https://metadata.google.internal/", "public https address"],
  ["https://app.test/integrations", "address of this product"],
  ["https://nowhere.sandbox.test/", "find that name"],
])("%s is refused when it is typed", async (url, words) => {
  const owner = await memberOf();
  const fields = { do: "add", name: "Hooks", url, events: ["call.ended"] };
  const answer = await owner.post("/integrations/webhooks", fields);
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(await pageText(html)).toContain(words);
  expect(html).toContain(`value="${url}"`);
});

test("a name that leads inward is refused when it is typed, and so is an endpoint without a name or an event", async () => {
  const owner = await memberOf();
  const { url } = await address({}, "192.168.1.1");
  const inward = await owner.post("/integrations/webhooks", {
    do: "add",
    name: "A",
    url,
    events: ["call.ended"],
  });
  expect(await pageText(await inward.text())).toContain("private network");
  const empty = await pageText(await (await owner.post("/integrations/webhooks", { do: "add" })).text());
  for (const words of ["Enter a name", "Enter the address", "Choose at least one event"])
    expect(empty).toContain(words);
  const unknown = { do: "add", name: "A", url: "https://hooks.sandbox.test/", events: ["no.such"] };
  expect((await owner.post("/integrations/webhooks", unknown)).status).toBe(422);
  expect(await owner.store.webhooks.list()).toEqual([]);
});

test("after 5, 10 and 15 failures in a row owners are told, and after 20 over a day the endpoint is off until it is turned on", async () => {
  const owner = await memberOf();
  // The dashboard of an organization without calls shows how to begin.
  await ended(owner, finishedCall({ other_number: null }));
  const { host, url } = await address({ fails: 21 });
  const { id, path } = await endpointAt(owner, url);
  await contactMade(owner, "First");
  await contactMade(owner, "Second");
  await tried(owner);
  for (let rings = 0; rings < 40; rings++) {
    const endpoint = await owner.store.webhooks.find(id);
    if (endpoint?.disabled_at !== null) break;
    // Twenty within hours do not disable it: what waits is tried for a day.
    if (endpoint.failures === 20)
      await rows(owner, `update webhook_endpoints set failing_since = ${Date.now() - 25 * hour_ms}`);
    await later(owner, 10 * hour_ms);
  }
  expect(await owner.store.webhooks.find(id)).toMatchObject({ is_enabled: false, failures: 21 });
  expect(await received(host)).toHaveLength(21);
  const last = await mailTo(owner.email, 4);
  expect(last.subject).toContain("is disabled");
  expect(last.text).toContain(path);
  expect((await deliveries(owner)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  expect(await pageText(await (await owner.get(path)).text())).toContain("Disabled");
  expect(await pageText(await (await owner.get("/dashboard")).text())).toContain("is disabled");
  const told = await controlPlane().select().from(auditEvents).where(eq(auditEvents.target, id));
  expect(told.map(({ action }) => action)).toContain("webhook.gave_up");
  // Nothing is made for an endpoint that is off, and nothing replayed.
  await contactMade(owner, "Third");
  expect((await owner.post(path, { do: "replay_failed", since: "day" })).status).toBe(409);
  expect((await owner.post(path, { do: "on" })).status).toBe(200);
  expect(await owner.store.webhooks.find(id)).toMatchObject({ is_enabled: true, failures: 0 });
  const replayed = await owner.post(path, { do: "replay_failed", since: "day" });
  expect(await pageText(await replayed.text())).toContain("2 deliveries will be sent again");
  await receivedBy(host, 23);
  await until(async () =>
    expect((await deliveries(owner)).map(({ status }) => status)).toEqual(["delivered", "delivered"]),
  );
});

test("B49: an address that says it is gone for good gets nothing more, and owners are told at once", async () => {
  const owner = await memberOf();
  const { host, url } = await address({ status: 410 });
  const { id, path } = await endpointAt(owner, url);
  await contactMade(owner);
  expect(await tried(owner)).toMatchObject({ status: "failed", last_status: 410 });
  expect(await owner.store.webhooks.find(id)).toMatchObject({ is_enabled: false, failures: 1 });
  const told = await mailTo(owner.email, 1);
  expect(told.subject).toContain("is disabled");
  expect(told.text).toContain("gone for good (410)");
  expect(await pageText(await (await owner.get(path)).text())).toContain("gone for good (410)");
  await contactMade(owner, "Second");
  expect(await deliveries(owner)).toHaveLength(1);
  expect(await received(host)).toHaveLength(1);
});

test("a shared address space, a customer's host and a name that can't be looked up get nothing", async () => {
  const [shared, custom, unknown] = [await address(), await address(), await address()];
  const owners = await Promise.all([memberOf(), memberOf(), memberOf()]);
  for (const [i, { url }] of [shared, custom, unknown].entries()) {
    const owner = owners[i];
    if (owner) await endpointAt(owner, url);
  }
  // Each was well when it was typed.
  await post("/dns", { name: shared.host, type: "A", value: "100.64.0.7" });
  const [, customer, asking] = owners;
  if (!customer || !asking) throw new Error("no owners");
  const now = Date.now();
  await controlPlane().insert(customDomains).values({
    id: newId(),
    organization_id: customer.organizationId,
    host: custom.host,
    state: "active",
    proof: "proof",
    created_at: now,
    updated_at: now,
  });
  const whys: (string | null)[] = [];
  for (const owner of owners) {
    if (owner === asking)
      await post("/faults", { host: "cloudflare-dns.com", path: "/dns-query", status: 503, times: 2 });
    await contactMade(owner);
    whys.push((await tried(owner)).why);
  }
  expect(whys).toEqual(["private_address", "own_address", "unreachable"]);
  for (const { host } of [shared, custom, unknown]) expect(await received(host)).toEqual([]);
});

test("an endpoint that fails delays no other", async () => {
  const owner = await memberOf();
  const [broken, sound] = [await address({ status: 500 }), await address()];
  await endpointAt(owner, broken.url);
  await endpointAt(owner, sound.url);
  for (const name of ["One", "Two", "Three"]) await contactMade(owner, name);
  await receivedBy(sound.host, 3);
  expect(await received(broken.host)).not.toHaveLength(0);
});

test("for a day the new secret and the one before sign, then the new one alone", async () => {
  const owner = await memberOf();
  const { host, url } = await address();
  const { path, secret } = await endpointAt(owner, url);
  const rotated = await owner.post(path, { do: "rotate" });
  const [anew = ""] = /whsec_[A-Za-z0-9+/=]+/.exec(await pageText(await rotated.text())) ?? [];
  expect(anew).not.toBe(secret);
  await contactMade(owner);
  const [got] = await receivedBy(host, 1);
  for (const one of [secret, anew]) new Webhook(one).verify(got?.body ?? "", got?.headers ?? {});
  const { id: delivery_id } = await tried(owner);
  expect((await owner.post(`${path}/${delivery_id}`, { do: "replay" })).status).toBe(200);
  await receivedBy(host, 2);
  await until(async () => expect((await deliveries(owner))[0]).toMatchObject({ status: "delivered" }));
  await at(Date.now() + 25 * hour_ms, async () => {
    await rows(owner, "update webhook_deliveries set status = 'waiting'");
    await delivered([{ organization_id: owner.organizationId, delivery_id }], "webhooks");
    const last = (await received(host)).at(-1);
    new Webhook(anew).verify(last?.body ?? "", last?.headers ?? {});
    expect(() => new Webhook(secret).verify(last?.body ?? "", last?.headers ?? {})).toThrow();
  });
});

test("a test sends the example once, marked as one, and its page tells what came of it", async () => {
  const owner = await memberOf();
  const { host, url } = await address({ status: 404 });
  const { path } = await endpointAt(owner, url, ["call.ended"]);
  const sent = await owner.post(path, { do: "test", event: "call.ended" });
  expect(sent.status).toBe(302);
  const [got] = await receivedBy(host, 1);
  expect(JSON.parse(got?.body ?? "")).toMatchObject({ type: "call.ended", test: true });
  await until(async () =>
    expect((await deliveries(owner))[0]).toMatchObject({ status: "failed", last_status: 404 }),
  );
  const page = await pageText(await (await owner.get(sent.headers.get("location") ?? "")).text());
  for (const words of ["Call ended (test)", "Failed", "404"]) expect(page).toContain(words);
  expect((await owner.store.webhooks.list())[0]?.failures).toBe(0);
});

test("another organization sees, changes and hears nothing of an endpoint", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const { host, url } = await address();
  const { path } = await endpointAt(owner, url);
  await contactMade(other);
  await contactMade(owner);
  await receivedBy(host, 1);
  const [delivery] = await deliveries(owner);
  for (const address of [path, `${path}/${delivery?.id}`])
    expect((await other.get(address)).status, address).toBe(404);
  for (const form of [{ do: "off" }, { do: "rotate" }, { do: "remove" }, { do: "test", event: "call.ended" }])
    expect((await other.post(path, form)).status, form.do).toBe(404);
  expect((await other.post(`${path}/${delivery?.id}`, { do: "replay" })).status).toBe(404);
  expect(await pageText(await (await other.get("/integrations/webhooks")).text())).not.toContain(host);
  expect(await deliveries(other)).toEqual([]);
  expect(await received(host)).toHaveLength(1);
});

test("the plan bounds how many endpoints there are, and a deleted one is gone with its log", async () => {
  const owner = await memberOf();
  const { url } = await address();
  const made = [];
  for (let n = 0; n < 3; n++) made.push(await endpointAt(owner, url));
  const full = await owner.post("/integrations/webhooks", {
    do: "add",
    name: "Fourth",
    url,
    events: ["call.ended"],
  });
  expect(full.status).toBe(409);
  expect(await pageText(await full.text())).toContain("Your plan includes 3 webhooks");
  await contactMade(owner);
  await until(async () => expect(await deliveries(owner)).toHaveLength(3));
  for (const { path } of made) expect((await owner.post(path, { do: "remove" })).status).toBe(302);
  expect(await deliveries(owner)).toEqual([]);
  expect(await rows(owner, "select 1 from webhook_attempts")).toEqual([]);
});

test("deliveries are forgotten after thirty days", async () => {
  const owner = await memberOf();
  const { url } = await address();
  await endpointAt(owner, url);
  await contactMade(owner);
  await until(async () => expect((await deliveries(owner))[0]).toMatchObject({ status: "delivered" }));
  await rows(owner, `update webhook_deliveries set created_at = ${Date.now() - 31 * 24 * hour_ms}`);
  await rows(owner, "update timers set due_at = 1 where kind = 'webhooks_old'");
  await contactMade(owner, "Another");
  await until(async () => expect(await deliveries(owner)).toHaveLength(1));
  expect(await rows(owner, "select count(distinct delivery_id) as n from webhook_attempts")).toEqual([
    { n: 1 },
  ]);
});
