/** Rows of an audit trail in words, for the platform's admins and for an organization's own people. */
import { auditWords } from "#app/membership/audit-words.ts";
import { ago, exactTime, type Place } from "#app/platform/format.ts";
import type { TrailRow } from "./trail.server.ts";
import type { TrailEvent } from "./trail-event.ts";

/** What the platform does by itself. */
const byItself =
  /^(?:domain|sender|subscription|organization\.purged$|client\.signed_up$|client\.moved_out$)/;

/** Who acted, as the platform's admins read it: most events without a person come from visitors who aren't signed in. */
function actorForAdmins({ email, actor_id, action }: TrailRow): string {
  if (email !== null) return email === "" ? "A deleted account" : email;
  if (actor_id?.startsWith("api_key:")) return "An API key";
  // The row of the customer's own trail; the platform's, beside it, names the admin.
  if (actor_id?.startsWith("platform:")) return "A platform admin";
  return byItself.test(action) ? "The platform" : "Not signed in";
}

/** Who acted, as the organization's people read it: of others than members no name and no address. */
function actorForMembers(row: TrailRow): string {
  if (row.visitor !== null) return `${row.visitor} (support)`;
  if (row.is_member === 1) return row.name ?? row.email ?? "A member";
  if (row.actor_id === null) return "Automatic";
  if (row.actor_id.startsWith("api_key:")) return "An API key";
  if (row.actor_id.startsWith("platform:")) return "Your provider";
  if (row.actor_id.includes(":")) return "Automatic";
  return row.is_platform_admin === 1 ? "Your provider" : "A former member";
}

/** Why an admin did it: asked for with every change (R46). */
function reasonOf({ changes }: TrailRow): string | null {
  const reason = changes?.reason;
  return typeof reason === "string" && reason !== "" ? reason : null;
}

const shared = (row: TrailRow, subject: string | null, now: number, place: Place) => ({
  id: row.id,
  what: auditWords(row.action, { changes: row.changes, target: row.target, subject }),
  when: ago(row.created_at, now, place),
  exactly: exactTime(row.created_at, place),
});

/** A row of the platform's trail. `now`: ms UTC */
export const forAdmins = (row: TrailRow, now: number, place: Place): TrailEvent => ({
  ...shared(row, row.target === row.actor_id ? null : row.subject || null, now, place),
  who: actorForAdmins(row),
  where: row.organization,
  network: row.ip_prefix,
  reason: reasonOf(row),
});

/** A row of an organization's trail. `now`: ms UTC */
export const forMembers = (row: TrailRow, now: number, place: Place): TrailEvent => ({
  ...shared(row, row.target === row.actor_id || row.is_subject_member === 0 ? null : row.subject, now, place),
  who: actorForMembers(row),
  where: null,
  network: null,
  reason: null,
});
