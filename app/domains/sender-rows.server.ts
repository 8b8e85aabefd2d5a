/** An organization's sending domain in D1: reading it, a look at it, and its end when its records never came. */

import { and, eq, gt, ne, notInArray } from "drizzle-orm";
import { z } from "zod";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { hasMatched } from "#app/membership/guarded-batch.server.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, mailOutbox, sendingDomains } from "#drizzle/control/schema.ts";
import { mailsToOwners } from "./domain-mails.server.ts";
import { deleteSender, findSender } from "./resend-domains.server.ts";
import { type SenderStatus, senderStatuses } from "./sender-statuses.ts";

export type SenderRow = typeof sendingDomains.$inferSelect;

export const statusOf = ({ status }: Pick<SenderRow, "status">): SenderStatus =>
  z.enum(senderStatuses).catch("pending").parse(status);

/** Statuses of a domain whose records were found: it is its organization's, also while they are missing for a time. */
const proven: readonly SenderStatus[] = ["verified", "temporary_failure"];

/** How long a domain that is not verified is kept. */
const patience_ms = 7 * day_ms;

export const senderRowOf = (db: Database, organizationId: string): Promise<SenderRow | undefined> =>
  tenant(db, organizationId)
    .select()
    .from(sendingDomains)
    .where(eq(sendingDomains.organization_id, organizationId))
    .get();

/**
 * A host's value says where its mail comes from: the statement stands right behind the one that changes it, and `done`
 * publishes the organization's hosts, then those of its clients.
 */
export function announcing(env: Env, db: Database, organizationId: string, now: number) {
  const { statement, send } = enqueueFact(env, tenant(db, organizationId), organizationId, {
    kind: "brand.changed",
    payload: { v: 1, change_id: newId(now), after_host: null },
    at: now,
  });
  const done = async (written: { id: string }[]) => {
    await publishHostsOf(env, db, organizationId, now);
    await send(written);
  };
  return { statement, done };
}

const sender = ({ local_part, domain }: SenderRow): string => `${local_part}@${domain}`;

const event = ({ organization_id, domain }: SenderRow, action: string) =>
  auditLine(noTrace, { action, organization_id, changes: { domain } });

/** Writes a status that makes the address a sender, or ends it; the owners are told of the end. */
async function writeTurn(
  { env, db: d1, after }: Deps,
  row: SenderRow,
  changed: Partial<SenderRow>,
  now: number,
): Promise<void> {
  const db = platform(d1);
  const isLost = changed.status !== "verified";
  const mails = isLost
    ? await mailsToOwners(env, d1, row.organization_id, { event: "sender_lost", host: sender(row) }, now)
    : [];
  const news = announcing(env, d1, row.organization_id, now);
  const [, written] = await db.batch([
    writing(d1, row, changed),
    news.statement,
    ...hasMatched(db),
    ...(isLost ? [db.insert(auditEvents).values(event(row, "sender.lost"))] : []),
    ...mails.map((mail) => db.insert(mailOutbox).values(mail.row)),
  ]);
  await news.done(written);
  for (const mail of mails) after(mail.send());
}

/** The statement that changes a row, unless its status changed since it was read. */
const writing = (db: Database, { organization_id, domain, status }: SenderRow, changed: Partial<SenderRow>) =>
  platform(db)
    .update(sendingDomains)
    .set(changed)
    .where(
      and(
        eq(sendingDomains.organization_id, organization_id),
        eq(sendingDomains.domain, domain),
        eq(sendingDomains.status, status),
      ),
    );

/**
 * Looks for the records now; writes what the provider says. What could not be asked changes nothing.
 * @returns what the provider says; null: it did not answer
 */
export async function lookAtSender(deps: Deps, row: SenderRow, now: number): Promise<SenderStatus | null> {
  const { env, db } = deps;
  const id = row.provider_id;
  const found = id === null ? { ok: true as const, value: null } : await findSender(settings(env), id);
  const looked = { checked_at: now, checks: row.checks + 1, updated_at: now };
  if (!found.ok) {
    await writing(db, row, { ...looked, check_error: found.reason, check_at: now + hour_ms });
    return null;
  }
  const status = found.value?.status ?? "failed";
  const check_at =
    status === "verified" ? now + day_ms : row.checks < 12 ? now + 5 * minute_ms : now + hour_ms;
  const records = found.value?.records ?? row.records;
  const changed = { ...looked, status, records, check_error: null, check_at };
  try {
    if ((status === "verified") === (statusOf(row) === "verified")) await writing(db, row, changed);
    else await writeTurn(deps, row, changed, now);
  } catch (error) {
    if (violates(error, guardFailed)) return status;
    // Another organization has verified the same domain.
    if (!violates(error, "UNIQUE constraint failed: sending_domains.domain")) throw error;
    await writing(db, row, { ...looked, status: "failed", check_error: "taken", check_at: null });
    return "failed";
  }
  return status;
}

/**
 * Ends a sending domain that is not verified, at the provider first: it has each domain once.
 * @returns false when the provider did not answer, or the domain was verified meanwhile
 */
async function end(
  { env, db: d1, after }: Deps,
  row: SenderRow,
  action: "sender.displaced" | "sender.given_up",
  now: number,
): Promise<boolean> {
  if (row.provider_id !== null && !(await deleteSender(settings(env), row.provider_id)).ok) return false;
  const db = platform(d1);
  const mails =
    action === "sender.given_up"
      ? await mailsToOwners(
          env,
          d1,
          row.organization_id,
          { event: "sender_given_up", host: sender(row) },
          now,
        )
      : [];
  try {
    await db.batch([
      db
        .delete(sendingDomains)
        .where(
          and(
            eq(sendingDomains.organization_id, row.organization_id),
            eq(sendingDomains.domain, row.domain),
            notInArray(sendingDomains.status, [...proven]),
          ),
        ),
      ...hasMatched(db),
      db.insert(auditEvents).values(event(row, action)),
      ...mails.map((mail) => db.insert(mailOutbox).values(mail.row)),
    ]);
  } catch (error) {
    if (violates(error, guardFailed)) return false;
    throw error;
  }
  for (const mail of mails) after(mail.send());
  return true;
}

/**
 * Makes room for an organization that asks for a domain: others that never showed its records give way.
 * @returns `taken`: another organization's records were found; `silent`: the provider did not answer
 */
export async function makeRoom(
  deps: Deps,
  { organizationId, domain }: { organizationId: string; domain: string },
  now: number,
): Promise<"free" | "taken" | "silent"> {
  const others = await platform(deps.db)
    .select()
    .from(sendingDomains)
    .where(and(ne(sendingDomains.organization_id, organizationId), eq(sendingDomains.domain, domain)));
  for (const row of others) {
    // Records that were set since the last look count.
    const status = proven.includes(statusOf(row)) ? statusOf(row) : await lookAtSender(deps, row, now);
    if (status === null) return "silent";
    if (proven.includes(status)) return "taken";
    if (!(await end(deps, row, "sender.displaced", now))) return "silent";
  }
  return "free";
}

/** Ends a domain whose records were not found for a week, for cron after its look. */
export async function giveUpUnverified(deps: Deps, row: SenderRow, status: SenderStatus | null, now: number) {
  if (status === null || proven.includes(status) || now - row.created_at < patience_ms) return;
  // One that was verified has its week from the loss.
  const lost = await tenant(deps.db, row.organization_id)
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.organization_id, row.organization_id),
        eq(auditEvents.action, "sender.lost"),
        gt(auditEvents.created_at, now - patience_ms),
      ),
    )
    .limit(1)
    .get();
  if (!lost) await end(deps, row, "sender.given_up", now);
}
