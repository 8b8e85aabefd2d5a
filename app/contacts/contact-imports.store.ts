/** Imports of contacts: begun with an upload, started with what was chosen, canceled, and undone. */
import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { contactImportErrors, contactImports } from "#drizzle/organization/schema.ts";
import { undoTimer } from "./contact-import-undo.store.ts";
import {
  type ImportFault,
  type ImportKind,
  type ImportOptions,
  type ImportShown,
  importOptions,
} from "./contact-imports.schema.ts";
import { forgetKeptOut } from "./erased-people.store.ts";

export { applyRows } from "./contact-import-rows.store.ts";
export { undoDue, undoTimer } from "./contact-import-undo.store.ts";

/** The timer of an upload that may be left. */
export const uploadTimer = "contact_upload";

type Row = typeof contactImports.$inferSelect;

const rowOf = (db: OrganizationDatabase, id: string): Row | null =>
  db.select().from(contactImports).where(eq(contactImports.id, id)).get() ?? null;

const options = importOptions.nullable().catch(null);

function shown(db: OrganizationDatabase, row: Row): ImportShown {
  const { sha256, sample, options: chosen, created_by: _, started_at: __, ...rest } = row;
  const same =
    sha256 === null
      ? undefined
      : db
          .select({ at: contactImports.created_at })
          .from(contactImports)
          .where(
            and(
              eq(contactImports.sha256, sha256),
              ne(contactImports.id, row.id),
              inArray(contactImports.state, ["running", "done"]),
            ),
          )
          .limit(1)
          .get();
  return {
    ...rest,
    sample: Array.isArray(sample)
      ? sample.map((cells) => (Array.isArray(cells) ? cells.map(String) : []))
      : [],
    options: options.parse(chosen),
    same_at: same?.at ?? null,
  };
}

export function find(db: OrganizationDatabase, id: string): ImportShown | null {
  const row = rowOf(db, id);
  return row ? shown(db, row) : null;
}

/** The newest imports. */
export const list = (db: OrganizationDatabase): ImportShown[] =>
  db
    .select()
    .from(contactImports)
    .orderBy(desc(contactImports.id))
    .limit(20)
    .all()
    .map((row) => shown(db, row));

export type Begun = {
  id: string;
  kind: ImportKind;
  file_name: string;
  bytes: number;
  by: { id: string; name: string };
  now: number;
};

/** Begins an upload. @returns ids of uploads that were left a day ago: their files can go */
export function begin(db: OrganizationDatabase, { id, kind, file_name, bytes, by, now }: Begun): string[] {
  const left = db
    .delete(contactImports)
    .where(
      and(
        inArray(contactImports.state, ["uploading", "mapping"]),
        lt(contactImports.created_at, now - day_ms),
      ),
    )
    .returning({ id: contactImports.id })
    .all();
  db.insert(contactImports)
    .values({
      id,
      kind,
      state: "uploading",
      file_name,
      bytes,
      created_by: by.id,
      created_by_name: by.name,
      created_at: now,
    })
    .run();
  setTimer(db, uploadTimer, id, now + day_ms);
  return left.map((row) => row.id);
}

/** The timer of an upload is due: one that was left is forgotten, and a task deletes its file. */
export function uploadDue(db: OrganizationDatabase, id: string, now: number): void {
  clearTimer(db, uploadTimer, id);
  if (cancelWaiting(db, id))
    enqueueTask(
      db,
      { id: `contacts_import:${id}:left`, kind: "contacts_import", payload: { import_id: id } },
      now,
    );
}

function cancelWaiting(db: OrganizationDatabase, id: string): boolean {
  const gone = db
    .delete(contactImports)
    .where(and(eq(contactImports.id, id), inArray(contactImports.state, ["uploading", "mapping"])))
    .returning({ id: contactImports.id })
    .all();
  if (gone.length > 0) forgetKeptOut(db);
  return gone.length > 0;
}

