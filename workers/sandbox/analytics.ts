/** Analytics Engine on one machine: data points that were written, and its SQL API for the one question that the product asks (developers.cloudflare.com/analytics/analytics-engine/sql-api). */
import { z } from "zod";
import { day_ms } from "#app/platform/durations.ts";

export const dataPoint = z.strictObject({
  indexes: z.array(z.string().max(96)).max(1),
  blobs: z.array(z.string()).max(20),
  doubles: z.array(z.number()).max(20),
  /** ms UTC; now when absent. */
  at: z.number().optional(),
});
export type DataPoint = z.infer<typeof dataPoint>;

const question =
  /^SELECT blob1 AS route, blob2 AS device, blob3 AS release, blob4 AS name, double2 AS bucket, SUM\(_sample_interval\) AS n\nFROM vitals WHERE timestamp > NOW\(\) - INTERVAL '(\d{1,2})' DAY\nGROUP BY route, device, release, name, bucket ORDER BY n DESC LIMIT (\d{1,5})$/;

/** The answer to a query; 422 for another one than the product's. */
export function analytics(query: string, points: readonly DataPoint[], now: number): Response {
  const [, days, limit] = question.exec(query) ?? [];
  if (days === undefined) return new Response("Unable to parse SQL", { status: 422 });
  const groups = Map.groupBy(
    points.filter(({ at = now }) => at > now - Number(days) * day_ms),
    ({ blobs, doubles }) => JSON.stringify([...blobs.slice(0, 4), doubles[1]]),
  );
  const data = [...groups.values()].map((of) => {
    const [route, device, release, name] = of[0]?.blobs ?? [];
    // The real API writes a UInt64 as text.
    return { route, device, release, name, bucket: of[0]?.doubles[1], n: String(of.length) };
  });
  const rows = data.toSorted((one, other) => Number(other.n) - Number(one.n)).slice(0, Number(limit));
  return Response.json({ meta: [], data: rows, rows: rows.length });
}
