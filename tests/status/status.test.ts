/** /status: what visitors and programs are told, also while the database or the cache is down. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import * as control from "#drizzle/control/schema.ts";
import { withBrokenDatabase } from "../support/broken-database.ts";
import { answerWith } from "../support/built-app.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf, origin } from "../support/people.ts";
import {
  day,
  forgetEverything,
  minute,
  noCache,
  noDatabase,
  outsideFails,
  posted,
  probedAt,
} from "./arrange.ts";

beforeEach(forgetEverything);

/** An isolate that remembers nothing: the answer is made for these bindings. */
const fresh = (path: string, bindings: object = {}) =>
  answerWith(bindings, new Request(`${origin}${path}`, { headers: { accept: "text/html" } }));
const text = async (path = "/status", bindings: object = {}) =>
  pageText(await (await fresh(path, bindings)).text());

const json = z.object({
  status: z.string(),
  complete: z.boolean(),
  services: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      checked_at: z.string().nullable(),
      uptime: z.number().nullable(),
      days: z.array(z.object({ date: z.string(), checks: z.number(), failures: z.number() })),
    }),
  ),
  incidents: z.array(
    z.object({ title: z.string(), resolved_at: z.string().nullable(), updates: z.array(z.unknown()) }),
  ),
});
const asked = async (bindings: object = {}) =>
  json.parse(await (await fresh("/status.json", bindings)).json());

test("before the first probe nothing is claimed", async () => {
  const { services, complete } = await asked();
  expect(complete).toBe(true);
  expect(services.map(({ id, status, uptime }) => [id, status, uptime])).toEqual([
    ["database", "up", null],
    ["cache", "up", null],
    ["calls", "unknown", null],
    ["mail", "unknown", null],
  ]);
  const page = await text();
  expect(page).toContain("No checks yet");
  expect(page).not.toContain("100%");
});

test("after a probe everything works, and the page says since when", async () => {
  await probedAt(Date.now());
  const page = await text();
  expect(page).toContain("All services are operational");
  for (const name of ["Database", "Cache", "Calls", "Billing", "Email"]) expect(page).toContain(name);
  expect(page).toMatch(/100% since \w{3} \d+/);
  const { status, services } = await asked();
  expect(status).toBe("up");
  expect(services.map(({ id, status: is, uptime }) => [id, is, uptime])).toEqual(
    ["database", "cache", "calls", "billing", "mail"].map((id) => [id, "up", 1]),
  );
});

test("a service that failed is down, its day is told, and it is one of ninety bars", async () => {
  const now = Date.now();
  const today = Math.floor(now / day);
  await controlPlane()
    .insert(control.uptimeDays)
    .values({ component: "calls", day: today - 9, probes: 288, failures: 3, last_slot: 0, last_level: "up" });
  await outsideFails("api.twilio.com", 2);
  await probedAt(now);
  const html = await (await fresh("/status")).text();
  const page = await pageText(html);
  expect(page).toContain("Some services are down");
  expect(page).toContain("3 of 288 checks failed");
  expect(page).toContain("1 of 1 checks failed");
  const { services } = await asked();
  const calls = services.find(({ id }) => id === "calls");
  expect([calls?.status, calls?.days.length]).toEqual(["down", 2]);
  expect(calls?.uptime).toBeCloseTo(285 / 289);
  const [bars = ""] = /<svg[^>]*aria-label="Last 90 days: 98\.61%[\s\S]*?<\/svg>/.exec(html) ?? [];
  expect(bars.match(/<rect/g)).toHaveLength(90);
  expect(bars.match(/no checks/g)).toHaveLength(88);
});

test("what cron found too long ago is unknown, not up", async () => {
  await probedAt(Date.now() - 30 * minute);
  const { services } = await asked();
  expect(services.map(({ id, status }) => [id, status])).toEqual([
    ["database", "up"],
    ["cache", "up"],
    ["calls", "unknown"],
    ["billing", "unknown"],
    ["mail", "unknown"],
  ]);
});

test("while the database is down the page stands, with its record, and says so", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  await posted(admin, { title: "Slow pages" });
  await probedAt(Date.now());
  const answer = await fresh("/status", noDatabase);
  expect(answer.status).toBe(200);
  const page = await pageText(await answer.text());
  expect(page).toContain("Some services are down");
  expect(page).toMatch(/100% since/);
  expect(page).toContain("Slow pages");
  const { services, complete } = await asked(noDatabase);
  expect([complete, services[0]]).toMatchObject([true, { id: "database", status: "down" }]);
});

test("a signed-in visitor sees it too while the database breaks off", async () => {
  const member = await memberOf();
  await probedAt(Date.now());
  for (const path of ["/status", "/status.json"])
    expect((await withBrokenDatabase("", path, member.cookie)).status, path).toBe(200);
});

test("while the cache is down the record comes from the database", async () => {
  await probedAt(Date.now());
  const { services, complete } = await asked(noCache);
  expect([complete, services.map(({ id, status }) => [id, status])]).toEqual([
    true,
    [
      ["database", "up"],
      ["cache", "down"],
      ["calls", "up"],
      ["billing", "up"],
      ["mail", "up"],
    ],
  ]);
});

test("while both are down the page stands and claims nothing", async () => {
  const bindings = { ...noCache, ...noDatabase };
  const { status, complete, services } = await asked(bindings);
  expect([status, complete, services.map((one) => one.uptime)]).toEqual([
    "down",
    false,
    [null, null, null, null],
  ]);
  expect(await text("/status", bindings)).toContain("The record can't be read at the moment.");
});

test("cron's word about a database that is down reaches the page through the cache", async () => {
  await probedAt(Date.now());
  await probedAt(Date.now() + 5 * minute, noDatabase);
  const kept = z
    .object({
      services: z.array(z.object({ id: z.string(), level: z.string(), days: z.array(z.unknown()) })),
    })
    .parse(await env.HOSTS.get("status:shown", "json"));
  expect(kept.services.find(({ id }) => id === "database")).toMatchObject({ level: "down", days: [{}] });
});

test("the answer for programs is the same for everyone, and may be kept for half a minute", async () => {
  await probedAt(Date.now());
  const member = await memberOf();
  const answer = await fresh("/status.json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=30");
  expect(answer.headers.get("set-cookie")).toBeNull();
  const strip = (one: unknown) => JSON.stringify(one).replaceAll(/"checked_at":"[^"]+"/g, "");
  expect(strip(json.parse(await (await member.get("/status.json")).json()))).toBe(strip(await asked()));
});

test("a second visitor in the same half minute costs the database and the cache nothing", async () => {
  await probedAt(Date.now());
  const browser = anonymous();
  await browser.get("/status");
  await controlPlane().delete(control.uptimeDays);
  await env.HOSTS.delete("status:shown");
  expect(await pageText(await (await browser.get("/status")).text())).toContain(
    "All services are operational",
  );
});
