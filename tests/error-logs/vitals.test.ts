/** Web vitals: browsers' reports become counts by page, device and release, and a page with what three quarters stay below. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addBuckets, bucketOf, p75Of } from "#app/monitoring/vital-buckets.ts";
import { isCritical, ratingOf, vitalNames } from "#app/monitoring/vitals.ts";
import * as control from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { deployedWith } from "../support/deployed.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, type Client, controlPlane, memberOf } from "../support/people.ts";

const rows = () => controlPlane().select().from(control.webVitalDays);
/** Of the build under test: it stands in the script at the start of its documents. */
let release = "";
beforeAll(async () => {
  release = /release:"([^"]+)"/.exec(await (await anonymous().get("/auth")).text())?.[1] ?? "";
});
beforeEach(() => controlPlane().delete(control.webVitalDays));

type Vital = { name: string; value: number };

const report = (vitals: Vital[], more: object = {}) =>
  JSON.stringify({ path: "/dashboard", device: "desktop", release, vitals, ...more });

const sends = (body: string, who: Client = anonymous()) =>
  who.fetch("/reports/vitals", {
    method: "POST",
    headers: { origin: "https://app.test", "sec-fetch-site": "same-origin" },
    body,
  });

test.each([
  ["LCP", 2500, 4000, 4000],
  ["FID", 100, 300, 300],
  ["CLS", 0.1, 0.25, 0.25],
  ["FCP", 1800, 3000, 3000],
  ["TTFB", 800, 1800, 1500],
  ["INP", 200, 500, 500],
] as const)("%s is good up to %s, poor above %s, and a warning above %s", (name, good, poor, critical) => {
  const more = (limit: number) => limit * 1.001;
  expect([good, more(good), poor, more(poor)].map((value) => ratingOf(name, value))).toEqual([
    "good",
    "fair",
    "fair",
    "poor",
  ]);
  expect([critical, more(critical)].map((value) => isCritical(name, value))).toEqual([false, true]);
});

test("the percentile from buckets is the one of the values, within 2.5 %", () => {
  for (const name of vitalNames) {
    const scale = name === "CLS" ? 0.001 : 1;
    const values = Array.from({ length: 400 }, (_, at) => (20 + ((at * 7919) % 6000)) * scale);
    const sum = new Map<number, number>();
    for (const value of values) addBuckets(sum, { [bucketOf(name, value)]: 1 });
    const exact = values.toSorted((a, b) => a - b)[299] ?? 0;
    const found = p75Of(name, sum) ?? 0;
    expect(Math.abs(found - exact) / exact, name).toBeLessThan(0.05);
  }
  expect(p75Of("LCP", new Map())).toBeNull();
});

test("reports of one day are one row for each page, device and release, without the address and the person", async () => {
  const member = await memberOf();
  const path = "/agents/0192f000-aaaa-7000-8000-000000000001";
  expect((await sends(report([{ name: "LCP", value: 1200 }], { path }), member)).status).toBe(204);
  const both = [
    { name: "LCP", value: 1200 },
    { name: "CLS", value: 0.02 },
  ];
  await Promise.all([1, 2, 3].map(() => sends(report(both, { path }))));
  await sends(report(both, { path, device: "phone" }));
  const found = (await rows()).toSorted((one, other) => one.device.localeCompare(other.device));
  const lcp = String(bucketOf("LCP", 1200));
  expect(found).toMatchObject([
    { route: "/agents/:agentId", device: "desktop", release, LCP: { [lcp]: 4 } },
    { route: "/agents/:agentId", device: "phone", release, LCP: { [lcp]: 1 } },
  ]);
  expect(found[0]?.CLS).toEqual({ [bucketOf("CLS", 0.02)]: 3 });
  expect(found[0]?.FID ?? {}).toEqual({});
  expect(JSON.stringify(found)).not.toContain("0192f000");
});

test.each([
  ["no JSON", "{"],
  ["an unknown metric", report([{ name: "SPEED", value: 1 }])],
  ["a negative value", report([{ name: "LCP", value: -1 }])],
  ["no values", report([])],
  ["more than a hundred values", report(Array.from({ length: 101 }, () => ({ name: "INP", value: 1 })))],
  ["an unknown device", report([{ name: "LCP", value: 1 }], { device: "toaster" })],
  ["a page that does not exist", report([{ name: "LCP", value: 1 }], { path: "/no/such/page" })],
])("a report of %s is refused, and nothing is kept", async (_, body) => {
  expect((await sends(body)).status).toBe(400);
  expect(await rows()).toEqual([]);
});

