/** What the lists of errors read, as their own `Server-Timing` counts it: no more with thousands of rows than with a page of them. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { costOf } from "../calls/arrange.ts";
import { memberOf, type Person } from "../support/people.ts";
import { manyErrors } from "./many-errors.ts";

let owner: Person;
let admin: Person;
/** The session and the memberships behind a page: read for every page. */
const everyPage = 10;
const shown = 25;

beforeAll(async () => {
  owner = await memberOf();
  admin = await memberOf({ isPlatformAdmin: true });
  await manyErrors(env.DB, { groups: 3000, rows: 6000, organizationId: owner.organizationId });
}, 120_000);

const lists = ["", "?source=browser", "?source=cron", "?state=muted", "?state=resolved&source=queue"];

test.each(lists)("/error-logs%s reads at most twice the rows that it shows", async (search) => {
  const html = await (await owner.get(`/error-logs${search}`)).text();
  expect(html.match(/href="\/error-logs\/[0-9a-f]{32}"/g)?.length).toBe(shown);
  const older = /href="(\/error-logs)?(\?[^"]*cursor=older[^"]*)"/.exec(html)?.[2]?.replaceAll("&amp;", "&");
  expect(older).toBeDefined();
  for (const path of [`/error-logs${search}`, `/error-logs${older}`]) {
    const { rows, d1 } = costOf(await owner.get(path));
    expect(rows, path).toBeLessThanOrEqual(2 * shown + everyPage);
    expect(d1, path).toBeLessThanOrEqual(2);
  }
});

test.each(lists)("/admin/error-logs%s too, with the names of the organizations", async (search) => {
  const { rows, d1 } = costOf(await admin.get(`/admin/error-logs${search}`));
  expect(rows).toBeLessThanOrEqual(2 * shown + everyPage);
  expect(d1).toBeLessThanOrEqual(2);
});

test("an error with thousands of occurrences reads a page of them", async () => {
  const html = await (await owner.get("/error-logs?state=muted")).text();
  const path = /href="(\/error-logs\/[0-9a-f]{32})"/.exec(html)?.[1] ?? "";
  const { rows, d1 } = costOf(await owner.get(path));
  expect(rows).toBeLessThanOrEqual(2 * shown + everyPage);
  expect(d1).toBeLessThanOrEqual(2);
});
