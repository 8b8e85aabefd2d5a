/** Verifies the audit chain in the background, a stretch with each run of cron, and tells when it is broken. */
import { z } from "zod";
import type { ChainFault } from "#app/audit/chain.ts";
import { forgetAudit } from "#app/audit/forget-audit.server.ts";
import { sealAudit } from "#app/audit/sealing.server.ts";
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
  const broken = fault && nameOf(fault);
  const after: ChainState =
    next === null
      ? { from: null, checked: 0, whole: sum, ended_at: now, broken }
      : { ...before, from: next, checked: sum };
  await keepCursor(db, cursorName, JSON.stringify(after), now);
  if (fault) await tell(env, db, fault, now);
}

const nameOf = ({ kind, event_id, sequence }: ChainFault): string =>
  `${kind}: ${event_id ?? (sequence === null ? "its newest link" : `number ${sequence}`)}`;

async function tell(env: Env, db: Database, { kind, event_id, sequence }: ChainFault, now: number) {
  const event =
    event_id ?? (sequence === null ? "the newest link of the chain" : `number ${sequence} of the chain`);
  const subject = `broken_chain:${kind}:${event}`;
  await raise(env, db, [{ rule: "broken_chain", subject, facts: { kind, event } }], now);
}

/** Says what a step of the chain's care found: on /admin/security at once, and to those whom it concerns. */
async function found(env: Env, fault: ChainFault | null, now: number): Promise<void> {
  if (fault === null) return;
  const db = new Database(env.DB, new Timing());
  const kept: ChainState = { ...(await chainState(db)), broken: nameOf(fault), ended_at: now };
  await keepCursor(db, cursorName, JSON.stringify(kept), now);
  await tell(env, db, fault, now);
}

/** Seals what waits, and tells when the chain contradicts the link that is kept beside it. `now`: ms UTC */
export const sealWatched = async (env: Env, now: number): Promise<void> =>
  found(env, await sealAudit(env, now), now);

/** Forgets what is past its time, and tells when that would hide a break. `now`: ms UTC */
export const forgetWatched = async (env: Env, now: number): Promise<void> =>
  found(env, await forgetAudit(env, now), now);
