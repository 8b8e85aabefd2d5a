/** Exports of an organization: begun by a member or by the platform, listed, downloaded, and deleted when they are old. */
import { and, asc, desc, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, dataExports } from "#drizzle/control/schema.ts";
import { cursorShape } from "./export-cursor.server.ts";
import { abandonFile, exportKey, forgetFiles } from "./export-file.server.ts";
import { stepExport } from "./export-steps.server.ts";

type Deps = { readonly db: Database; readonly env: Env };

/** A second press within this time means the first. */
const doublePress_ms = 10 * second_ms;
/** How many exports a page lists. */
const listed = 5;
/** How many waiting exports one run of cron hands to the queue, and how many old files it deletes. */
const oneRun = 20;

/** Asks the queue for the next step. Cron asks again for what the queue loses. */
async function askForStep(env: Env, row: { id: string; organization_id: string }, now: number, wait_ms = 0) {
  const body = {
    id: `data_export:${row.id}:${now}`,
    kind: "data_export",
    payload: { export_id: row.id },
    organization_id: row.organization_id,
    created_at: now,
    outbox: "control",
  };
  await env.OUTBOX.send(body, { delaySeconds: Math.ceil(wait_ms / second_ms) }).catch((error: unknown) =>
    log("warn", "export_step_not_sent", { export_id: row.id, message: String(error) }),
  );
}

/** What an export holds. `query`: of calls, the end of the list's address. */
type ExportContent = { content: "everything" | "calls_csv" | "calls_json"; query: string | null };
const everything: ExportContent = { content: "everything", query: null };

export type StartedExport = { ok: true; id: string } | { ok: false; reason: "running"; id: string };

/**
 * Begins an export of an organization, unless one is running or was begun just now.
 * @param by the member who asks, who gets the mail; null: a platform admin. Then the owners get it, and the admin never
 * sees the file: it holds what callers said
 * @param audit the row of who asked for it, of the action `data.export_started`
 */
export async function startExport(
  by: string | null,
  organizationId: string,
  { db, env }: Deps,
  audit: AuditRow,
  of: ExportContent = everything,
): Promise<StartedExport> {
  const now = Date.now();
  const id = newId(now);
  const own = tenant(db, organizationId);
  // An export of calls does not wait for one of everything.
  const isAlike = sql`(content = 'everything') = ${of.content === "everything" ? 1 : 0}`;
  const isRunning = sql`select 1 from data_exports where organization_id = ${organizationId} and ${isAlike} and (state = 'running' or created_at > ${now - doublePress_ms})`;
  const [inserted] = await own.batch([
    own
      .insert(dataExports)
      .select(
        sql`select ${id}, ${organizationId}, ${by}, 'running', 0, ${now}, 0, null, null, 0, null, null, ${now}, null, null, ${of.content}, ${of.query} where not exists (${isRunning})`,
      )
      .returning({ id: dataExports.id }),
    // Stands right behind the export: without one, nothing was started.
    own
      .insert(auditEvents)
      .select(
        sql`select ${audit.id}, ${audit.actor_id ?? null}, ${organizationId}, ${audit.action}, ${audit.target ?? null}, ${audit.ip_prefix}, ${audit.user_agent_hash}, ${audit.request_id}, null, ${audit.created_at} where changes() > 0`,
      ),
  ]);
  if (inserted.length === 0) {
    const running = await own
      .select({ id: dataExports.id })
      .from(dataExports)
      .where(and(eq(dataExports.organization_id, organizationId), isAlike))
      .orderBy(desc(dataExports.created_at))
      .limit(1)
      .get();
    return { ok: false, reason: "running", id: running?.id ?? "" };
  }
  await askForStep(env, { id, organization_id: organizationId }, now);
  return { ok: true, id };
}

/**
 * Does steps that follow each other, and asks the queue for the next.
 * @param most the queue shares its time with facts, so it does one step for each message
 */
export async function continueExport(env: Env, organization_id: string, id: string, most = 1): Promise<void> {
  let wait: number | null = 0;
  for (let step = 0; wait === 0 && step < most; step++) wait = await stepExport(env, id, Date.now());
  if (wait !== null) await askForStep(env, { id, organization_id }, Date.now(), wait);
}

