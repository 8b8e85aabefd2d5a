/** Workflows that a schedule starts: when each is due next, by the object's timers. */
import { and, eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { keepSetting, setting } from "#app/object/settings.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import type { Json } from "#app/platform/json.ts";
import { addDays, instantOf, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { workflows } from "#drizzle/organization/schema.ts";
import type { Graph } from "./graph.schema.ts";
import { hearOne } from "./runs.store.ts";
import { graphOf } from "./workflows.store.ts";

export const scheduleTimer = "workflow_schedule";
/** The setting that has the organization's time zone. */
const zoneName = "workflow_zone";

const daysOf: Readonly<Record<string, readonly number[]>> = {
  weekdays: [1, 2, 3, 4, 5],
  mondays: [1],
  fridays: [5],
};

/** When a schedule is due next, after an instant; null: it never is. */
function nextDue({ trigger }: Graph, ownZone: Json | undefined, after: number): number | null {
  if (trigger.kind !== "schedule") return null;
  const { time = "", days = "", zone = "" } = trigger.settings;
  const clock = /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : "09:00";
  const where = typeof ownZone === "string" ? ownZone : zone || "UTC";
  const today = localDate(after, where);
  for (let n = 0; n <= 8; n += 1) {
    const date = addDays(today, n);
    const due = instantOf(date, clock, where);
    if (due > after && (daysOf[days]?.includes(weekdayOf(date)) ?? true)) return due;
  }
  return null;
}

/** Sets the timer of a workflow anew, or takes it away. */
export function plan(db: OrganizationDatabase, id: string, now: number): void {
  const row = db.select().from(workflows).where(eq(workflows.id, id)).get();
  const graph = row?.status === "active" ? graphOf(db, id, row.version) : null;
  const due = graph ? nextDue(graph, setting(db, zoneName), now) : null;
  db.update(workflows).set({ next_at: due }).where(eq(workflows.id, id)).run();
  if (due === null) clearTimer(db, scheduleTimer, id);
  else setTimer(db, scheduleTimer, id, due);
}

/** The organization's clocks show another zone from now on. Until then schedules go by the one in which they were saved. */
export function inZone(db: OrganizationDatabase, zone: string, now: number): void {
  if (setting(db, zoneName) === zone) return;
  keepSetting(db, zoneName, zone);
  const scheduled = db
    .select({ id: workflows.id })
    .from(workflows)
    .where(and(eq(workflows.status, "active"), eq(workflows.trigger, "schedule")))
    .all();
  for (const { id } of scheduled) plan(db, id, now);
}

/** A workflow's time has come. */
export function scheduleDue(db: OrganizationDatabase, id: string, now: number): void {
  const row = db
    .select({ next_at: workflows.next_at })
    .from(workflows)
    .where(and(eq(workflows.id, id), eq(workflows.status, "active")))
    .get();
  const at = row?.next_at ?? null;
  if (at !== null && at <= now)
    hearOne(db, id, { event_id: `schedule:${at}`, kind: "schedule", payload: { at }, at, now }, "schedule");
  plan(db, id, now);
}
