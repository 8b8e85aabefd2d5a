/** Counts cron's probes, each five minutes once; what the database could not take waits in KV and is counted later. */
import { lt, sql } from "drizzle-orm";
import { z } from "zod";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_s } from "#app/platform/durations.ts";
import { readKv, writeKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { uptimeDays } from "#drizzle/control/schema.ts";
import { type Found, probeServices } from "./probes.server.ts";
import { probeLevels, serviceIds } from "./services.ts";
import { publishStatus } from "./snapshot.server.ts";
import { dayOf, dayOfSlot, shownDays, slotOf } from "./uptime.ts";

const uncountedKey = "status:uncounted";
/** Two days of an outage of the database. */
const mostUncounted = 576;
const uncountedKept_s = 30 * day_s;

const uncountedShape = z.array(
  z.object({
    slot: z.number().int(),
    found: z.array(z.object({ id: z.enum(serviceIds), level: z.enum(probeLevels) })),
  }),
);
type Counted = z.infer<typeof uncountedShape>[number];

async function uncounted(env: Env): Promise<Counted[]> {
  const read = uncountedShape.safeParse(await readKv(env.HOSTS, uncountedKey, new Timing()));
  return read.success ? read.data : [];
}

/** One statement, in the order of time: a slot that is not newer than the last one of its day changes nothing. */
async function count(env: Env, slots: readonly Counted[], now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const rows = slots
    .toSorted((a, b) => a.slot - b.slot)
    .flatMap(({ slot, found }) => found.map(({ id, level }) => ({ id, day: dayOfSlot(slot), slot, level })));
  await db.batch([
    db
      .insert(uptimeDays)
      .select(
        sql`select value ->> 'id', value ->> 'day', 1, value ->> 'level' = 'down', value ->> 'slot', value ->> 'level'
          from json_each(${JSON.stringify(rows)}) where true`,
      )
      .onConflictDoUpdate({
        target: [uptimeDays.component, uptimeDays.day],
        set: {
          probes: sql`${uptimeDays.probes} + 1`,
          failures: sql`${uptimeDays.failures} + excluded.failures`,
          last_slot: sql`excluded.last_slot`,
          last_level: sql`excluded.last_level`,
        },
        setWhere: sql`excluded.last_slot > ${uptimeDays.last_slot}`,
      }),
    db.delete(uptimeDays).where(lt(uptimeDays.day, dayOf(now) - shownDays)),
  ]);
}

/** Keeps what could not be counted; a slot that is kept already keeps its first result. */
async function keep(env: Env, slots: readonly Counted[]): Promise<void> {
  const once = [...new Map(slots.toReversed().map((one) => [one.slot, one])).values()].toReversed();
  await writeKv(env.HOSTS, uncountedKey, once.slice(-mostUncounted), uncountedKept_s);
}

/** Counts these results with those that wait. */
async function countAll(env: Env, found: Found[], now: number): Promise<void> {
  const waiting = await uncounted(env);
  const slots = [...waiting, { slot: slotOf(now), found }];
  try {
    await count(env, slots, now);
  } catch (error) {
    log("error", "uptime_not_counted", { message: innermostMessage(error) });
    return keep(env, slots);
  }
  if (waiting.length > 0) await env.HOSTS.delete(uncountedKey);
}

/**
 * Asks every service, counts the answers and publishes what /status shows. For cron; a second run in the same five
 * minutes, and one that comes late, counts nothing twice.
 * @param now ms UTC
 */
export async function watchServices(env: Env, now: number): Promise<void> {
  const found = await probeServices(env);
  // The cache's own outage must not stop the count, nor the publishing.
  await countAll(env, found, now).catch((error: unknown) =>
    log("error", "uptime_lost", { message: innermostMessage(error) }),
  );
  await publishStatus(env, now, found);
}
