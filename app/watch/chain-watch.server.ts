/** Verifies the audit chain in the background, a stretch with each run of cron, and tells when it is broken. */
import { z } from "zod";
import { chainPlace, verifyStretch } from "#app/audit/verify-chain.server.ts";
import { cursorOf, keepCursor } from "#app/billing/stripe/cron-cursors.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { raise } from "./alerts.server.ts";

const cursorName = "audit_verified";

const state = z.object({
  /** Where the next stretch begins; null: at the beginning. */
  from: chainPlace.nullable(),
  /** Events verified so far in this round, and in the last whole one. */
  checked: z.number(),
  whole: z.number(),
  /** When the last whole round ended, ms UTC; null: not yet. */
  ended_at: z.number().nullable(),
  /** The event where the last round broke off; null: it was intact. */
  broken: z.string().nullable(),
});
export type ChainState = z.infer<typeof state>;

const begin: ChainState = { from: null, checked: 0, whole: 0, ended_at: null, broken: null };

export async function chainState(db: Database): Promise<ChainState> {
  const kept = await cursorOf(db, cursorName);
  if (kept === null || kept.cursor === "") return begin;
  const read = state.safeParse(JSON.parse(kept.cursor));
  return read.success ? read.data : begin;
}

/** Verifies the next stretch. `now`: ms UTC */
export async function watchChain(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const before = await chainState(db);
  const { checked, fault, next } = await verifyStretch(env, before.from);
  const sum = before.checked + checked;
  const broken = fault && `${fault.kind}: ${fault.event_id ?? `number ${fault.sequence}`}`;
  const after: ChainState =
    next === null
      ? { from: null, checked: 0, whole: sum, ended_at: now, broken }
      : { ...before, from: next, checked: sum };
  await keepCursor(db, cursorName, JSON.stringify(after), now);
  if (fault === null) return;
  const event = fault.event_id ?? `number ${fault.sequence} of the chain`;
  const subject = `broken_chain:${fault.kind}:${event}`;
  await raise(env, db, [{ rule: "broken_chain", subject, facts: { kind: fault.kind, event } }], now);
}
