/** The control plane's table of web vitals: how fast pages are in people's browsers, as counts and without people. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How many values each bucket holds (`app/monitoring/vital-buckets.ts`), by its number. */
type Counts = Record<string, number>;
const counts = (name: string) => text(name, { mode: "json" }).$type<Counts>();

/** One row for each day (since 1970, UTC), page, kind of device and version of our code. */
export const webVitalDays = sqliteTable(
  "web_vital_days",
  {
    day: integer("day").notNull(),
    /** The pattern of the page's address. */
    route: text("route").notNull(),
    device: text("device", { enum: ["phone", "tablet", "desktop"] }).notNull(),
    release: text("release").notNull(),
    LCP: counts("lcp"),
    INP: counts("inp"),
    CLS: counts("cls"),
    FCP: counts("fcp"),
    TTFB: counts("ttfb"),
    FID: counts("fid"),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.route, t.device, t.release] }),
    /** Whether a release is known. */
    index("web_vital_days_release").on(t.release),
  ],
);
