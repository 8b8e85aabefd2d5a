/** Who may sign in on a tenant's host: members and invited people of the organizations that live there. */
import { type SQL, sql } from "drizzle-orm";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { belongsOn, isInvitedOn } from "#app/branding/residence.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";

/**
 * SQL: true where an account may have a session on the host of this request, for a statement that reads the account anyway.
 * @param userId its id, or the column of the statement around
 * @param now ms UTC
 */
export function entrance(
  request: Request,
  context: Context,
  userId: SQL | string,
  email: string,
  now: number,
): SQL<number> {
  const host = sessionHostOf(request, context);
  return host === null
    ? sql<number>`1`
    : sql<number>`(${belongsOn(userId, host)} or ${isInvitedOn(folded(email), host, now)})`;
}

/**
 * Whether an account may have a session on the host of this request; on the main host always. Asked only after the
 * right credentials, so that a wrong password gets the same answer for every account. An open invitation is enough to
 * come in and accept it; until then the session opens nothing.
 * @param now ms UTC
 */
export async function mayEnter(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  now: number,
): Promise<boolean> {
  if (sessionHostOf(request, context) === null) return true;
  const found = await platform(context.get(database)).get<{ may: number }>(
    sql`select ${entrance(request, context, user.id, user.email, now)} as may`,
  );
  return found?.may === 1;
}
