/** Begins the export of a customer's data for its owners; the admin who asks for it never sees the file. */

import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { startExport } from "#app/data-rights/exports.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { platform } from "#app/platform/d1.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import type { PlainChange } from "./acting-admin.server.ts";
import {
  type ActingAdmin,
  changingCustomer,
  customerOf,
  noteChange,
  type Outcome,
} from "./acting-admin.server.ts";

/** `running`: one is being made already. */
export async function exportCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
): Promise<Outcome<"running">> {
  const { db: d1, env, now, who, trace } = admin;
  if (!admin.isProven) return { ok: false, reason: "unproven" };
  const found = await customerOf(d1, id);
  if (!found) return { ok: false, reason: "unknown" };
  const db = platform(d1);
  const [asked] = noteChange(admin, found, "customer.export_asked", reason);
  const isDone = await runGuarded(db, [
    ...changingCustomer(db, id, version, {}, now),
    db.insert(auditEvents).values(asked),
  ]);
  if (!isDone) return { ok: false, reason: "changed" };
  // The customer's trail names no admin.
  const started = auditLine(
    { ...noTrace, request_id: trace.request_id },
    { action: "data.export_started", actor_id: `platform:${who.user.id}`, target: id },
  );
  const outcome = await startExport(null, id, { db: d1, env }, started);
  return outcome.ok ? outcome : { ok: false, reason: "running" };
}
