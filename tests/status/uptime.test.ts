/** What cron counts: each five minutes once, with what really answered. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { strike } from "#workers/cron.ts";
import { at } from "../support/clock.ts";
import { controlPlane } from "../support/people.ts";
import {
  day,
  forgetEverything,
  minute,
  noCache,
  noDatabase,
  outsideFails,
  probedAt,
  uptimeRows,
} from "./arrange.ts";

beforeEach(forgetEverything);

/** Noon of a day without anything else in it. */
const noon = Date.UTC(2027, 4, 3, 12);
const services = ["billing", "cache", "calls", "database", "mail"];
const countsOf = async () =>
  (await uptimeRows()).map(({ component, probes, failures, last_level }) => [
    component,
    probes,
    failures,
    last_level,
  ]);
const allWith = (probes: number) => services.map((name) => [name, probes, 0, "up"]);

test("each service is asked and counted", async () => {
  await probedAt(noon);
  expect(await countsOf()).toEqual(allWith(1));
  await probedAt(noon + 5 * minute);
  expect(await countsOf()).toEqual(allWith(2));
});

test("B62: cron that strikes twice, at once or in turn, counts once", async () => {
  await Promise.all([probedAt(noon), probedAt(noon + 1)]);
  await probedAt(noon + 4 * minute);
  expect(await countsOf()).toEqual(allWith(1));
});

test("B62: a run that was due 15 minutes ago counts what it finds now, and not again for its own time", async () => {
  for (const minutes of [0, 5, 10, 15]) await probedAt(noon + minutes * minute);
  await at(noon + 16 * minute, () => strike(env, noon));
  expect(await countsOf()).toEqual(allWith(4));
});

test("a day has its own row, and what is older than ninety days goes", async () => {
  await probedAt(noon);
  await probedAt(noon + day);
  expect((await uptimeRows()).filter(({ component }) => component === "mail")).toHaveLength(2);
  await probedAt(noon + 91 * day);
  const days = (await uptimeRows()).filter(({ component }) => component === "mail").map((row) => row.day);
  expect(days).toEqual([Math.floor(noon / day) + 1, Math.floor(noon / day) + 91]);
});

test.each([
  ["calls", "api.twilio.com"],
  ["billing", "api.stripe.com"],
  ["mail", "api.resend.com"],
])("%s is down when %s fails twice, and a single failure is none", async (service, host) => {
  await outsideFails(host, 1);
  await probedAt(noon);
  await outsideFails(host, 2, { drop: true });
  await probedAt(noon + 5 * minute);
  await outsideFails(host, 2, { status: 401 });
  await probedAt(noon + 10 * minute);
  expect(await countsOf()).toEqual(
    services.map((name) => (name === service ? [name, 3, 2, "down"] : [name, 3, 0, "up"])),
  );
});

test("a provider that is busy is degraded, which is no failure", async () => {
  await outsideFails("api.stripe.com", 1, { status: 429 });
  await probedAt(noon);
  expect(await countsOf()).toContainEqual(["billing", 1, 0, "degraded"]);
});

test("mail that is tried again and again is degraded", async () => {
  const db = controlPlane();
  await env.DB.prepare(
    "insert into mail_outbox (id, attempts, next_attempt_at, created_at) values ('stuck', 4, ?, ?)",
  )
    .bind(noon, noon)
    .run();
  await probedAt(noon);
  await db.run("delete from mail_outbox where id = 'stuck'");
  expect(await countsOf()).toContainEqual(["mail", 1, 0, "degraded"]);
});

test("a deployment without payments has no billing to count", async () => {
  await probedAt(noon, { STRIPE_SECRET_KEY: undefined } as object);
  expect((await countsOf()).map(([name]) => name)).toEqual(services.filter((name) => name !== "billing"));
});

test("an outage of the database itself is counted when it is over, and once", async () => {
  await probedAt(noon);
  for (const minutes of [5, 10, 10, 15]) await probedAt(noon + minutes * minute, noDatabase);
  expect(await countsOf()).toEqual(allWith(1));
  for (const minutes of [20, 20]) await probedAt(noon + minutes * minute);
  expect(await countsOf()).toEqual(
    services.map((name) => (name === "database" ? [name, 5, 3, "up"] : [name, 5, 0, "up"])),
  );
});

test("an outage of the cache is counted too", async () => {
  await probedAt(noon, noCache);
  expect(await countsOf()).toEqual(
    services.map((name) => (name === "cache" ? [name, 1, 1, "down"] : [name, 1, 0, "up"])),
  );
});
