/**
 * /error-logs with a million errors in a hundred thousand groups: rows read for every list, on the first page and on one
 * further back, as the page's own `Server-Timing` tells. Prints what it measures and judges nothing.
 */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { costOf } from "../calls/arrange.ts";
import { manyErrors } from "../error-logs/many-errors.ts";
import { memberOf, type Person } from "../support/people.ts";

let owner: Person;
let admin: Person;

beforeAll(async () => {
  owner = await memberOf();
  admin = await memberOf({ isPlatformAdmin: true });
  await manyErrors(env.DB, { groups: 100_000, rows: 1_000_000, organizationId: owner.organizationId });
}, 1_800_000);

const searches = ["", "?state=muted", "?source=browser", "?state=resolved&source=queue"];

test("rows read", { timeout: 600_000 }, async () => {
  const back = Date.now() - 60_000_000;
  const measured: string[] = [];
  for (const [who, at] of [[owner, "/error-logs"] as const, [admin, "/admin/error-logs"] as const])
    for (const search of searches)
      for (const cursor of ["", `cursor=older.${back}.${"0".repeat(32)}`]) {
        const path = `${at}${search}${cursor && `${search ? "&" : "?"}${cursor}`}`;
        const answer = await who.get(path);
        expect(answer.status, path).toBe(200);
        const shown = (await answer.text()).match(/error-logs\/[0-9a-f]{32}"/g)?.length ?? 0;
        measured.push(`${path.slice(0, 70)}: ${costOf(answer).rows} rows read, ${shown} shown`);
      }
  const html = await (await owner.get("/error-logs?state=muted")).text();
  const one = /href="(\/error-logs\/[0-9a-f]{32})"/.exec(html)?.[1] ?? "";
  measured.push(`the group with half a million: ${costOf(await owner.get(one)).rows} rows read`);
  console.log(`\n${measured.join("\n")}`);
});
