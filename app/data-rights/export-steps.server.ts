/** Makes an export step by step: each step reads for about two seconds, and what it made is saved before the next begins. */
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { dataExports, organizations } from "#drizzle/control/schema.ts";
import { callsSource } from "./call-export-source.server.ts";
import {
  cursorShape,
  type ExportCursor,
  nameOf,
  type Reading,
  type Source,
  sourcesOf,
} from "./export-cursor.server.ts";
import { abandonFile, beginFile, dropRest, endFile, exportKey, growFile } from "./export-file.server.ts";
import { manifestOf } from "./export-manifest.ts";
import { finishExport } from "./export-ready.server.ts";
import {
  addText,
  beginEntry,
  emptyArchive,
  endArchive,
  endEntry,
  joined,
  longestEntry,
} from "./zip.server.ts";

/** A step reads at most for so long, and so many pages: it shares its Worker with the facts of the same queue. */
const longestStep_ms = 2 * second_ms;
const pagesInStep = 60;
/** A step that was begun and not saved is tried again after this time. */
const lease_ms = 2 * minute_ms;
/** A step that fails so often ends the export. */
const mostFailures = 8;

type Row = typeof dataExports.$inferSelect;

/** Takes the next step of an export for this runner; null: another runner has it, or nothing is left to do. */
async function claim(db: Database, id: string, now: number): Promise<Row | null> {
  const [row] = await platform(db)
    .update(dataExports)
    .set({ step: sql`${dataExports.step} + 1`, due_at: now + lease_ms })
    .where(and(eq(dataExports.id, id), eq(dataExports.state, "running"), lte(dataExports.due_at, now)))
    .returning();
  return row ?? null;
}

/** Saves what a step made, unless another runner has begun the step meanwhile. */
async function save(db: Database, row: Row, values: Partial<Row>): Promise<boolean> {
  const saved = await tenant(db, row.organization_id)
    .update(dataExports)
    .set(values)
    .where(
      and(
        eq(dataExports.organization_id, row.organization_id),
        eq(dataExports.id, row.id),
        eq(dataExports.step, row.step),
        eq(dataExports.state, "running"),
      ),
    )
    .returning({ id: dataExports.id });
  return saved.length > 0;
}

/**
 * Does one step of an export.
 * @param now ms UTC
 * @returns after how many milliseconds another step follows; null: none does, or another runner sees to it
 */
export async function stepExport(env: Env, id: string, now: number): Promise<number | null> {
  const db = new Database(env.DB, new Timing());
  const row = await claim(db, id, now);
  if (row === null) return null;
  try {
    return (await perform(env, db, row, now)) ? 0 : null;
  } catch (error) {
    return fail(env, db, row, error, now);
  }
}

async function fail(env: Env, db: Database, row: Row, error: unknown, now: number): Promise<number | null> {
  const failures = row.failures + 1;
  const isOver = failures >= mostFailures;
  const last_error = innermostMessage(error).slice(0, 200);
  const wait = Math.min(lease_ms, second_ms * 2 ** failures);
  await save(db, row, {
    failures,
    last_error,
    ...(isOver ? { state: "failed", due_at: null, cursor: null } : { due_at: now + wait }),
  });
  const { success, data } = cursorShape.safeParse(row.cursor);
  if (isOver && success) await abandonFile(env, exportKey(row.organization_id, row.id), data.file);
  await recordError(env, {
    error,
    url: "/data/export",
    route: "data/export",
    request_id: row.id,
    severity: isOver ? "critical" : "error",
    organization_id: row.organization_id,
  });
  return isOver ? null : wait;
}

