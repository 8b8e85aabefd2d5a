/** People who are signed in in several browsers, and what their accounts hold. */
import { eq } from "drizzle-orm";
import { hashPassword } from "#app/accounts/password-hash.server.ts";
import { newSession } from "#app/accounts/session.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, type Client, controlPlane, goodPassword, origin } from "../support/people.ts";

type Browser = { userAgent?: string; country?: string; crossedFrom?: string };
type SignedIn = Client & { sessionId: string };

/** Another browser in which a person is signed in. */
export async function anotherBrowser(userId: string, of: Browser = {}): Promise<SignedIn> {
  const headers = {
    ...(of.userAgent && { "user-agent": of.userAgent }),
    ...(of.country && { "cf-ipcountry": of.country }),
  };
  const { row, cookies } = await newSession(new Request(origin, { headers }), userId, "full", Date.now());
  await controlPlane()
    .insert(control.sessions)
    .values({ ...row, crossed_from: of.crossedFrom ?? null });
  return Object.assign(anonymous({ cookie: (cookies[0] ?? "").split("; ")[0] ?? "" }), { sessionId: row.id });
}

/** The id of the session that a browser holds. */
export const sessionOf = (browser: Client): string => (browser.cookieValue("sid") ?? "").split(".")[0] ?? "";

/** Gives an account a password. */
export const withPassword = async (userId: string, password = goodPassword): Promise<void> => {
  await controlPlane()
    .update(control.users)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(control.users.id, userId));
};

/** The actions of the audit trail about a person, oldest first. */
export const deedsOf = async (userId: string): Promise<string[]> =>
  (
    await controlPlane()
      .select({ action: control.auditEvents.action })
      .from(control.auditEvents)
      .where(eq(control.auditEvents.actor_id, userId))
      .orderBy(control.auditEvents.created_at, control.auditEvents.id)
  ).map(({ action }) => action);
