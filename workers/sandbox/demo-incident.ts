/** The demo's past incident on /status. Uptime is never seeded: its bars hold real probes alone. */
import { drizzle } from "drizzle-orm/d1";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { incidents, incidentUpdates } from "#drizzle/control/schema.ts";

const incidentId = "01940000-0000-7000-8000-00000000c0a1";

const updates = [
  {
    id: "01940000-0000-7000-8000-00000000c0a2",
    after_minutes: 0,
    state: "investigating",
    body: "Sign-in codes and invitations arrive late. Calls are not affected.",
  },
  {
    id: "01940000-0000-7000-8000-00000000c0a3",
    after_minutes: 24,
    state: "identified",
    body: "Our email provider is slow. Messages wait in our outbox and none is lost.",
  },
  {
    id: "01940000-0000-7000-8000-00000000c0a4",
    after_minutes: 71,
    state: "resolved",
    body: "All waiting messages have been delivered.",
  },
];

/** @param now ms UTC */
export async function seedIncident(d1: D1Database, now: number): Promise<void> {
  const db = drizzle(d1);
  const started_at = now - 19 * day_ms;
  const at = (minutes: number) => started_at + minutes * minute_ms;
  await db.batch([
    db
      .insert(incidents)
      .values({
        id: incidentId,
        title: "Delayed email",
        impact: "degraded",
        components: ["mail"],
        started_at,
        resolved_at: at(71),
      })
      .onConflictDoNothing(),
    db
      .insert(incidentUpdates)
      .values(
        updates.map(({ after_minutes, ...update }) => ({
          ...update,
          incident_id: incidentId,
          created_at: at(after_minutes),
        })),
      )
      .onConflictDoNothing(),
  ]);
}