async function perform(env: Env, db: Database, row: Row, now: number): Promise<boolean> {
  const { organization_id } = row;
  const place = await tenant(db, organization_id)
    .select({
      id: organizations.id,
      region: organizations.region,
      name: organizations.name,
      time_zone: organizations.time_zone,
    })
    .from(organizations)
    .where(and(eq(organizations.id, organization_id), isNull(organizations.archived_at)))
    .get();
  if (!place) {
    await save(db, row, { state: "failed", due_at: null, cursor: null, last_error: "deleted" });
    return false;
  }
  const store = storeOf(organizationObject(place, env));
  const reading: Reading = { db, store, organizationId: organization_id };
  const isOfCalls = row.content !== "everything";
  const sources = isOfCalls ? [callsSource(reading, row, place.time_zone)] : await sourcesOf(reading);
  const key = exportKey(organization_id, row.id);
  const isNew = row.cursor === null;
  const cursor = isNew ? await begin(env, key, sources, now) : cursorShape.parse(row.cursor);
  const made = await read(sources, cursor);
  // How many calls filters find is known when all are read.
  const counted = isNew && !isOfCalls ? { rows_expected: await store.exports.count() } : {};
  const rows_done = (isNew ? 0 : row.rows_done) + made.counted;
  if (!made.isLast) {
    const file = await growFile(env, key, cursor.file, made.bytes, row.step);
    const isSaved = await save(db, row, {
      cursor: { ...made.cursor, file },
      ...counted,
      rows_done,
      failures: 0,
      due_at: now,
    });
    if (isSaved && cursor.file.rest !== file.rest) await dropRest(env, cursor.file);
    return isSaved;
  }
  // The file exists when an earlier try of this step completed it and could not say so.
  if ((await env.FILES.head(key)) === null) await endFile(env, key, cursor.file, made.bytes);
  await finishExport(env, db, row, { bytes: made.cursor.archive.size, rows_done, ...counted }, Date.now());
  return false;
}

async function begin(env: Env, key: string, [first]: readonly Source[], now: number): Promise<ExportCursor> {
  await env.FILES.delete(key);
  const file = await beginFile(env, key);
  return {
    source: first?.name ?? "",
    after: null,
    files: 0,
    rows: {},
    began_at: now,
    archive: emptyArchive,
    file,
  };
}

type Made = { cursor: ExportCursor; bytes: Uint8Array; counted: number; isLast: boolean };

/** Reads pages until the step is long enough, or everything is read. */
async function read(sources: readonly Source[], from: ExportCursor): Promise<Made> {
  const began = Date.now();
  const cursor = { ...from, rows: { ...from.rows } };
  const parts: Uint8Array[] = [];
  let counted = 0;
  const take = (written: { archive: ExportCursor["archive"]; bytes: Uint8Array }) => {
    cursor.archive = written.archive;
    parts.push(written.bytes);
  };
  for (let pages = 0; pages < pagesInStep && Date.now() - began < longestStep_ms; pages++) {
    const at = sources.findIndex(({ name }) => name === cursor.source);
    const source = sources[at];
    if (!source) throw new Error(`no such source: ${cursor.source}`);
    if (cursor.archive.open === null) {
      cursor.files++;
      const name = nameOf(source, cursor.files);
      cursor.rows[name] = 0;
      take(beginEntry(cursor.archive, name, cursor.began_at));
      if (source.heading !== "") take(addText(cursor.archive, source.heading));
    }
    const name = nameOf(source, cursor.files);
    const { lines, rows, next } = await source.read(cursor.after);
    if (lines !== "") take(addText(cursor.archive, lines));
    cursor.rows[name] = (cursor.rows[name] ?? 0) + rows;
    if (source.counts) counted += rows;
    cursor.after = next;
    if (next === null || (cursor.archive.open?.raw ?? 0) >= longestEntry) take(endEntry(cursor.archive));
    if (next !== null) continue;
    const following = sources[at + 1];
    if (!following) return { ...finished(cursor, parts), counted };
    cursor.source = following.name;
    cursor.files = 0;
  }
  return { cursor, bytes: joined(parts), counted, isLast: false };
}

/** Adds what the archive says about itself, and its directory. */
function finished(cursor: ExportCursor, parts: Uint8Array[]): Omit<Made, "counted"> {
  const begun = beginEntry(cursor.archive, "manifest.json", cursor.began_at);
  const told = addText(begun.archive, manifestOf(cursor.rows, cursor.began_at, Date.now()));
  const ended = endEntry(told.archive);
  const directory = endArchive(ended.archive);
  const bytes = joined([...parts, begun.bytes, told.bytes, ended.bytes, directory.bytes]);
  return { cursor: { ...cursor, archive: directory.archive }, bytes, isLast: true };
}