test("a release that nobody deployed is not kept, one of an earlier deployment is", async () => {
  const vital = [{ name: "TTFB", value: 300 }];
  expect((await sends(report(vital, { release: "made-up" }))).status).toBe(204);
  expect(await rows()).toEqual([]);
  const day = Math.floor(Date.now() / 86_400_000);
  await controlPlane()
    .insert(control.webVitalDays)
    .values({ day: day - 3, route: "/auth", device: "phone", release: "earlier" });
  await sends(report(vital, { release: "earlier" }));
  expect((await rows()).map((row) => [row.route, row.release])).toEqual(
    expect.arrayContaining([["/dashboard", "earlier"]]),
  );
});

test("a report from a page of another site is refused", async () => {
  const answer = await anonymous().fetch("/reports/vitals", {
    method: "POST",
    headers: { origin: "https://evil.test", "sec-fetch-site": "cross-site" },
    body: report([{ name: "LCP", value: 1 }]),
  });
  expect(answer.status).toBe(403);
});

test("the admins' page shows what three quarters stay below, by page, device and release", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const empty = await pageText(await (await admin.get("/admin/web-vitals")).text());
  expect(empty).toContain("No visits reported in this period.");
  for (const value of [100, 200, 300, 5000]) await sends(report([{ name: "LCP", value }]));
  await sends(report([{ name: "LCP", value: 9000 }], { path: "/auth", device: "phone" }));
  const page = async (query: string) => pageText(await (await admin.get(`/admin/web-vitals${query}`)).text());
  const shown = (value: number) => {
    const sum = new Map([[bucketOf("LCP", value), 1]]);
    return `${Math.round(p75Of("LCP", sum) ?? 0).toLocaleString("en-US")} ms`;
  };
  const all = await page("");
  for (const words of ["/dashboard", "/auth", "phone", "desktop", release, "current"])
    expect(all).toContain(words);
  expect(all).toContain(`${shown(300)} good`);
  expect(all).toContain(`${shown(9000)} poor`);
  expect(await page("?device=desktop")).not.toContain(shown(9000));
  expect(await page("?route=/auth")).not.toContain(shown(300));
  expect(await page("?device=toaster&days=x")).toContain(shown(9000));
});

test("cron forgets what is older than 90 days", async () => {
  const now = Date.now();
  const day = Math.floor(now / 86_400_000);
  const row = { route: "/auth", device: "phone", release } as const;
  await controlPlane()
    .insert(control.webVitalDays)
    .values([
      { ...row, day: day - 90 },
      { ...row, day: day - 91 },
    ]);
  await runCron(env, now);
  expect((await rows()).map((one) => one.day)).toEqual([day - 90]);
});

describe("where Analytics Engine is bound", () => {
  beforeEach(() => anonymous().fetch("/sandbox/analytics", { method: "DELETE" }));

  /** A deployment whose data points reach Cloudflare, as the sandbox plays it. */
  const bound = () => {
    const points: object[] = [];
    return {
      points,
      bindings: { VITALS: { writeDataPoint: (point: object) => void points.push(point) } },
      arrive: () =>
        anonymous().fetch("/sandbox/analytics", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(points),
        }),
    };
  };

  test("values are data points there and no rows in D1, and the page reads them", async () => {
    const { points, bindings, arrive } = bound();
    const door = deployedWith(bindings);
    const admin = await memberOf({ isPlatformAdmin: true, door });
    const visitor = anonymous({ door });
    for (const value of [100, 200, 300, 5000]) await sends(report([{ name: "INP", value }]), visitor);
    await sends(report([{ name: "LCP", value: 900 }], { path: "/auth", device: "phone" }), visitor);
    expect(points).toHaveLength(5);
    expect(points[0]).toEqual({
      indexes: ["/dashboard"],
      blobs: ["/dashboard", "desktop", release, "INP"],
      doubles: [100, bucketOf("INP", 100)],
    });
    expect(await rows()).toEqual([]);
    expect((await arrive()).status).toBe(204);
    const page = async (query = "") => pageText(await (await admin.get(`/admin/web-vitals${query}`)).text());
    const p75 = Math.round(p75Of("INP", new Map([[bucketOf("INP", 300), 1]])) ?? 0);
    const all = await page();
    for (const words of ["/dashboard", "/auth", "phone", `${p75} ms fair`]) expect(all).toContain(words);
    expect(await page("?device=phone")).not.toContain(`${p75} ms`);
    expect(await page("?route=/auth")).not.toContain(`${p75} ms`);
  });

  test("the page says when they cannot be read", async () => {
    const door = deployedWith({ ...bound().bindings, VITALS_TOKEN: "another-token" });
    const admin = await memberOf({ isPlatformAdmin: true, door });
    const page = await pageText(await (await admin.get("/admin/web-vitals")).text());
    expect(page).toContain("which couldn't be read");
  });
});
