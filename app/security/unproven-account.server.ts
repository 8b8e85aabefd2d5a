/** Unproven sign-ups: when another person proves the address, they get it, and nothing of the sign-up stays. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import * as control from "#drizzle/control/schema.ts";
import { forgottenTables } from "./delete-account.server.ts";

const { users, profiles, organizations } = control;

/**
 * The statements, for the caller's batch, that remove an unproven sign-up: its sessions, codes, memberships and the
 * organization that it founded, which was never used. A proven account stays, and the unique index then refuses the
 * address, even if it was proven a moment ago.
 */
export function givingWay(db: PlatformDb, email: string): BatchItem<"sqlite">[] {
  const isUnproven = and(eq(users.email_folded, folded(email)), isNull(users.email_confirmed_at));
  const them = db.select({ id: users.id }).from(users).where(isUnproven);
  return [
    db.delete(organizations).where(
      and(
        inArray(organizations.created_by, them),
        sql`not exists (select 1 from organization_members m
          where m.organization_id = organizations.id and m.user_id <> organizations.created_by)`,
      ),
    ),
    ...forgottenTables.map((table) => db.delete(table).where(inArray(table.user_id, them))),
    db.delete(profiles).where(inArray(profiles.id, them)),
    db.delete(users).where(isUnproven),
  ];
}
