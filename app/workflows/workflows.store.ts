/** Workflows as they are written: the list, one with its newest version, saved as a further version, turned on and off. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt, newId } from "#app/platform/id.ts";
import { workflows, workflowVersions } from "#drizzle/organization/schema.ts";
import { type Graph, graphSchema } from "./graph.schema.ts";
import type { StepKind } from "./steps.schema.ts";
import type { VersionRow, Workflow, WorkflowRow, WorkflowStatus } from "./workflow.schema.ts";

/** Workflows of an organization that are not archived. */
const mostWorkflows = 200;
const listed_ms = 30 * day_ms;

/** The workflows, the newest first, with what their runs of the last thirty days came to. */
export const list = (db: OrganizationDatabase, asked: { archived: boolean; now: number }): WorkflowRow[] =>
  db.all<WorkflowRow>(sql`select w.id, w.name, w.status, w.version, w.trigger, w.created_at, w.updated_at,
      count(r.id) as runs, coalesce(sum(r.status in ('failed', 'limited')), 0) as failed, max(r.created_at) as last_at
    from workflows as w
      left join workflow_runs as r on r.workflow_id = w.id and r.id >= ${firstIdAt(asked.now - listed_ms)}
    where (w.status = 'archived') = ${asked.archived ? 1 : 0}
    group by w.id order by w.id desc limit ${mostWorkflows}`);

/** A version's graph; null: there is no such version. */
export function graphOf(db: OrganizationDatabase, workflow_id: string, version: number): Graph | null {
  const row = db
    .select({ graph: workflowVersions.graph })
    .from(workflowVersions)
    .where(and(eq(workflowVersions.workflow_id, workflow_id), eq(workflowVersions.version, version)))
    .get();
  return row ? graphSchema.parse(row.graph) : null;
}

export function find(db: OrganizationDatabase, id: string): Workflow | null {
  const row = db.select().from(workflows).where(eq(workflows.id, id)).get();
  const graph = row ? graphOf(db, id, row.version) : null;
  if (!row || !graph) return null;
  const { name, status, version, hook_salt, created_at, updated_at } = row;
  return { id, name, status, version, graph, hook_salt, created_at, updated_at };
}

/** The versions, the newest first. */
export const versions = (db: OrganizationDatabase, workflow_id: string): VersionRow[] =>
  db
    .select({
      version: workflowVersions.version,
      author_name: workflowVersions.author_name,
      created_at: workflowVersions.created_at,
    })
    .from(workflowVersions)
    .where(eq(workflowVersions.workflow_id, workflow_id))
    .orderBy(desc(workflowVersions.version))
    .limit(50)
    .all();

export const version = (db: OrganizationDatabase, workflow_id: string, version: number): Graph | null =>
  graphOf(db, workflow_id, version);

type Author = { id: string; name: string; now: number };
export type Draft = { id: string | null; version: number | null; name: string; graph: Graph };
export type SavedWorkflow =
  | { ok: true; id: string; version: number }
  | { ok: false; reason: "not_found" | "changed" | "full" };

/** Writes a workflow down, or adds a version to one. Runs that go on keep to the version with which they began. */
export function save(db: OrganizationDatabase, draft: Draft, author: Author): SavedWorkflow {
  const { name, graph } = draft;
  const { now } = author;
  const known =
    draft.id === null ? null : db.select().from(workflows).where(eq(workflows.id, draft.id)).get();
  if (draft.id !== null && !known) return { ok: false, reason: "not_found" };
  if (known && draft.version !== null && draft.version !== known.version)
    return { ok: false, reason: "changed" };
  const held = db.get<{ n: number }>(sql`select count(*) as n from workflows where status <> 'archived'`);
  if (!known && (held?.n ?? 0) >= mostWorkflows) return { ok: false, reason: "full" };
  const id = known?.id ?? newId(now);
  const isSame = known && JSON.stringify(graphOf(db, id, known.version)) === JSON.stringify(graph);
  const next = isSame ? known.version : (known?.version ?? 0) + 1;
  const row = { name, version: next, trigger: graph.trigger.kind, updated_at: now };
  if (known) db.update(workflows).set(row).where(eq(workflows.id, id)).run();
  else
    db.insert(workflows)
      .values({ id, status: "draft", ...row, created_by: author.id, created_at: now })
      .run();
  if (!isSame)
    db.insert(workflowVersions)
      .values({
        workflow_id: id,
        version: next,
        graph,
        author_id: author.id,
        author_name: author.name,
        created_at: now,
      })
      .run();
  return { ok: true, id, version: next };
}

/** Turns a workflow on or off, or puts it away. Runs that go on are not ended; what happened before it was on starts none. @returns whether it is there */
export function setStatus(
  db: OrganizationDatabase,
  id: string,
  status: WorkflowStatus,
  now: number,
): boolean {
  const before = db.select({ status: workflows.status }).from(workflows).where(eq(workflows.id, id)).get();
  const isAnew = status === "active" && before?.status !== "active";
  db.update(workflows)
    .set({ status, updated_at: now, ...(isAnew && { enabled_at: now }) })
    .where(eq(workflows.id, id))
    .run();
  return before !== undefined;
}

/** Gives the incoming address another secret; the one before ends at once. @returns whether the workflow is there */
export const renewAddress = (db: OrganizationDatabase, id: string, salt: string): boolean =>
  db
    .update(workflows)
    .set({ hook_salt: salt })
    .where(eq(workflows.id, id))
    .returning({ id: workflows.id })
    .all().length > 0;

/** Steps that use a connected app, by the app. */
const ownSteps: Readonly<Record<string, StepKind>> = {
  google_calendar: "calendar_event",
  hubspot: "save_in_crm",
};

/** The workflows, archived ones aside, whose newest version has a step at a connected app. @param app a provider of integrations */
export const using = (db: OrganizationDatabase, app: string): { id: string; name: string }[] =>
  db.all(sql`select w.id, w.name from workflows as w
      join workflow_versions as v on v.workflow_id = w.id and v.version = w.version
    where w.status <> 'archived' and exists (select 1 from json_each(v.graph, '$.steps')
      where value ->> '$.kind' = ${ownSteps[app] ?? ""}
        or (value ->> '$.kind' = 'tell_app' and value ->> '$.settings.app' = ${app}))
    order by w.id desc limit ${mostWorkflows}`);
