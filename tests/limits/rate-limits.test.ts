import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Limit, limits, refund, spend } from "#app/limits/rate-limits.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";

const database = () => new Database(env.DB, new Timing());
const now = Date.UTC(2026, 10, 20, 12);
const limit = (most: number, within_ms: number): Limit => ({ key: crypto.randomUUID(), most, within_ms });

test("R38: a limit admits exactly as many as it says, also in parallel", async () => {
  const three = limit(3, 60_000);
  const spent = await Promise.all(Array.from({ length: 20 }, () => spend(database(), [three], now)));
  expect(spent.filter(({ ok }) => ok)).toHaveLength(3);
});

test("R38: a window begins with the first try and ends exactly when it is over", async () => {
  const one = limit(1, 60_000);
  expect(await spend(database(), [one], now)).toEqual({ ok: true });
  expect(await spend(database(), [one], now + 59_999)).toEqual({
    ok: false,
    full: [one.key],
    retryAfter: 1,
  });
  expect(await spend(database(), [one], now + 60_000)).toEqual({ ok: true });
});

test("R38: when one limit is used up, none of the others is spent", async () => {
  const [minute, hour] = [limit(1, 60_000), limit(5, 3_600_000)];
  await spend(database(), [minute, hour], now);
  for (let pressed = 0; pressed < 10; pressed++)
    expect(await spend(database(), [minute, hour], now + 1000)).toMatchObject({
      ok: false,
      full: [minute.key],
    });
  for (let later = 1; later < 5; later++)
    expect(await spend(database(), [minute, hour], now + later * 60_000)).toEqual({ ok: true });
  expect(await spend(database(), [minute, hour], now + 5 * 60_000)).toEqual({
    ok: false,
    full: [hour.key],
    retryAfter: 55 * 60,
  });
});

test("what is given back can be spent again, and never more than was spent", async () => {
  const one = limit(1, 60_000);
  await spend(database(), [one], now);
  await refund(database(), [one]);
  await refund(database(), [one]);
  expect(await spend(database(), [one], now)).toEqual({ ok: true });
  expect((await spend(database(), [one], now)).ok).toBe(false);
});

test("R38: without its counters nothing is admitted: the answer is 503 and says when to try again", async () => {
  await env.DB.prepare("alter table rate_counters rename to rate_counters_away").run();
  try {
    const refused: unknown = await spend(database(), [limit(1, 1)], now).catch((answer) => answer);
    expect(refused).toBeInstanceOf(Response);
    if (!(refused instanceof Response)) return;
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("5");
  } finally {
    await env.DB.prepare("alter table rate_counters_away rename to rate_counters").run();
  }
});

test("R38: everybody whose network is unknown may do together a hundred times what one network may", () => {
  const most = (network: string) => limits.send("code", network, "subject").map((one) => one.most);
  expect(most("203.0.113.7")).toEqual([1, 5, 10, 20]);
  expect(most("local")).toEqual([1, 5, 10, 2000]);
});

test("codes are tried by session, by address, and by network", () => {
  const most = (network: string) =>
    limits.check("session", network, "subject").map(({ key, most: count }) => `${key} ${count}`);
  expect(most("203.0.113.7")).toEqual([
    "check-hour:session 10",
    "check-day:session 30",
    "check-address-hour:subject 10",
    "check-address-day:subject 30",
    "check-share-hour:203.0.113.7:subject 7",
    "check-share-day:203.0.113.7:subject 20",
    "check-network:203.0.113.7 60",
  ]);
  // Where everybody comes from one network it has no share.
  expect(most("local").filter((one) => one.includes("share"))).toEqual([]);
});
