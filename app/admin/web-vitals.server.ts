/** What /admin/web-vitals shows: the value that three quarters of visits do not exceed, by page, device and version. */
import { and, eq, gte, sql } from "drizzle-orm";
import { addBuckets, type Buckets, countOf, p75Of } from "#app/monitoring/vital-buckets.ts";
import { pointsOf, vitalsDay } from "#app/monitoring/vitals.server.ts";
import { ratingOf, type VitalName, vitalWords } from "#app/monitoring/vitals.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { type Settings, settings } from "#app/platform/env.server.ts";
import { release as ownRelease } from "#app/platform/release.ts";
import { webVitalDays } from "#drizzle/control/schema.ts";
import { mostPoints, pointCounts } from "./vital-points.server.ts";
import type { VitalCell, VitalRow, VitalsQuery } from "./web-vitals-query.ts";

/** A page has a row for each day, device and release: more than this is cut, and the page says so. */
const mostRows = 5000;

/** One row of D1, or one count of Analytics Engine. */
type Row = { route: string; device: string; release: string } & { [Name in VitalName]?: Buckets | null };

function cellOf(name: VitalName, rows: readonly Row[]): VitalCell & { count: number } {
  const sum = new Map<number, number>();
  for (const row of rows) addBuckets(sum, row[name] ?? {});
  const p75 = p75Of(name, sum);
  const shown = p75 === null ? null : vitalWords(name, p75);
  return { shown, rating: p75 === null ? null : ratingOf(name, p75), count: countOf(sum) };
}

/** `visits`: how often the metric that was measured most was measured. */
function rowOf(name: string, rows: readonly Row[]): VitalRow {
  const cells = {
    LCP: cellOf("LCP", rows),
    INP: cellOf("INP", rows),
    CLS: cellOf("CLS", rows),
    FCP: cellOf("FCP", rows),
    TTFB: cellOf("TTFB", rows),
    FID: cellOf("FID", rows),
  };
  return { name, cells, visits: Math.max(...Object.values(cells).map(({ count }) => count)) };
}

/** Rows with the same words, those with most visits first. */
function groupedBy(rows: readonly Row[], wordsOf: (row: Row) => string): VitalRow[] {
  const groups = Map.groupBy(rows, wordsOf);
  return [...groups]
    .map(([name, of]) => rowOf(name, of))
    .toSorted((one, other) => other.visits - one.visits || one.name.localeCompare(other.name));
}

type Read = { rows: Row[]; isCut: boolean };

async function fromDatabase(context: Context, query: VitalsQuery, now: number): Promise<Read> {
  const t = webVitalDays;
  const rows = await platform(context.get(database))
    .select()
    .from(t)
    .where(
      and(
        gte(t.day, vitalsDay(now) - query.days + 1),
        query.device === null ? undefined : eq(t.device, query.device),
        query.release === null ? undefined : eq(t.release, query.release),
        query.route === null ? undefined : eq(t.route, query.route),
      ),
    )
    .orderBy(sql`${t.day} desc`)
    .limit(mostRows);
  return { rows, isCut: rows.length === mostRows };
}

/** Null: they cannot be read. */
async function fromPoints(settings: Settings, query: VitalsQuery): Promise<Read | null> {
  const counts = await pointCounts(settings, query.days);
  if (counts === null) return null;
  const rows = counts
    .filter(({ device }) => query.device === null || device === query.device)
    .filter(({ release }) => query.release === null || release === query.release)
    .filter(({ route }) => query.route === null || route === query.route)
    .map(({ route, device, release, name, bucket, n }) => ({
      route,
      device,
      release,
      [name]: { [bucket]: n },
    }));
  return { rows, isCut: counts.length === mostPoints };
}

/** @param now ms UTC */
export async function vitalsPage(context: Context, query: VitalsQuery, now: number) {
  const { env } = context.get(cloudflare);
  const known = settings(env);
  const read =
    pointsOf(env) === null ? await fromDatabase(context, query, now) : await fromPoints(known, query);
  const rows = read?.rows ?? [];
  return {
    all: rowOf("All pages", rows),
    routes: groupedBy(rows, ({ route }) => route),
    devices: groupedBy(rows, ({ device }) => device),
    releases: groupedBy(rows, ({ release }) => release),
    ownRelease,
    share: known.VITALS_SHARE,
    isCut: read?.isCut ?? false,
    /** They lie in Analytics Engine, and it did not answer or may not be read. */
    isUnread: read === null,
  };
}
