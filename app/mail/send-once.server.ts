/** Mails about a fact: kept in one batch with its mark, so that a fact that is delivered twice is told once. */
import { violates } from "#app/platform/constraints.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { appliedEvents, mailOutbox } from "#drizzle/control/schema.ts";
import type { PromisedMail } from "./mail-outbox.server.ts";

type Told = {
  /** The id of what is told, which no second batch may have. */
  mark: string;
  organization_id: string;
  mails: readonly PromisedMail[];
  /** ms UTC */
  now: number;
};

/** Keeps the mails and sends them; nothing when the same mark was kept before. */
export async function sendOnce(db: Database, { mark, organization_id, mails, now }: Told): Promise<void> {
  const all = platform(db);
  try {
    await all.batch([
      all.insert(appliedEvents).values({ id: mark, organization_id, applied_at: now }),
      ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    ]);
  } catch (error) {
    if (violates(error, "UNIQUE constraint failed: applied_events.id")) return;
    throw error;
  }
  await Promise.all(mails.map(({ send }) => send()));
}
