/** Reads errors for their pages: the groups of one organization or of all, and one group with its latest occurrences. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { deviceOf } from "#app/accounts/device-words.ts";
import { type ErrorSource, errorSources } from "#app/monitoring/error-kinds.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { ago, count, exactTime, type Place } from "#app/platform/format.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import { type Cursor, type KeyShape, keysetPage } from "#app/platform/keyset.ts";
import { errorGroups, errorLogs, organizationSettings } from "#drizzle/control/schema.ts";
import type { ErrorQuery } from "./error-query.ts";
import type { ErrorDetail, ListedError, Occurrence } from "./error-rows.ts";

const pageSize = 25;
/** The key of the list: when a group was last seen, and its id. */
export const errorKey: KeyShape = ["number", "id"];

/** Whose errors are read: one organization's, or those of all with the platform's own. */
export type Scope = { readonly db: Database; readonly organizationId: string | null };

const reader = ({ db, organizationId }: Scope): PlatformDb =>
  organizationId === null ? platform(db) : tenant(db, organizationId);
const inScope = ({ organizationId }: Scope) =>
  organizationId === null ? undefined : eq(errorGroups.organization_id, organizationId);

/** A group, with the name of its organization on the page of all. */
type Group = typeof errorGroups.$inferSelect & { organization: string | null };

const columns = ({ organizationId }: Scope) => ({
  ...getTableColumns(errorGroups),
  organization: (organizationId === null
    ? sql<string | null>`(select o.name from organizations o where o.id = ${errorGroups.organization_id})`
    : sql<string | null>`null`
  ).as("organization"),
});

const listed = (group: Group, now: number, place: Place): ListedError => ({
  id: group.id,
  message: group.error_message,
  route: group.route,
  source: errorSources[group.source],
  severity: group.severity,
  times: count(group.times, place.locale),
  lastSeen: ago(group.last_seen_at, now, place),
  organization: group.organization,
  isBack: group.state === "open" && group.reopened_at !== null,
});

/** One page of groups, the last seen first. Each filter has an index, so a page reads what it shows. */
export async function errorsPage(scope: Scope, query: ErrorQuery, cursor: Cursor, place: Place) {
  const db = reader(scope);
  const { beyond, order, limit } = keyset([errorGroups.last_seen_at, errorGroups.id], cursor, pageSize);
  const groups = db
    .select(columns(scope))
    .from(errorGroups)
    .where(
      and(
        inScope(scope),
        eq(errorGroups.state, query.state),
        query.source === null ? undefined : eq(errorGroups.source, query.source),
        beyond,
      ),
    )
    .orderBy(...order)
    .limit(limit);
  const [rows, settings] =
    scope.organizationId === null
      ? [await groups, []]
      : await db.batch([groups, detailsChoice(db, scope.organizationId)]);
  const { rows: shown, ...cursors } = keysetPage(rows, cursor, pageSize, (row) => [row.last_seen_at, row.id]);
  const now = Date.now();
  return {
    errors: shown.map((group) => listed(group, now, place)),
    /** Whether the organization keeps details of new errors. */
    keepsDetails: settings[0]?.keeps ?? false,
    ...cursors,
  };
}

const detailsChoice = (db: PlatformDb, organizationId: string) =>
  db
    .select({ keeps: organizationSettings.keeps_error_details })
    .from(organizationSettings)
    .where(eq(organizationSettings.organization_id, organizationId));

const occurrence = (
  row: typeof errorLogs.$inferSelect,
  source: ErrorSource,
  now: number,
  place: Place,
): Occurrence => ({
  id: row.id,
  when: ago(row.created_at, now, place),
  exactly: exactTime(row.created_at, place),
  url: row.url ?? "",
  requestId: row.request_id,
  device: row.user_agent === null || source === "webhook" ? null : deviceOf(row.user_agent),
  release: row.release,
  callId: row.call_id,
  stack: row.stack_trace,
  context: Object.entries(row.context ?? {}).map(([name, value]) => [name, String(value)] as const),
});

/** Whether the scope has a group of this id. */
export async function isKnownError(scope: Scope, id: string): Promise<boolean> {
  const known = reader(scope)
    .select({ id: errorGroups.id })
    .from(errorGroups)
    .where(and(eq(errorGroups.id, id), inScope(scope)));
  return (await known.get()) !== undefined;
}

/** A group and a page of its kept occurrences, newest first; null when the scope has none of this id. */
export async function errorDetail(scope: Scope, id: string, cursor: Cursor, place: Place) {
  const db = reader(scope);
  const { beyond, order, limit } = keyset([errorLogs.id], cursor, pageSize);
  const ofGroup = eq(errorLogs.group_id, id);
  const own = scope.organizationId === null ? undefined : eq(errorLogs.organization_id, scope.organizationId);
  const [[group], rows] = await db.batch([
    db
      .select(columns(scope))
      .from(errorGroups)
      .where(and(eq(errorGroups.id, id), inScope(scope))),
    db
      .select()
      .from(errorLogs)
      .where(and(ofGroup, own, beyond))
      .orderBy(...order)
      .limit(limit),
  ]);
  if (group === undefined) return null;
  const { rows: shown, ...cursors } = keysetPage(rows, cursor, pageSize, (row) => [row.id]);
  const now = Date.now();
  const error: ErrorDetail = {
    ...listed(group, now, place),
    state: group.state,
    firstSeen: ago(group.first_seen_at, now, place),
    reopened: group.reopened_at === null ? null : ago(group.reopened_at, now, place),
    firstRelease: group.first_release,
    lastRelease: group.last_release,
    callId: group.call_id,
    organizationId: group.organization_id,
    occurrences: shown.map((row) => occurrence(row, group.source, now, place)),
  };
  return { error, ...cursors };
}
