/** How long errors are kept: as long as /privacy says, to the millisecond. */
import { env } from "cloudflare:workers";
import { inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { errorsKept_days } from "#app/monitoring/error-kinds.ts";
import { day_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { errorGroups, errorLogs } from "#drizzle/control/schema.ts";
import { runCron } from "#workers/cron.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { keptError } from "./arrange.ts";

test("cron deletes errors and their groups at the age that the privacy policy names", async () => {
  const policy = await pageText(await (await anonymous().get("/privacy")).text());
  const days = Number(/\berrors\b[^.]{0,120}?(\d+) days/i.exec(policy)?.[1]);
  expect(days).toBe(errorsKept_days);
  const { organizationId } = await memberOf();
  const now = Date.now();
  const ages = [days * day_ms + 1000, days * day_ms - 60_000];
  const rows = ages.map((age) => ({
    id: newId(now - age),
    organization_id: organizationId,
    error_message: "old",
    severity: "error" as const,
    created_at: now - age,
  }));
  await controlPlane().insert(errorLogs).values(rows);
  const groups: string[] = [];
  for (const state of ["open", "resolved", "muted"] as const)
    for (const age of ages) groups.push(await keptError(organizationId, { state, last_seen_at: now - age }));
  await runCron(env, now);
  const db = controlPlane();
  const keptRows = await db
    .select()
    .from(errorLogs)
    .where(
      inArray(
        errorLogs.id,
        rows.map(({ id }) => id),
      ),
    );
  expect(keptRows.map(({ id }) => id)).toEqual([rows[1]?.id]);
  const keptGroups = await db.select().from(errorGroups).where(inArray(errorGroups.id, groups));
  expect(keptGroups.map(({ id }) => id).sort()).toEqual(groups.filter((_, at) => at % 2 === 1).sort());
});
