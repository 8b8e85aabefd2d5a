/** A platform admin who changes something about a customer: what every change works with, and how it is audited. */

import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditLine, noTrace, traceOf } from "#app/accounts/audit.server.ts";
import type { AuditRow, Changes, Trace } from "#app/accounts/audit-event.ts";
import { isRecentProof } from "#app/accounts/proof.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { platformAdmin } from "#app/admin/platform-admins-only.server.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { auditEvents, organizations } from "#drizzle/control/schema.ts";

export type ActingAdmin = Deps & {
  readonly who: SignedIn;
  readonly trace: Trace;
  /** ms UTC */
  readonly now: number;
  /** Whether they proved a short time ago who they are: without it no change is made (R3). */
  readonly isProven: boolean;
};

/**
 * The admin behind a form.
 * @throws a 403 answer where the page itself asks for a proof first
 */
export async function actingAdmin(request: Request, context: Context): Promise<ActingAdmin> {
  const { who, needsProof } = platformAdmin(context);
  if (needsProof) throw faultResponse("forbidden");
  const now = Date.now();
  return {
    ...depsOf(context),
    who,
    trace: await traceOf(request, context),
    now,
    isProven: isRecentProof(who.provenAt, now),
  };
}

/**
 * Why nothing was done. `changed`: another admin changed the customer since the form was shown, or it is not as the form
 * says. `unproven`: the admin must confirm who they are.
 */
export type Refused<Why extends string = never> = {
  readonly ok: false;
  readonly reason: Why | "unknown" | "changed" | "unproven";
};
export type Outcome<Why extends string = never> = { readonly ok: true } | Refused<Why>;

/** A customer's own row; null: there is none, or it is purged. */
export async function customerOf(db: Database, id: string) {
  const found = await platform(db)
    .select()
    .from(organizations)
    .where(
      and(
        eq(organizations.id, id),
        sql`(${organizations.archived_at} is null or ${organizations.purge_at} is not null)`,
      ),
    )
    .get();
  return found ?? null;
}
export type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>;

/**
 * The audit rows of a change (R46): one in the platform's own trail, with the admin, the network and the reason, and one
 * in the customer's, which names no admin: `platform:<user id>` acted there, and `event` is the id of the first row.
 * @param reason why, for the platform's trail alone
 */
export function noteChange(
  { who, trace }: Pick<ActingAdmin, "who" | "trace">,
  { id, name }: Pick<Customer, "id" | "name">,
  action: string,
  reason: string,
  changes: Changes = {},
): [AuditRow, AuditRow] {
  const own = auditLine(trace, {
    action,
    actor_id: who.user.id,
    target: id,
    changes: { ...changes, name, reason },
  });
  const theirs = auditLine(
    { ...noTrace, request_id: trace.request_id },
    {
      action,
      actor_id: `platform:${who.user.id}`,
      organization_id: id,
      target: id,
      changes: { ...changes, event: own.id },
    },
  );
  return [own, theirs];
}

/** A change without further choices: the version that the form showed, and why. */
export type PlainChange = { readonly version: number; readonly reason: string };

type Set = Partial<typeof organizations.$inferInsert>;

/**
 * Statements, for the beginning of a batch, that change a customer's row if it is as the form showed it, and stop the
 * batch otherwise: of two admins who act on one customer, the second sees what the first did.
 */
export const changingCustomer = (
  db: PlatformDb,
  id: string,
  version: number,
  set: Set,
  now: number,
  ...more: Parameters<typeof and>
) =>
  [
    db
      .update(organizations)
      .set({ ...set, admin_version: version + 1, updated_at: now })
      .where(and(eq(organizations.id, id), eq(organizations.admin_version, version), ...more)),
    ...hasMatched(db),
  ] as const;

/** What a change does to a customer, in one batch. */
export type CustomerChange = {
  /** The action's name in the audit trail. */
  readonly action: string;
  readonly set?: Set;
  /** What must hold of the customer when the batch is written. */
  readonly when?: Parameters<typeof and>;
  /** What belongs to the change besides the customer's own row. */
  readonly also?: readonly BatchItem<"sqlite">[];
};

/**
 * Changes a customer for an admin with a recent proof (R3): its row as the form showed it, what belongs to that, and the
 * audit rows, in one batch.
 * @param version the customer's version that the form showed
 * @returns the customer as it was before, or why nothing was done
 */
export async function changeCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
  { action, set = {}, when = [], also = [] }: CustomerChange,
): Promise<{ ok: true; found: Customer } | Refused> {
  if (!admin.isProven) return { ok: false, reason: "unproven" };
  const found = await customerOf(admin.db, id);
  if (!found) return { ok: false, reason: "unknown" };
  const db = platform(admin.db);
  const isDone = await runGuarded(db, [
    ...changingCustomer(db, id, version, set, admin.now, ...when),
    ...also,
    db.insert(auditEvents).values(noteChange(admin, found, action, reason)),
  ]);
  return isDone ? { ok: true, found } : { ok: false, reason: "changed" };
}
