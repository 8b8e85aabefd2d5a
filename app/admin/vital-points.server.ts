/** Reads web vitals from Analytics Engine, where a deployment binds a dataset instead of counting in D1 (docs/operating.md, "Web vitals"). */
import { z } from "zod";
import { type Device, devices, type VitalName, vitalNames } from "#app/monitoring/vitals.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";

const patience_ms = 10 * second_ms;
/** The most rows of one answer. */
export const mostPoints = 10_000;

/** Numbers of the SQL API come as numbers or as text. */
const answer = z.object({
  data: z.array(
    z.object({
      route: z.string(),
      device: z.string(),
      release: z.string(),
      name: z.string(),
      bucket: z.coerce.number(),
      n: z.coerce.number(),
    }),
  ),
});

export type PointCount = {
  route: string;
  device: Device;
  release: string;
  name: VitalName;
  bucket: number;
  n: number;
};

/** Everything in it is of our own: only the number of days changes. */
const sqlOf = (days: number): string =>
  `SELECT blob1 AS route, blob2 AS device, blob3 AS release, blob4 AS name, double2 AS bucket, SUM(_sample_interval) AS n
FROM vitals WHERE timestamp > NOW() - INTERVAL '${days}' DAY
GROUP BY route, device, release, name, bucket ORDER BY n DESC LIMIT ${mostPoints}`;

/** How often each bucket was measured in these days; null: it cannot be read now, or the deployment has no access to it. */
export async function pointCounts(settings: Settings, days: number): Promise<PointCount[] | null> {
  const { VITALS_ACCOUNT_ID: account, VITALS_TOKEN: token } = settings;
  if (account === undefined || token === undefined) return null;
  try {
    const response = await outbound(
      `https://api.cloudflare.com/client/v4/accounts/${account}/analytics_engine/sql`,
      { method: "POST", headers: { authorization: `Bearer ${token}` }, body: sqlOf(days) },
      patience_ms,
    );
    if (!response.ok) throw new Error(`status ${response.status}`);
    return answer.parse(await response.json()).data.flatMap((row) => {
      const name = vitalNames.find((one) => one === row.name);
      const device = devices.find((one) => one === row.device);
      return name && device ? [{ ...row, name, device }] : [];
    });
  } catch (error) {
    log("warn", "vitals_unread", { message: String(error) });
    return null;
  }
}
