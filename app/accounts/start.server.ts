/** The page on which a person begins: platform admins without an organization's work begin with the platform's own page. */
import { sql } from "drizzle-orm";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { startPage } from "./return-path.ts";

/** The first of the platform's own pages. */
export const platformStart = "/customer-management";

/**
 * Whether a person is a platform admin and no organization of theirs has a phone number, so that its dashboard would
 * have nothing to show.
 * @param user the SQL name of the column with the user's id, never a value
 */
export const beginsOnPlatform = (user: "users.id" | "r.user_id") => {
  const id = sql.raw(user);
  return sql<number>`(exists (select 1 from user_roles a where a.user_id = ${id} and a.role = 'admin')
    and not exists (select 1 from organization_members m
      join phone_numbers n on n.organization_id = m.organization_id where m.user_id = ${id}))`;
};

/** A path, or the platform's page in place of the usual start page. */
export const startOr = (path: string, isOnPlatform: boolean): string =>
  isOnPlatform && path === startPage ? platformStart : path;

/** Where a person who has just signed in goes: asks the database only when they came for no page. Tenants' hosts have no pages of the platform. */
export async function startAt(
  request: Request,
  context: Context,
  userId: string,
  path: string,
): Promise<string> {
  if (path !== startPage || sessionHostOf(request, context) !== null) return path;
  const found = await platform(context.get(database)).get<unknown>(
    sql`select r.user_id from user_roles r where r.user_id = ${userId} and r.role = 'admin' and ${beginsOnPlatform("r.user_id")}`,
  );
  return startOr(path, found !== undefined && found !== null);
}
