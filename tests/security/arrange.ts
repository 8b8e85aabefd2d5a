/** People who are signed in in several browsers, and what their accounts hold. */
import { eq } from "drizzle-orm";
import { newSession } from "#app/accounts/session.server.ts";
import { hashPassword } from "#app/passwords/password-hash.server.ts";
import { newId } from "#app/platform/id.ts";
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
  const request = new Request(origin, { headers });
  const { row, cookies } = await newSession(request, userId, "full", Date.now(), { host: null });
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

/** A session whose person proved who they are longer ago than the sudo window (R3). */
export const unproven = (browser: Client) =>
  controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 15 * 60_000 })
    .where(eq(control.sessions.id, sessionOf(browser)));

/** A session whose person has just proved who they are. */
export const proven = (browser: Client) =>
  controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() })
    .where(eq(control.sessions.id, sessionOf(browser)));

/** Connects a Google account. */
export const withGoogle = async (userId: string, email: string): Promise<void> => {
  const now = Date.now();
  await controlPlane().insert(control.userIdentities).values({
    provider: "google",
    subject: newId(),
    user_id: userId,
    email,
    created_at: now,
    last_used_at: now,
  });
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

export const userWith = (id: string) =>
  controlPlane().select().from(control.users).where(eq(control.users.id, id)).get();
