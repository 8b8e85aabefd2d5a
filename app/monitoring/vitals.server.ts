/** Keeps what browsers measured: as data points where Analytics Engine is bound, else as counts by day in D1, without people. */
import { eq, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { release } from "#app/platform/release.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { webVitalDays } from "#drizzle/control/schema.ts";
import { bucketOf } from "./vital-buckets.ts";
import { type Device, devices, isCritical, mostVitals, type VitalName, vitalNames } from "./vitals.ts";

/** What a browser sends; everything in it is a claim. */
export const vitalsReport = z.object({
  path: z.string().startsWith("/").max(1000),
  device: z.enum(devices),
  release: z.string().regex(/^[\w.-]{1,40}$/),
  vitals: z
    .array(z.object({ name: z.enum(vitalNames), value: z.number().min(0).max(600_000) }))
    .min(1)
    .max(mostVitals),
});

export type Measured = {
  /** The pattern of the page's address. */
  readonly route: string;
  readonly device: Device;
  readonly release: string;
  readonly vitals: readonly { readonly name: VitalName; readonly value: number }[];
};

/** /admin/web-vitals shows at most so many days. */
export const vitalsKept_days = 90;

export const vitalsDay = (now: number): number => Math.floor(now / day_ms);

type Points = { writeDataPoint(point: { indexes: string[]; blobs: string[]; doubles: number[] }): void };
const isPoints = (binding: unknown): binding is Points =>
  typeof binding === "object" && binding !== null && "writeDataPoint" in binding;

/** The dataset of Analytics Engine, which a deployment may bind (docs/operating.md, "Web vitals"); null: it has none. */
export function pointsOf(env: Env): Points | null {
  const binding: unknown = Reflect.get(env, "VITALS");
  return isPoints(binding) ? binding : null;
}

/** The counts that these values add, by metric. */
function countsOf(vitals: Measured["vitals"]) {
  const counts: Partial<Record<VitalName, Record<string, number>>> = {};
  for (const { name, value } of vitals) {
    const bucket = bucketOf(name, value);
    const of = counts[name] ?? {};
    of[bucket] = (of[bucket] ?? 0) + 1;
    counts[name] = of;
  }
  return counts;
}

/** The counts of a row and those that are added to it, in SQL, so that two writers at once lose nothing. */
const summed = (name: VitalName) => {
  const column = sql.raw(name.toLowerCase());
  return sql`(select json_group_object(key, n) from (
    select key, sum(value) as n from (
      select key, value from json_each(coalesce(web_vital_days.${column}, '{}'))
      union all select key, value from json_each(coalesce(excluded.${column}, '{}'))) group by key))`;
};

/** Adds values to the day's row. A tab may be older than the deployment, but no browser invents a release. */
async function count(env: Env, { route, device, release: of, vitals }: Measured, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  if (of !== release) {
    const known = await db
      .select({ day: webVitalDays.day })
      .from(webVitalDays)
      .where(eq(webVitalDays.release, of))
      .limit(1);
    if (known.length === 0) return;
  }
  const counts = countsOf(vitals);
  const names = vitalNames.filter((name) => counts[name] !== undefined);
  await db
    .insert(webVitalDays)
    .values({ day: vitalsDay(now), route, device, release: of, ...counts })
    .onConflictDoUpdate({
      target: [webVitalDays.day, webVitalDays.route, webVitalDays.device, webVitalDays.release],
      set: Object.fromEntries(names.map((name) => [name, summed(name)])),
    });
}

/**
 * Keeps a report, and logs its critical values.
 * @param now ms UTC
 */
export async function recordVitals(env: Env, measured: Measured, now: number): Promise<void> {
  const { route, device, release: of, vitals } = measured;
  const bad = vitals.filter(({ name, value }) => isCritical(name, value));
  if (bad.length > 0)
    log("warn", "web_vitals", { route, device, ...Object.fromEntries(bad.map((v) => [v.name, v.value])) });
  const points = pointsOf(env);
  if (points === null) return count(env, measured, now);
  for (const { name, value } of vitals)
    points.writeDataPoint({
      indexes: [route],
      blobs: [route, device, of, name],
      doubles: [value, bucketOf(name, value)],
    });
}

/** Deletes what is too old to be shown. For cron. @param now ms UTC */
export async function forgetVitals(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  await db.delete(webVitalDays).where(lt(webVitalDays.day, vitalsDay(now) - vitalsKept_days));
}
