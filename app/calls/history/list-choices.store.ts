/** What members chose of the list of calls: saved views and columns. */
import { and, asc, eq, or } from "drizzle-orm";
import { z } from "zod";
import { tagNames } from "#app/calls/remarks/remarks.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callColumns, callViews } from "#drizzle/organization/schema.ts";
import type { ListChoices } from "./list-choices.schema.ts";
import { type ListColumn, listColumns, mostViews, usualColumns } from "./list-terms.schema.ts";

const keptColumns = z.array(z.enum(listColumns)).catch([...usualColumns]);
/** How many views of colleagues a list offers. */
const mostShown = 100;

/** The member's own views and those that colleagues share, their columns, and every tag. */
export function of(db: OrganizationDatabase, user_id: string): ListChoices {
  const views = db
    .select()
    .from(callViews)
    .where(or(eq(callViews.user_id, user_id), eq(callViews.is_shared, true)))
    .orderBy(asc(callViews.name), asc(callViews.id))
    .limit(mostShown)
    .all();
  const kept = db.select().from(callColumns).where(eq(callColumns.user_id, user_id)).get();
  return {
    views: views.map(({ id, name, query, is_shared, user_id: by }) => ({
      ...{ id, name, query, is_shared },
      isOwn: by === user_id,
    })),
    columns: kept ? keptColumns.parse(kept.columns) : usualColumns,
    tags: tagNames(db),
  };
}

type View = { id: string; user_id: string; name: string; query: string; is_shared: boolean };

/** Saves a view; the same name again takes the place of the member's own one. @returns false: there are too many */
export function saveView(db: OrganizationDatabase, view: View, now: number): boolean {
  const own = db.select().from(callViews).where(eq(callViews.user_id, view.user_id)).all();
  const same = own.find(({ id, name }) => id === view.id || name === view.name);
  if (same) {
    const { name, query, is_shared } = view;
    db.update(callViews).set({ name, query, is_shared }).where(eq(callViews.id, same.id)).run();
    return true;
  }
  if (own.length >= mostViews) return false;
  db.insert(callViews)
    .values({ ...view, created_at: now })
    .onConflictDoNothing()
    .run();
  return true;
}

/** Deletes a member's own view, or any shared one for those who may. */
export function deleteView(
  db: OrganizationDatabase,
  id: string,
  user_id: string,
  mayDeleteShared: boolean,
): boolean {
  const isTheirs = mayDeleteShared
    ? or(eq(callViews.user_id, user_id), eq(callViews.is_shared, true))
    : eq(callViews.user_id, user_id);
  const gone = db
    .delete(callViews)
    .where(and(eq(callViews.id, id), isTheirs))
    .returning({ id: callViews.id })
    .all();
  return gone.length > 0;
}

export function saveColumns(db: OrganizationDatabase, user_id: string, columns: readonly ListColumn[]): null {
  db.insert(callColumns)
    .values({ user_id, columns: [...columns] })
    .onConflictDoUpdate({ target: callColumns.user_id, set: { columns: [...columns] } })
    .run();
  return null;
}
