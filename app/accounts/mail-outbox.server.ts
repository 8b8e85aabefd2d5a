/** Mail that was promised: sealed in the same batch as the fact it tells, sent at once, and again by cron until it is gone. */
import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import { z } from "zod";
import { innermostMessage } from "#app/platform/constraints.ts";
import { open, seal } from "#app/platform/crypto.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { type Mail, mailShape, sendMail } from "#app/platform/mail.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { mailOutbox } from "#drizzle/control/schema.ts";

/** While somebody is sending a mail, nobody else tries. */
const claim = 30_000;
const firstWait = 30_000;
const longestWait = 3_600_000;
/** A mail that could not be sent for a day is not wanted any more. */
const patience = 86_400_000;
/** How many mails one run of cron sends; the provider takes 2 a second. */
const oneRun = 100;

/** `useful_until`: ms UTC; a code that is over is not sent any more. */
const sealedShape = z.object({ mail: mailShape, useful_until: z.number().nullable() });

export type PromisedMail = {
  /** For the caller's batch. */
  row: typeof mailOutbox.$inferInsert;
  /** Sends it, once the batch stands. Never throws. */
  send: () => Promise<void>;
};

/** Seals a mail for the batch that makes it due. */
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
      next_attempt_at: now + claim,
      created_at: now,
    },
    send: () => deliver(env, { id, attempts: 0, created_at: now }, { mail, useful_until: usefulUntil }),
  };
}

type Row = { id: string; attempts: number; created_at: number };

async function deliver(
  env: Env,
  row: Row,
  { mail, useful_until }: z.infer<typeof sealedShape>,
): Promise<void> {
  const now = Date.now();
  const isOver = useful_until !== null && useful_until <= now;
  const delivery = isOver
    ? ({ ok: false, retry: "never", reason: "over" } as const)
    : await sendMail(settings(env), row.id, mail);
  const attempts = row.attempts + 1;
  const wait = Math.min(longestWait, firstWait * 2 ** row.attempts);
  const isGivenUp = !delivery.ok && (delivery.retry === "never" || now - row.created_at + wait > patience);
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
}

/**
 * Sends every mail whose time has come, oldest first. For cron.
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
    const claimed = await db
      .update(mailOutbox)
      .set({ next_attempt_at: now + claim })
      .where(and(eq(mailOutbox.id, id), eq(mailOutbox.next_attempt_at, next_attempt_at)))
      .returning({ id: mailOutbox.id });
    if (claimed.length === 0) continue;
    const text = await open(settings(env).APP_SECRET, `mail:${id}`, sealed);
    await deliver(env, { id, attempts, created_at }, sealedShape.parse(JSON.parse(text)));
  }
  return waiting.length;
}
