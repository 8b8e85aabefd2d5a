/** Cron that strikes twice, or late: afterwards the whole database is as after the first strike (B62). */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { strike } from "#workers/cron.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { at } from "../support/clock.ts";
import { mailsTo } from "../support/inbox.ts";
import { anonymous, controlPlane, memberOf, newAddress } from "../support/people.ts";

const minute = 60_000;

/** Every row of every table of the control plane, but for how far cron has looked, which a late strike may set back. */
async function everything(): Promise<Record<string, unknown[]>> {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf_%'",
  ).all<{ name: string }>();
  const tables = await Promise.all(
    results
      .filter(({ name }) => name !== "cron_cursors")
      .map(async ({ name }) => {
        const rows = await env.DB.prepare(`select * from "${name}"`).all();
        return [name, rows.results.map((row) => JSON.stringify(row)).toSorted()] as const;
      }),
  );
  return Object.fromEntries(tables);
}

/** The rows that only one of the two has, by table. */
function differing(before: Record<string, unknown[]>, after: Record<string, unknown[]>) {
  const only = (some: unknown[] = [], others: unknown[] = []) => some.filter((row) => !others.includes(row));
  return Object.fromEntries(
    Object.keys(after)
      .map(
        (table) =>
          [table, [...only(before[table], after[table]), ...only(after[table], before[table])]] as const,
      )
      .filter(([, rows]) => rows.length > 0),
  );
}

test("B62: a second strike, and one that was due 15 minutes ago, change nothing", async () => {
  await anonymous().fetch("/sandbox/faults", { method: "DELETE" });
  const now = Date.now();
  const [member, gone] = [await memberOf(), await memberOf()];
  await ended(member, finishedCall({}));
  const to = newAddress();
  const { row } = await promiseMail(env, { to, subject: "Waits", html: "<p>x</p>", text: "x" }, now - minute);
  const db = controlPlane();
  await db.insert(control.mailOutbox).values(row);
  await db.insert(control.rateCounters).values({ key: "old", window_start: 0, count: 1 });
  await db
    .insert(control.auditEvents)
    .values({ id: newId(1), action: "x", actor_id: gone.userId, created_at: 1 });
  await db.run(`update organizations set archived_at = 1, purge_at = 2 where id = '${gone.organizationId}'`);

  const before = await everything();
  // The clock stands still, because a strike in the next five minutes has a probe of its own to count.
  await at(now, () => strike(env, now));
  const once = await everything();
  expect(once).not.toEqual(before);
  expect(await mailsTo(to)).toHaveLength(1);
  expect(once.uptime_days).toHaveLength(5);

  await at(now, () => strike(env, now));
  expect(differing(once, await everything())).toEqual({});
  await at(now, () => strike(env, now - 15 * minute));
  expect(differing(once, await everything())).toEqual({});
  await at(now, () => Promise.all([strike(env, now), strike(env, now)]));
  expect(differing(once, await everything())).toEqual({});
  expect(await mailsTo(to)).toHaveLength(1);
});
