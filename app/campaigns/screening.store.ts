/** The uploaded screening lists, and the built-in source of the port that reads them. */
import { and, eq, sql } from "drizzle-orm";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { campaigns, screenedNumbers, screeningLists } from "#drizzle/organization/schema.ts";
import {
  registerOld,
  type Screened,
  type ScreenedRow,
  type Screening,
  type ScreeningKind,
  type ScreeningList,
} from "./screening.schema.ts";

export const list = (db: OrganizationDatabase): ScreeningList[] =>
  db.all<ScreeningList>(sql`select * from screening_lists order by name`);

type NewList = { id: string; name: string; kind: ScreeningKind; created_by_name: string; now: number };

/** Adds numbers (E.164) to a list before it is one: those that it has stay once. */
export function fill(db: OrganizationDatabase, list_id: string, rows: readonly ScreenedRow[]): void {
  db.run(sql`insert into screened_numbers (phone_number, list_id, line_type)
    select value ->> 'phone_number', ${list_id}, value ->> 'line_type' from json_each(${JSON.stringify(rows)}) where true
    on conflict do update set line_type = coalesce(excluded.line_type, line_type)`);
}

/** Forgets the numbers of an upload that broke off. */
export const discard = (db: OrganizationDatabase, list_id: string): void =>
  void db.delete(screenedNumbers).where(eq(screenedNumbers.list_id, list_id)).run();

/** Makes a list of the numbers that were filled in: from then on they are screened. @returns how many they are */
export function create(db: OrganizationDatabase, { now, ...row }: NewList): number {
  // Uploads of earlier days that broke off: a step in the index for each list.
  const lost = db.all<{ id: string }>(sql`
    with recursive found(id) as (
      select min(list_id) from screened_numbers
      union all
      select (select min(s.list_id) from screened_numbers as s where s.list_id > found.id) from found where found.id is not null)
    select id from found where id < ${firstIdAt(now - day_ms)} and id not in (select id from screening_lists)`);
  for (const { id } of lost) discard(db, id);
  const numbers =
    db.get<{ n: number }>(sql`select count(*) as n from screened_numbers where list_id = ${row.id}`)?.n ?? 0;
  db.insert(screeningLists)
    .values({ ...row, numbers, created_at: now, updated_at: now })
    .run();
  goOn(db, now);
  return numbers;
}

/** @returns its name; null: there is no such list */
export function remove(db: OrganizationDatabase, id: string, now: number): string | null {
  const gone = db.delete(screeningLists).where(eq(screeningLists.id, id)).returning().get();
  if (!gone) return null;
  discard(db, id);
  goOn(db, now);
  return gone.name;
}

/** Campaigns that wait for a newer copy of the register look again. */
function goOn(db: OrganizationDatabase, now: number): void {
  db.update(campaigns)
    .set({ held_until: null, why: null })
    .where(and(eq(campaigns.status, "running"), eq(campaigns.why, registerOld)))
    .run();
  setTimer(db, dialTimer, "", now);
}

/** The lists as they are now, for the numbers of one look around. */
export function uploadedLists(db: OrganizationDatabase): Screening {
  const all = list(db);
  const lists = all.map(({ name, kind, updated_at }) => ({ name, kind, updated_at }));
  const byId = new Map(all.map((one) => [one.id, one]));
  const registers = all.filter(({ kind }) => kind === "national").map(({ updated_at }) => updated_at);
  return {
    registerSince: registers.length === 0 ? null : Math.min(...registers),
    look(phone_number): Screened {
      if (all.length === 0) return { barredBy: null, line_type: null, lists };
      const found = db
        .select()
        .from(screenedNumbers)
        .where(eq(screenedNumbers.phone_number, phone_number))
        .all()
        .filter(({ list_id }) => byId.has(list_id));
      const barring = found
        .map(({ list_id }) => byId.get(list_id))
        .find((one) => one !== undefined && one.kind !== "line_types");
      const line_type = found.find((one) => one.line_type !== null)?.line_type ?? null;
      const barredBy = barring
        ? { id: barring.id, name: barring.name, kind: barring.kind, updated_at: barring.updated_at }
        : null;
      return { barredBy, line_type, lists };
    },
  };
}
