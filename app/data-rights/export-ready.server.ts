/** Marks an export as ready, and tells the person who asked for it, or the organization's owners. */

import { and, eq, sql } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { shortDate } from "#app/platform/format.ts";
import {
  dataExports,
  mailOutbox,
  organizationMembers,
  organizations,
  users,
} from "#drizzle/control/schema.ts";

/** How long the file can be downloaded. */
export const exportKept_ms = 7 * day_ms;

type Row = typeof dataExports.$inferSelect;
type Result = { bytes: number; rows_done: number; rows_expected?: number };

/** Writes the row and its mails in one batch: the step that completes an export is the one that tells of it. `now`: ms UTC */
export async function finishExport(
  env: Env,
  db: Database,
  row: Row,
  result: Result,
  now: number,
): Promise<void> {
  const expires_at = now + exportKept_ms;
  const mails = await mailsOf(env, db, row, expires_at, now);
  const all = platform(db);
  const isDone = await runGuarded(all, [
    all
      .update(dataExports)
      .set({
        ...result,
        state: "ready",
        cursor: null,
        due_at: expires_at,
        failures: 0,
        ready_at: now,
        expires_at,
      })
      .where(
        and(eq(dataExports.id, row.id), eq(dataExports.step, row.step), eq(dataExports.state, "running")),
      ),
    ...hasMatched(all),
    ...mails.map((mail) => all.insert(mailOutbox).values(mail.row)),
  ]);
  if (isDone) await Promise.all(mails.map(({ send }) => send()));
}

async function mailsOf(env: Env, db: Database, row: Row, expires_at: number, now: number) {
  const { organization_id, requested_by } = row;
  const people = await tenant(db, organization_id)
    .select({
      email: users.email,
      name: users.name,
      organization: sql<string>`${organizations.name}`.as("organization"),
      time_zone: organizations.time_zone,
      locale: organizations.locale,
    })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(organizationMembers.organization_id, organization_id),
        requested_by === null
          ? eq(organizationMembers.role, "owner")
          : eq(organizationMembers.user_id, requested_by),
      ),
    );
  if (people.length === 0) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  const { exportReadyMail } = await import("./export-ready.mail.tsx");
  return Promise.all(
    people.map(({ email, name, organization, time_zone: timeZone, locale }) =>
      promiseMail(
        env,
        {
          to: email,
          ...sender,
          ...exportReadyMail({
            brand,
            name,
            organization,
            until: shortDate(expires_at, now, { timeZone, locale }),
            url: `${origin}${row.content === "everything" ? "/settings/data" : "/call-history/exports"}`,
          }),
        },
        now,
        expires_at,
      ),
    ),
  );
}
