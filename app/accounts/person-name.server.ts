/** A person's own name: what it may be, how it is saved, and whether the dashboard still asks for it. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Context } from "#app/platform/context.ts";
import { cookie, readCookie } from "#app/platform/cookies.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { day_s } from "#app/platform/durations.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { auditEvents, users } from "#drizzle/control/schema.ts";
import { auditRow } from "./audit.server.ts";
import { visitor } from "./session.server.ts";

/** At most this many characters, as people count them. */
export const longestName = 80;

/** A typed name; null: none. */
export const personName = oneLine(longestName).transform((line) => (line === "" ? null : line));

export const nameForm = z.object({ name: personName });

/**
 * Saves a person's name, or removes it, with its line in their history.
 * @param now ms UTC
 */
export async function rename(
  request: Request,
  context: Context,
  userId: string,
  name: string | null,
  now: number,
): Promise<void> {
  const db = platform(context.get(database));
  const event = { action: "account.renamed", actor_id: userId, target: userId };
  await db.batch([
    db.update(users).set({ name, updated_at: now }).where(eq(users.id, userId)),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
}

const laterCookie = "name_later";

/** The `set-cookie` line with which a browser keeps that its person skipped the question. */
export const skippingName = (request: Request): string =>
  cookie(request, laterCookie, "1", { maxAge: 400 * day_s });

/** Whether the dashboard asks this visitor for a name: they have none, have not skipped the question, and manage their account on this host. */
export async function asksForName(request: Request, context: Context): Promise<boolean> {
  if (readCookie(request, laterCookie) !== null) return false;
  const who = await visitor(request, context);
  return who.kind === "full" && who.isSettled && who.user.name === null;
}
