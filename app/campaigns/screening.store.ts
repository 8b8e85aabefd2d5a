/** The uploaded screening lists, and the built-in source of the port that reads them. */
import { asc, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { screenedNumbers, screeningLists } from "#drizzle/organization/schema.ts";
import type { Screened, Screening, ScreeningKind, ScreeningList } from "./screening.schema.ts";

export const list = (db: OrganizationDatabase): ScreeningList[] =>
  db.select().from(screeningLists).orderBy(asc(screeningLists.name)).all();

type NewList = { id: string; name: string; kind: ScreeningKind; created_by_name: string; now: number };

export function create(db: OrganizationDatabase, { now, ...row }: NewList): void {
  db.insert(screeningLists)
    .values({ ...row, created_at: now, updated_at: now })
    .run();
}

export type ScreenedRow = { phone_number: string; line_type: string | null };

/** Adds numbers (E.164) to a list. Those that it has stay once. @returns how many it has then; null: there is no such list */
export function add(
  db: OrganizationDatabase,
  list_id: string,
  rows: readonly ScreenedRow[],
  now: number,
): number | null {
  if (!db.select({ id: screeningLists.id }).from(screeningLists).where(eq(screeningLists.id, list_id)).get())
    return null;
  db.run(sql`insert into screened_numbers (phone_number, list_id, line_type)
    select value ->> 'phone_number', ${list_id}, value ->> 'line_type' from json_each(${JSON.stringify(rows)}) where true
    on conflict do update set line_type = excluded.line_type`);
  const numbers =
    db.get<{ n: number }>(sql`select count(*) as n from screened_numbers where list_id = ${list_id}`)?.n ?? 0;
  db.update(screeningLists).set({ numbers, updated_at: now }).where(eq(screeningLists.id, list_id)).run();
  return numbers;
}

/** @returns its name; null: there is no such list */
export function remove(db: OrganizationDatabase, id: string): string | null {
  const gone = db.delete(screeningLists).where(eq(screeningLists.id, id)).returning().get();
  if (!gone) return null;
  db.delete(screenedNumbers).where(eq(screenedNumbers.list_id, id)).run();
  return gone.name;
}

/** The lists as they are now, for the numbers of one look around. */
export function uploadedLists(db: OrganizationDatabase): Screening {
  const all = list(db);
  const lists = all.map(({ name, kind, updated_at }) => ({ name, kind, updated_at }));
  const byId = new Map(all.map((one) => [one.id, one]));
  return {
    look(phone_number): Screened {
      if (all.length === 0) return { barredBy: null, line_type: null, lists };
      const found = db
        .select()
        .from(screenedNumbers)
        .where(eq(screenedNumbers.phone_number, phone_number))
        .all();
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
