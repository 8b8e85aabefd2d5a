/** A person with the database alone cannot make the audit chain good again: the link beside the database contradicts it, before cron and after. */
import { env } from "cloudflare:workers";
import { asc, eq, gt, gte, lte } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { canonical, genesis } from "#app/audit/chain.ts";
import { sealAudit, sealNewest, storedColumns } from "#app/audit/sealing.server.ts";
import { type ChainPlace, verifyStretch } from "#app/audit/verify-chain.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { chainState, forgetWatched, sealWatched, watchChain } from "#app/watch/chain-watch.server.ts";
import {
  auditAnchors,
  auditEvents,
  auditSeals,
  cronCursors,
  securityAlerts,
} from "#drizzle/control/schema.ts";
import { changed, changing } from "../support/new-secret.ts";
import { controlPlane } from "../support/people.ts";

const db = controlPlane();
const headKey = "audit/head.json";

const event = (at: number) => ({
  id: newId(at),
  action: "member.role_changed",
  actor_id: newId(),
  organization_id: newId(),
  target: newId(),
  changes: { role: "viewer" },
  created_at: at,
});

/** Nine sealed events; the ids in their order. */
async function nine(): Promise<string[]> {
  const now = Date.now();
  const events = Array.from({ length: 9 }, (_, i) => event(now - 30 * minute_ms - (9 - i) * 1000));
  await db.insert(auditEvents).values(events.slice(0, 5));
  await db.insert(auditEvents).values(events.slice(5));
  await sealAudit(env, now);
  return events.map(({ id }) => id);
}

async function fault(bindings: Env = env) {
  let from: ChainPlace | null = null;
  for (;;) {
    const { fault: found, next } = await verifyStretch(bindings, from);
    if (found || next === null) return found;
    from = next;
  }
}

/** What cron does with the chain, in its order, twice. */
async function cron() {
  for (const now of [Date.now(), Date.now() + 5 * minute_ms]) {
    await watchChain(env, now);
    await sealWatched(env, now);
    await forgetWatched(env, now);
  }
}

const head = async () => (await env.FILES.get(headKey))?.text();

/** Recomputes every hash after a change, with a seal that the attacker made up. */
async function recompute(key_id: string) {
  let before = genesis;
  for (const seal of await db.select().from(auditSeals).orderBy(asc(auditSeals.sequence))) {
    const [row] = await db.select(storedColumns).from(auditEvents).where(eq(auditEvents.id, seal.event_id));
    if (!row) throw new Error("no event");
    const hash = await sha256(canonical(before, row));
    if (hash !== seal.hash)
      await db
        .update(auditSeals)
        .set({ previous: before.hash, hash, key_id, seal: "x" })
        .where(eq(auditSeals.sequence, seal.sequence));
    before = { sequence: seal.sequence, hash };
  }
}

const change = (id: string | undefined) =>
  db
    .update(auditEvents)
    .set({ target: "FORGED" })
    .where(eq(auditEvents.id, id ?? ""));

beforeEach(async () => {
  await db.delete(auditSeals).where(gt(auditSeals.sequence, 0));
  await db.delete(auditEvents).where(gt(auditEvents.id, ""));
  await db.delete(auditAnchors).where(gt(auditAnchors.sequence, 0));
  await db.delete(securityAlerts).where(eq(securityAlerts.rule, "broken_chain"));
  await db.delete(cronCursors).where(eq(cronCursors.name, "audit_verified"));
  for (const kept of [headKey, "audit/retired-keys.json"]) await env.FILES.delete(kept);
});

