/** Outgoing mail: sealed in the batch of the fact that it reports, sent at once, and again by cron until it is accepted. */
import { and, asc, desc, eq, isNotNull, lte } from "drizzle-orm";
import { z } from "zod";
import { innermostMessage } from "#app/platform/constraints.ts";
import { open, seal, sha256 } from "#app/platform/crypto.server.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, second_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { type Delivery, type Mail, mailShape, sendMail } from "#app/platform/mail.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";
import type { MailState } from "./mail-state.ts";

/** How long a sender has a mail for itself. */
const claim_ms = 30 * second_ms;
const firstWait_ms = 30 * second_ms;
const longestWait_ms = hour_ms;
/** A mail that could not be sent for a day is dropped. */
const patience_ms = day_ms;
/** How many mails one run of cron sends; the provider takes 2 a second. */
const oneRun = 100;

/** `useful_until`: ms UTC; an expired code is not sent any more. */
const sealedShape = z.object({ mail: mailShape, useful_until: z.number().nullable() });

export type PromisedMail = {
  /** For the caller's batch. */
  row: typeof mailOutbox.$inferInsert;
  /** Sends it after the batch, and says whether the provider accepted it. Never throws. */
  send: () => Promise<boolean>;
};

/** Seals a mail for the caller's batch. */
export async function promiseMail(
  env: Env,
  mail: Mail,
  now: number,
  usefulUntil: number | null = null,
): Promise<PromisedMail> {
  const id = newId(now);
  const sealed = JSON.stringify({ mail, useful_until: usefulUntil });
  return {
    row: {
      id,
      sealed: await seal(settings(env).APP_SECRET, `mail:${id}`, sealed),
      recipient: await recipientOf(mail.to),
      next_attempt_at: now + claim_ms,
      created_at: now,
    },
    send: () => deliver(env, { id, attempts: 0, created_at: now }, { mail, useful_until: usefulUntil }),
  };
}

type Row = { id: string; attempts: number; created_at: number };
type Content = z.infer<typeof sealedShape>;

async function attempt(env: Env, id: string, content: Content | null, now: number): Promise<Delivery> {
  if (content === null) return { ok: false, retry: "again", reason: "unreadable" };
  const { mail, useful_until } = content;
  if (useful_until !== null && useful_until <= now) return { ok: false, retry: "never", reason: "over" };
  return sendMail(settings(env), id, mail);
}

/** @param content null: none of the secrets opens it at the moment */
async function deliver(env: Env, row: Row, content: Content | null): Promise<boolean> {
  const now = Date.now();
  const delivery = await attempt(env, row.id, content, now);
  const attempts = row.attempts + 1;
  const wait = Math.min(longestWait_ms, firstWait_ms * 2 ** row.attempts);
  const isGivenUp = !delivery.ok && (delivery.retry === "never" || now - row.created_at + wait > patience_ms);
  const gone = { sealed: null, next_attempt_at: null, attempts };
  if (!delivery.ok) log("warn", "mail_not_sent", { mail_id: row.id, attempts, reason: delivery.reason });
  try {
    await platform(new Database(env.DB, new Timing()))
      .update(mailOutbox)
      .set(
        delivery.ok
          ? { ...gone, sent_at: now, last_error: null }
          : isGivenUp
            ? { ...gone, failed_at: now, last_error: delivery.reason }
            : { attempts, next_attempt_at: now + wait, last_error: delivery.reason },
      )
      .where(eq(mailOutbox.id, row.id));
  } catch (error) {
    // The row still says that it waits: cron sends it again, and the provider knows its id.
    log("error", "mail_not_noted", { mail_id: row.id, message: innermostMessage(error) });
  }
  return delivery.ok;
}

const recipientOf = async (email: string): Promise<string> =>
  (await sha256(email.toLowerCase())).slice(0, 32);

const newestTo = async (db: PlatformDb, email: string) =>
  db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, await recipientOf(email)))
    .orderBy(desc(mailOutbox.created_at))
    .limit(1)
    .get();

/** The state of the newest mail to an address; a missing row means that it was sent long ago. */
export async function mailStateOf(db: PlatformDb, email: string): Promise<MailState> {
  const row = await newestTo(db, email);
  if (!row || row.sent_at !== null) return { state: "sent", attempts: row?.attempts ?? 0 };
  return { state: row.failed_at === null ? "waiting" : "failed", attempts: row.attempts };
}

/** Above this many tries only cron continues. */
const mostTries = 12;

/**
 * Tries the newest mail to an address once more, under the same id: the provider accepts an id only once (R16).
 * @returns whether there was one to try
 */
export async function tryAgain(env: Env, db: PlatformDb, email: string, now: number): Promise<boolean> {
  const row = await newestTo(db, email);
  if (!row || row.sealed === null || row.next_attempt_at === null || row.attempts >= mostTries) return false;
  await deliverSealed(env, db, { ...row, sealed: row.sealed, next_attempt_at: row.next_attempt_at }, now);
  return true;
}

type Sealed = Row & { sealed: string; next_attempt_at: number };

/** Delivers a waiting mail, unless another run is delivering it. */
async function deliverSealed(
  env: Env,
  db: PlatformDb,
  { id, attempts, created_at, sealed, next_attempt_at }: Sealed,
  now: number,
): Promise<void> {
  const claimed = await db
    .update(mailOutbox)
    .set({ next_attempt_at: now + claim_ms })
    .where(and(eq(mailOutbox.id, id), eq(mailOutbox.next_attempt_at, next_attempt_at)))
    .returning({ id: mailOutbox.id });
  if (claimed.length === 0) return;
  const content = await contentOf(env, id, sealed);
  await deliver(env, { id, attempts, created_at }, content);
}

/** One unreadable mail does not stop the others. */
async function contentOf(env: Env, id: string, sealed: string): Promise<Content | null> {
  try {
    const text = await open(keyringOf(settings(env)), `mail:${id}`, sealed);
    return sealedShape.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Sends every mail that is due, oldest first. For cron.
 * @param now ms UTC
 * @returns how many were tried
 */
export async function sendWaitingMail(env: Env, now: number): Promise<number> {
  const db = platform(new Database(env.DB, new Timing()));
  const waiting = await db
    .select()
    .from(mailOutbox)
    .where(and(isNotNull(mailOutbox.next_attempt_at), lte(mailOutbox.next_attempt_at, now)))
    .orderBy(asc(mailOutbox.next_attempt_at))
    .limit(oneRun);
  for (const { id, attempts, created_at, sealed, next_attempt_at } of waiting) {
    if (sealed === null || next_attempt_at === null) continue;
    await deliverSealed(env, db, { id, attempts, created_at, sealed, next_attempt_at }, now);
  }
  return waiting.length;
}
