/** The list of /admin/security: the audit trail of the whole platform, newest first (R46). */
import { eq, isNotNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { auditWords } from "#app/membership/audit-words.ts";
import { refusalsOf } from "#app/monitoring/refusals.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { ago, count, type Place } from "#app/platform/format.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import { type Cursor, keysetPage } from "#app/platform/keyset.ts";
import { auditEvents, organizations, users } from "#drizzle/control/schema.ts";

const pageSize = 25;

export type PlatformEvent = {
  id: string;
  /** What happened, in words. */
  what: string;
  who: string;
  where: string | null;
  network: string | null;
  when: string;
};

/** The person that an event concerns. */
const subjects = alias(users, "subjects");

/** Who acted, in words: by far most events without a person come from visitors who aren't signed in. */
const actorWords = (email: string | null, action: string): string =>
  email ??
  (/^(?:domain\.|organization\.purged$|subscription\.corrected$)/.test(action)
    ? "The platform"
    : "Not signed in");

/** One page of events: what, who, where, from which network. */
export async function platformEventsPage(context: Context, cursor: Cursor, place: Place) {
  const { id } = auditEvents;
  const now = Date.now();
  const { beyond, order, limit } = keyset([id], cursor, pageSize);
  const rows = await platform(context.get(database))
    .select({
      id,
      action: auditEvents.action,
      actor_id: auditEvents.actor_id,
      target: auditEvents.target,
      changes: auditEvents.changes,
      // Under a name of its own: two columns "email" would collapse into one.
      subject: sql<string | null>`${subjects.email}`.as("subject"),
      email: users.email,
      organization: organizations.name,
      ip_prefix: auditEvents.ip_prefix,
      created_at: auditEvents.created_at,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actor_id))
    .leftJoin(subjects, eq(subjects.id, auditEvents.target))
    .leftJoin(organizations, eq(organizations.id, auditEvents.organization_id))
    // A table of organizations is read by a key, also on the first page, where nothing bounds it.
    .where(beyond ?? isNotNull(id))
    .orderBy(...order)
    .limit(limit);
  const { rows: shown, ...cursors } = keysetPage(rows, cursor, pageSize, (row) => [row.id]);
  return {
    events: shown.map(
      (row): PlatformEvent => ({
        id: row.id,
        what: auditWords(row.action, {
          changes: row.changes,
          target: row.target,
          subject: row.target === row.actor_id ? null : row.subject,
        }),
        who: actorWords(row.email, row.action),
        where: row.organization,
        network: row.ip_prefix,
        when: ago(row.created_at, now, place),
      }),
    ),
    ...cursors,
  };
}

/** How often each kind of request was turned away in the last 24 hours. */
export async function refusalsOfDay(context: Context, { locale }: Place) {
  const found = await refusalsOf(platform(context.get(database)), Date.now());
  return found.map(({ kind, words, count: times }) => ({ kind, words, times: count(times, locale) }));
}
