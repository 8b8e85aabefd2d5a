/** How far cron came with its long tasks. */
import { eq } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { cronCursors } from "#drizzle/control/schema.ts";

export type Cursor = { cursor: string; updated_at: number };

/** Where a task stopped; null: it never ran. */
export const cursorOf = async (db: Database, name: string): Promise<Cursor | null> =>
  (await platform(db)
    .select({ cursor: cronCursors.cursor, updated_at: cronCursors.updated_at })
    .from(cronCursors)
    .where(eq(cronCursors.name, name))
    .get()) ?? null;

/** Keeps where a task stopped; an empty cursor: it begins anew. `now` in ms UTC. */
export const keepCursor = (db: Database, name: string, cursor: string, now: number) =>
  platform(db)
    .insert(cronCursors)
    .values({ name, cursor, updated_at: now })
    .onConflictDoUpdate({ target: cronCursors.name, set: { cursor, updated_at: now } });