/** The file is there: what it is, and how it begins. @returns whether it was awaited */
export const uploaded = (
  db: OrganizationDatabase,
  id: string,
  file: { sha256: string; encoding: string; sample: string[][]; bytes: number },
): boolean =>
  db
    .update(contactImports)
    .set({ ...file, state: "mapping" })
    .where(and(eq(contactImports.id, id), eq(contactImports.state, "uploading")))
    .returning({ id: contactImports.id })
    .all().length > 0;

/** Starts to take the rows in. @returns whether it waited for that */
export function start(db: OrganizationDatabase, id: string, options: ImportOptions, now: number): boolean {
  const started = db
    .update(contactImports)
    .set({ options, state: "running", started_at: now, sample: [] })
    .where(and(eq(contactImports.id, id), eq(contactImports.state, "mapping")))
    .returning({ id: contactImports.id })
    .all();
  if (started.length === 0) return false;
  step(db, id, 0, now);
  return true;
}

/** Has the rows from one on taken in. */
function step(db: OrganizationDatabase, id: string, rows: number, now: number): void {
  enqueueTask(
    db,
    { id: `contacts_import:${id}:${rows}`, kind: "contacts_import", payload: { import_id: id } },
    now,
  );
}

/** The worker has done its share, and asks for the next. */
export function goOn(db: OrganizationDatabase, id: string, now: number): void {
  const row = rowOf(db, id);
  if (row?.state === "running") step(db, id, row.rows, now);
}

/** Ends an import: every row was read, or it cannot be. @param why null: it is done */
export function finish(db: OrganizationDatabase, id: string, why: ImportFault | null, now: number): boolean {
  const finished = db
    .update(contactImports)
    .set({
      state: why === null ? "done" : "failed",
      why,
      finished_at: now,
      sample: [],
      ...(why === null && { bytes_read: sql`${contactImports.bytes}` }),
    })
    .where(and(eq(contactImports.id, id), inArray(contactImports.state, ["running", "uploading", "mapping"])))
    .returning({ id: contactImports.id })
    .all();
  forgetKeptOut(db);
  return finished.length > 0;
}

/** Stops an import; what it took in stays until it is undone. One that never started is gone. @returns its state before, or null */
export function cancel(db: OrganizationDatabase, id: string, now: number): "waiting" | "running" | null {
  if (cancelWaiting(db, id)) return "waiting";
  if (rowOf(db, id)?.state !== "running") return null;
  db.update(contactImports)
    .set({ state: "canceled", finished_at: now })
    .where(eq(contactImports.id, id))
    .run();
  forgetKeptOut(db);
  return "running";
}

/** Takes back what an import did, in the background. @returns whether it can be */
export function undo(db: OrganizationDatabase, id: string, now: number): boolean {
  const undoing = db
    .update(contactImports)
    .set({ state: "undoing" })
    .where(
      and(
        eq(contactImports.id, id),
        eq(contactImports.kind, "contacts"),
        inArray(contactImports.state, ["done", "canceled", "failed"]),
      ),
    )
    .returning({ id: contactImports.id })
    .all();
  if (undoing.length === 0) return false;
  // What people ended since says something of them: it stays, as their own.
  db.run(sql`update consents set import_id = null where import_id = ${id} and revoked_at is not null`);
  setTimer(db, undoTimer, id, now);
  return true;
}

export type ImportError = { row: number; reason: string; cells: string[] };

/** Rows that were not taken, in their order. */
export const errors = (db: OrganizationDatabase, id: string, after: number, limit: number): ImportError[] =>
  db
    .select()
    .from(contactImportErrors)
    .where(and(eq(contactImportErrors.import_id, id), sql`${contactImportErrors.row} > ${after}`))
    .orderBy(contactImportErrors.row)
    .limit(limit)
    .all()
    .map(({ row, reason, cells }) => ({ row, reason, cells: Array.isArray(cells) ? cells.map(String) : [] }));