test.each([
  [
    "the seals from an event on deleted, and the event changed",
    async (ids: string[]) => {
      await db.delete(auditSeals).where(gte(auditSeals.sequence, 5));
      await change(ids[4]);
    },
    { kind: "cut", sequence: 5 },
    true,
  ],
  [
    "the seals from an event on deleted with the event",
    async (ids: string[]) => {
      await db.delete(auditSeals).where(gte(auditSeals.sequence, 5));
      await db.delete(auditEvents).where(eq(auditEvents.id, ids[4] ?? ""));
    },
    { kind: "cut", sequence: 5 },
    true,
  ],
  [
    "an event changed and all hashes computed anew, under the id of a key that nobody has",
    async (ids: string[]) => {
      await change(ids[4]);
      await recompute("00000000");
    },
    { kind: "forged", sequence: 5 },
    true,
  ],
  [
    "every seal deleted",
    async (ids: string[]) => {
      await db.delete(auditSeals).where(gte(auditSeals.sequence, 1));
      await change(ids[0]);
    },
    { kind: "cut", sequence: 1 },
    true,
  ],
  [
    "the chain dated back, so that it is past its time",
    async () => {
      for (let sequence = 1; sequence <= 9; sequence++)
        await db
          .update(auditSeals)
          .set({ event_id: newId(Date.now() - 500 * day_ms) })
          .where(eq(auditSeals.sequence, sequence));
    },
    { kind: "forged", sequence: 1 },
    false,
  ],
  [
    "an anchor made up in place of the chain",
    async () => {
      await db.delete(auditSeals).where(lte(auditSeals.sequence, 9));
      await db
        .insert(auditAnchors)
        .values({ sequence: 9, hash: "1".repeat(64), key_id: "00000000", seal: "x", created_at: 1 });
    },
    { kind: "forged", sequence: 9 },
    true,
  ],
] as const)("%s: seen before cron and after, and told", async (_, attack, expected, isStopped) => {
  const ids = await nine();
  const before = await head();
  await attack(ids);
  expect(await fault()).toMatchObject(expected);
  if (isStopped) expect(await sealNewest(env, Date.now())).toMatchObject({ kind: expected.kind });
  await cron();
  expect(await fault()).toMatchObject(expected);
  if (isStopped) expect(await head()).toBe(before);
  expect((await chainState(new Database(env.DB, new Timing()))).broken).toContain(`${expected.kind}: `);
  const told = await db.select().from(securityAlerts).where(eq(securityAlerts.rule, "broken_chain"));
  expect(told.map(({ facts }) => facts.kind)).toContain(expected.kind);
});

test("below a contradiction nothing is sealed, by a page's event or by cron, and a head of another hand is kept", async () => {
  await nine();
  await db.delete(auditSeals).where(gte(auditSeals.sequence, 8));
  await db.insert(auditEvents).values(event(Date.now() - 1000));
  expect(await sealNewest(env, Date.now())).toMatchObject({ kind: "cut", sequence: 8 });
  expect(await sealAudit(env, Date.now())).toMatchObject({ kind: "cut", sequence: 8 });
  expect(await db.select().from(auditSeals)).toHaveLength(7);
  const forged = JSON.stringify({ sequence: 7, hash: "1".repeat(64), key_id: "00000000", seal: "x" });
  await env.FILES.put(headKey, forged);
  expect(await sealAudit(env, Date.now())).toMatchObject({ kind: "forged", sequence: null });
  expect(await head()).toBe(forged);
});

test("a former key is believed up to the number where it was replaced, and only by a signed list", async () => {
  const ids = await nine();
  await db.insert(auditEvents).values(event(Date.now() - 2000));
  await sealAudit(changing(), Date.now());
  expect(await fault(changed())).toBeNull();
  const [former] = await db.select().from(auditSeals).where(eq(auditSeals.sequence, 9));
  const made = event(Date.now() - 1000);
  await db.insert(auditEvents).values(made);
  const [last] = await db.select().from(auditSeals).where(eq(auditSeals.sequence, 10));
  const [row] = await db.select(storedColumns).from(auditEvents).where(eq(auditEvents.id, made.id));
  if (!former || !last || !row) throw new Error("no seal");
  const hash = await sha256(canonical(last, row));
  await db
    .insert(auditSeals)
    .values({ sequence: 11, event_id: made.id, previous: last.hash, hash, key_id: former.key_id, seal: "x" });
  expect(await fault(changed())).toMatchObject({ kind: "forged", sequence: 11 });
  await db.delete(auditSeals).where(eq(auditSeals.sequence, 11));
  await env.FILES.put(
    "audit/retired-keys.json",
    JSON.stringify({ retired: { [former.key_id]: 99 }, key_id: last.key_id, seal: "x" }),
  );
  expect(await fault(changed())).toMatchObject({ kind: "forged", sequence: 1, event_id: ids[0] });
});

test("an operator who deletes the kept link accepts the chain as it is", async () => {
  await nine();
  await db.delete(auditSeals).where(gte(auditSeals.sequence, 8));
  expect(await sealAudit(changed(), Date.now())).toMatchObject({ kind: "forged" });
  await env.FILES.delete(headKey);
  expect(await sealAudit(changed(), Date.now())).toBeNull();
  expect(await fault(changed())).toBeNull();
  await db.insert(auditEvents).values(event(Date.now() - hour_ms / 2));
  expect(await sealAudit(changed(), Date.now())).toBeNull();
  expect(await fault(changed())).toBeNull();
});