/** The newest exports of an organization: those of everything, or those of calls. */
export const exportsOf = (db: Database, organizationId: string, what: "everything" | "calls") =>
  tenant(db, organizationId)
    .select({
      id: dataExports.id,
      state: dataExports.state,
      rows_done: dataExports.rows_done,
      rows_expected: dataExports.rows_expected,
      bytes: dataExports.bytes,
      created_at: dataExports.created_at,
      ready_at: dataExports.ready_at,
      expires_at: dataExports.expires_at,
      content: dataExports.content,
    })
    .from(dataExports)
    .where(
      and(
        eq(dataExports.organization_id, organizationId),
        what === "calls" ? ne(dataExports.content, "everything") : eq(dataExports.content, "everything"),
      ),
    )
    .orderBy(desc(dataExports.created_at))
    .limit(listed);

/** The file of an export; null: there is none, or not any more. `now`: ms UTC */
export async function exportFile(
  { db, env }: Deps,
  organizationId: string,
  id: string,
  now: number,
  what: "calls" | "export",
): Promise<{ body: ReadableStream; size: number; created_at: number } | null> {
  const row = await tenant(db, organizationId)
    .select({
      state: dataExports.state,
      expires_at: dataExports.expires_at,
      created_at: dataExports.created_at,
      content: dataExports.content,
    })
    .from(dataExports)
    .where(and(eq(dataExports.organization_id, organizationId), eq(dataExports.id, id)))
    .get();
  // Each is behind its own section, which a brand may hide.
  if (row && (row.content === "everything") !== (what === "export")) return null;
  if (row?.state !== "ready" || (row.expires_at ?? 0) <= now) return null;
  const file = await env.FILES.get(exportKey(organizationId, id));
  return file && { body: file.body, size: file.size, created_at: row.created_at };
}

/** Hands exports whose step is due to the queue, and deletes files that are old. For cron. `now`: ms UTC */
export async function tendExports(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const { id, organization_id, state } = dataExports;
  const due = await db
    .select({ id, organization_id, state })
    .from(dataExports)
    .where(lte(dataExports.due_at, now))
    .orderBy(asc(dataExports.due_at))
    .limit(oneRun);
  const old = due.filter((row) => row.state === "ready");
  for (const row of due) if (row.state === "running") await askForStep(env, row, now);
  if (old.length === 0) return;
  await env.FILES.delete(old.map((row) => exportKey(row.organization_id, row.id)));
  await db
    .update(dataExports)
    .set({ state: "expired", due_at: null })
    .where(
      inArray(
        id,
        old.map((row) => row.id),
      ),
    );
}

/**
 * Deletes every file of an organization's exports. One that is running begins anew, because what it has read may hold
 * what was erased meanwhile.
 */
export async function withdrawExports(
  { db, env }: Deps,
  organizationId: string,
  now: number,
): Promise<number> {
  const own = tenant(db, organizationId);
  const mine = eq(dataExports.organization_id, organizationId);
  const running = await own
    .select({ id: dataExports.id, cursor: dataExports.cursor })
    .from(dataExports)
    .where(and(mine, eq(dataExports.state, "running")));
  const [gone] = await own.batch([
    own
      .update(dataExports)
      .set({ state: "expired", expires_at: now, due_at: null })
      .where(and(mine, eq(dataExports.state, "ready")))
      .returning({ id: dataExports.id }),
    own
      .update(dataExports)
      .set({ step: sql`${dataExports.step} + 1`, cursor: null, rows_done: 0, due_at: now })
      .where(and(mine, eq(dataExports.state, "running"))),
  ]);
  for (const row of running) {
    const { success, data } = cursorShape.safeParse(row.cursor);
    if (success) await abandonFile(env, exportKey(organizationId, row.id), data.file);
  }
  await forgetFiles(env, organizationId);
  for (const { id } of running) await askForStep(env, { id, organization_id: organizationId }, now);
  return gone.length;
}

/** The audit row of an export that the platform begins by itself. */
export const exportNote = (organizationId: string, actor_id: string): AuditRow =>
  auditLine(noTrace, {
    action: "data.export_started",
    actor_id,
    organization_id: organizationId,
    target: organizationId,
  });
