/** What /status shows, as one value in KV: it is read there without the database, and read anew from D1 where KV has none. */
import { desc, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, day_s } from "#app/platform/durations.ts";
import { readKv, writeKv } from "#app/platform/kv.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { within } from "#app/platform/within.ts";
import { incidents, incidentUpdates, uptimeDays } from "#drizzle/control/schema.ts";
import { type Incident, impacts, updateStates } from "./incidents.ts";
import type { Found } from "./probes.server.ts";
import { probeLevels, type ServiceId, serviceIds } from "./services.ts";
import { dayOf, shownDays, slot_ms } from "./uptime.ts";

const snapshotKey = "status:shown";
/** While neither cron nor an admin writes it, for as long as its bars say something. */
const snapshotKept_s = 30 * day_s;
const mostIncidents = 50;

const serviceId = z.enum(serviceIds);
const snapshotShape = z.object({
  services: z.array(
    z.object({
      id: serviceId,
      /** The last probe's answer and time (ms UTC); null: there was none. */
      level: z.enum(probeLevels).nullable(),
      checked_at: z.number().nullable(),
      days: z.array(z.object({ day: z.number(), probes: z.number(), failures: z.number() })),
    }),
  ),
  incidents: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      impact: z.enum(impacts),
      components: z.array(serviceId),
      started_at: z.number(),
      resolved_at: z.number().nullable(),
      updates: z.array(
        z.object({ id: z.string(), state: z.enum(updateStates), body: z.string(), created_at: z.number() }),
      ),
    }),
  ),
});
export type Snapshot = z.infer<typeof snapshotShape>;

/** The services that every deployment has: they are shown before their first probe too. */
const always: readonly ServiceId[] = ["database", "cache", "calls", "mail"];

/** The incidents that are not over, and those of the last ninety days; the newest first. */
export async function recentIncidents(db: Database, now: number): Promise<Incident[]> {
  const rows = await platform(db)
    .select()
    .from(incidents)
    .where(or(isNull(incidents.resolved_at), gte(incidents.started_at, now - shownDays * day_ms)))
    .orderBy(desc(incidents.started_at), desc(incidents.id))
    .limit(mostIncidents);
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const updates = await platform(db)
    .select()
    .from(incidentUpdates)
    .where(inArray(incidentUpdates.incident_id, sql`(select value from json_each(${ids}))`))
    .orderBy(desc(incidentUpdates.created_at), desc(incidentUpdates.id));
  return snapshotShape.shape.incidents.parse(
    rows.map((row) => ({ ...row, updates: updates.filter(({ incident_id }) => incident_id === row.id) })),
  );
}

/** Reads everything from D1. */
async function snapshotFromD1(env: Env, now: number): Promise<Snapshot> {
  const db = new Database(env.DB, new Timing());
  const days = await platform(db)
    .select()
    .from(uptimeDays)
    .where(gte(uptimeDays.day, dayOf(now) - shownDays + 1))
    .orderBy(uptimeDays.component, uptimeDays.day);
  const services = serviceIds.flatMap((id) => {
    const own = days.filter(({ component }) => component === id);
    const last = own.at(-1);
    if (!last && !always.includes(id)) return [];
    return [
      {
        id,
        level: last ? z.enum(probeLevels).parse(last.last_level) : null,
        checked_at: last ? last.last_slot * slot_ms : null,
        days: own.map(({ day, probes, failures }) => ({ day, probes, failures })),
      },
    ];
  });
  return { services, incidents: await recentIncidents(db, now) };
}

async function snapshotFromKv(env: Env): Promise<Snapshot | null> {
  const read = snapshotShape.safeParse(await readKv(env.HOSTS, snapshotKey, new Timing()));
  return read.success ? read.data : null;
}

/** The snapshot with the answers of one run in place of older ones: for a run that D1 did not answer. */
const withFound = (known: Snapshot | null, found: readonly Found[], now: number): Snapshot => ({
  incidents: known?.incidents ?? [],
  services: found.map(({ id, level }) => ({
    id,
    level,
    checked_at: now,
    days: known?.services.find((one) => one.id === id)?.days ?? [],
  })),
});

/**
 * Writes what /status shows to KV. Never throws: a page that finds nothing there asks D1.
 * @param now ms UTC
 * @param found what cron just found, shown where D1 cannot say it
 */
export async function publishStatus(env: Env, now: number, found: readonly Found[] = []): Promise<void> {
  try {
    const read = await snapshotFromD1(env, now).catch(async (error: unknown) => {
      log("error", "status_not_read", { message: innermostMessage(error) });
      return found.length === 0 ? null : withFound(await snapshotFromKv(env), found, now);
    });
    if (read !== null) await writeKv(env.HOSTS, snapshotKey, read, snapshotKept_s);
  } catch (error) {
    log("error", "status_not_published", { message: innermostMessage(error) });
  }
}

/**
 * What /status shows; null: neither KV nor D1 says it in time.
 * @param patience_ms how long to wait for each
 */
export async function readSnapshot(env: Env, now: number, patience_ms: number): Promise<Snapshot | null> {
  const late = () => new Error("no answer in time");
  const kept = await within(patience_ms, snapshotFromKv(env), late).catch(() => null);
  if (kept !== null) return kept;
  return within(patience_ms, snapshotFromD1(env, now), late).catch((error: unknown) => {
    log("error", "status_not_read", { message: innermostMessage(error) });
    return null;
  });
}
