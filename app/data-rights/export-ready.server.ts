/** Marks an export as ready, and tells the person who asked for it, or the organization's owners. */
import { and, eq } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
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

/** Writes the row before the mails: without it, there is nothing that they could lead to. `now`: ms UTC */
export async function finishExport(
  env: Env,
  db: Database,
  row: Row,
  result: Result,
  now: number,
): Promise<void> {
  const { organization_id } = row;
  const own = tenant(db, organization_id);
  const expires_at = now + exportKept_ms;
  const isThisStep = and(
    eq(dataExports.organization_id, organization_id),
    eq(dataExports.id, row.id),
    eq(dataExports.step, row.step),
  );
  const [done] = await own
    .update(dataExports)
    .set({ ...result, state: "ready", cursor: null, due_at: null, failures: 0, ready_at: now, expires_at })
    .where(isThisStep)
    .returning({ id: dataExports.id });
  if (done) await tellReady(env, db, row, expires_at, now);
}

async function tellReady(env: Env, db: Database, row: Row, expires_at: number, now: number): Promise<void> {
  const { organization_id, requested_by } = row;
  const people = await tenant(db, organization_id)
    .select({
      email: users.email,
      name: users.name,
      organization: organizations.name,
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
  if (people.length === 0) return;
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  const { exportReadyMail } = await import("./export-ready.mail.tsx");
  const mails = await Promise.all(
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
            url: `${origin}/settings/data`,
          }),
        },
        now,
        expires_at,
      ),
    ),
  );
  await platform(db)
    .insert(mailOutbox)
    .values(mails.map(({ row: mail }) => mail));
  await Promise.all(mails.map(({ send }) => send()));
}
