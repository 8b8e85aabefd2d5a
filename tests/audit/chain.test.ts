/** The audit chain: every event is sealed, and the first that was changed, removed or inserted by hand is named. */
import { env } from "cloudflare:workers";
import { desc, eq, gt, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { ChainFault } from "#app/audit/chain.ts";
import { forgetAudit } from "#app/audit/forget-audit.server.ts";
import { sealAudit } from "#app/audit/sealing.server.ts";
import { type ChainPlace, verifyStretch } from "#app/audit/verify-chain.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { auditAnchors, auditEvents, auditSeals } from "#drizzle/control/schema.ts";
import { changed, changing } from "../support/new-secret.ts";
import { controlPlane, memberOf } from "../support/people.ts";

const db = controlPlane();

/** An event of the moment `at`, as the database has it. */
const event = (at: number, changes: Record<string, string> | null = { role: "viewer" }) => ({
  id: newId(at),
  action: "member.role_changed",
  actor_id: newId(),
  organization_id: newId(),
  target: newId(),
  ip_prefix: "203.0.113",
  changes,
  created_at: at,
});

/** Events a second apart, sealed; the last is of two hours ago. */
async function sealed(count: number) {
  const now = Date.now();
  const events = Array.from({ length: count }, (_, i) => event(now - 2 * hour_ms - (count - i) * 1000));
  for (let at = 0; at < count; at += 8) await db.insert(auditEvents).values(events.slice(at, at + 8));
  await sealAudit(env, now);
  return events;
}

type Whole = { checked: number; fault: ChainFault | null; head: number };

async function verified(bindings: Env = env): Promise<Whole> {
  let from: ChainPlace | null = null;
  const whole: Whole = { checked: 0, fault: null, head: 0 };
  do {
    const { checked, fault, next, head } = await verifyStretch(bindings, from);
    whole.checked += checked;
    whole.fault = fault;
    whole.head = head?.sequence ?? whole.head;
    from = next;
  } while (from !== null);
  return whole;
}

const placeOf = async (id: string): Promise<number> => {
  const [row] = await db.select().from(auditSeals).where(eq(auditSeals.event_id, id));
  return row?.sequence ?? 0;
};

const at = <T>(all: readonly T[], place: number): T => {
  const one = all.at(place);
  if (one === undefined) throw new Error("no such event");
  return one;
};

beforeEach(async () => {
  await db.delete(auditSeals).where(gt(auditSeals.sequence, 0));
  await db.delete(auditEvents).where(gt(auditEvents.id, ""));
  await db.delete(auditAnchors).where(gt(auditAnchors.sequence, 0));
  for (const kept of ["audit/head.json", "audit/retired-keys.json"]) await env.FILES.delete(kept);
});

test("a trail that nobody touched verifies to its end", async () => {
  await sealed(1203);
  expect(await verified()).toEqual({ checked: 1203, fault: null, head: 1203 });
});

test("what happens on a page is sealed at once, without cron", async () => {
  const owner = await memberOf({ ip: "203.0.113.41" });
  const other = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const roles = ["member", "viewer"];
  // A run that was promised may have been lost with an earlier request: each event promises one again.
  await vi.waitFor(
    async () => {
      const [role = "member"] = roles.reverse();
      await owner.post("/users", { intent: "role", member: other.userId, role });
      const [line] = await db.select().from(auditEvents).where(eq(auditEvents.actor_id, owner.userId));
      expect(await placeOf(line?.id ?? "")).toBeGreaterThan(0);
    },
    { timeout: 30_000, interval: 1500 },
  );
  expect((await verified()).fault).toBeNull();
});

test.each([
  ["its changes", { changes: { role: "owner" } }],
  ["its changes taken away", { changes: null }],
  ["who did it", { actor_id: "another" }],
  ["what was done", { action: "member.removed" }],
  ["whose it is", { organization_id: "another" }],
  ["to whom", { target: null }],
  ["when", { created_at: 1 }],
  ["from where", { ip_prefix: "198.51.100" }],
] as const)("an event changed by hand is named: %s", async (_, change) => {
  const events = await sealed(9);
  const { id } = at(events, 4);
  await db.update(auditEvents).set(change).where(eq(auditEvents.id, id));
  expect(await verified()).toMatchObject({
    checked: 4,
    fault: { kind: "changed", sequence: 5, event_id: id },
  });
});

test("of two changed events the first is named", async () => {
  const events = await sealed(9);
  for (const place of [7, 2])
    await db
      .update(auditEvents)
      .set({ target: "x" })
      .where(eq(auditEvents.id, at(events, place).id));
  expect((await verified()).fault).toEqual({ kind: "changed", sequence: 3, event_id: at(events, 2).id });
});

test("a removed event is named, with its seal left behind or gone too", async () => {
  const events = await sealed(9);
  const { id } = at(events, 5);
  await db.delete(auditEvents).where(eq(auditEvents.id, id));
  expect((await verified()).fault).toEqual({ kind: "removed", sequence: 6, event_id: id });
  await db.delete(auditSeals).where(eq(auditSeals.event_id, id));
  expect((await verified()).fault).toEqual({ kind: "removed", sequence: 6, event_id: null });
});

test("an inserted event is named, without a seal and with one made by hand", async () => {
  const events = await sealed(3);
  const inserted = event(Date.now() - 5 * hour_ms);
  await db.insert(auditEvents).values(inserted);
  // Cron gives it no seal: it is older than anything that may still be written.
  await sealAudit(env, Date.now());
  expect((await verified()).fault).toEqual({ kind: "inserted", sequence: null, event_id: inserted.id });
  const [last] = await db.select().from(auditSeals).orderBy(desc(auditSeals.sequence)).limit(1);
  if (!last) throw new Error("no seal");
  await db
    .insert(auditSeals)
    .values({ ...last, sequence: last.sequence + 1, event_id: inserted.id, previous: last.hash });
  expect((await verified()).fault).toEqual({ kind: "forged", sequence: 4, event_id: inserted.id });
  expect(events).toHaveLength(3);
});

test("an event that took the place of another is named", async () => {
  const events = await sealed(6);
  await db.run(sql`update audit_seals set event_id = 'x' where sequence = 2`);
  await db.run(sql`update audit_seals set event_id = ${at(events, 1).id} where sequence = 3`);
  await db.run(sql`update audit_seals set event_id = ${at(events, 2).id} where sequence = 2`);
  expect((await verified()).fault).toEqual({ kind: "forged", sequence: 2, event_id: at(events, 2).id });
});

test("the newest events cannot be cut off unnoticed", async () => {
  await sealed(8);
  await db.delete(auditSeals).where(gt(auditSeals.sequence, 5));
  await db.run(sql`delete from audit_events where id not in (select event_id from audit_seals)`);
  expect(await verified()).toMatchObject({ checked: 5, fault: { kind: "cut", sequence: 6 } });
});

test("after 400 days a signed anchor stands for what was deleted, and the rest still verifies", async () => {
  const now = Date.now();
  const old = [402, 401, 400.5].map((days) => event(now - days * day_ms));
  await db.insert(auditEvents).values(old);
  await sealAudit(env, now);
  await sealed(4);
  await forgetAudit(env, now);
  expect(await db.select().from(auditEvents)).toHaveLength(4);
  expect(await verified()).toEqual({ checked: 4, fault: null, head: 7 });
  const anchors = await db.select().from(auditAnchors);
  expect(anchors.map(({ sequence }) => sequence)).toEqual([3]);
  await db
    .update(auditAnchors)
    .set({ hash: "1".repeat(64) })
    .where(eq(auditAnchors.sequence, 3));
  expect((await verified()).fault).toMatchObject({ kind: "forged", sequence: 3 });
  await db.delete(auditAnchors).where(eq(auditAnchors.sequence, 3));
  expect((await verified()).fault).toMatchObject({ kind: "removed", sequence: 1 });
});

test("everything may be past its time, and the chain goes on from its anchor", async () => {
  const now = Date.now();
  await db.insert(auditEvents).values([event(now - 403 * day_ms), event(now - 402 * day_ms)]);
  await sealAudit(env, now);
  await forgetAudit(env, now);
  expect(await verified()).toEqual({ checked: 0, fault: null, head: 2 });
  await sealed(2);
  expect(await verified()).toEqual({ checked: 2, fault: null, head: 4 });
});

test("a new secret seals on, and the old seals verify as long as it is kept, and by the chain afterwards", async () => {
  const events = await sealed(3);
  await db.insert(auditEvents).values(event(Date.now() - hour_ms));
  await sealAudit(changing(), Date.now());
  expect(await verified(changing())).toEqual({ checked: 4, fault: null, head: 4 });
  expect(await verified(changed())).toEqual({ checked: 4, fault: null, head: 4 });
  await db
    .update(auditEvents)
    .set({ target: "x" })
    .where(eq(auditEvents.id, at(events, 1).id));
  expect((await verified(changed())).fault).toMatchObject({ kind: "changed", sequence: 2 });
});

test("two runs at once seal each event once", async () => {
  const now = Date.now();
  await db.insert(auditEvents).values([event(now - hour_ms), event(now - hour_ms + 5)]);
  await Promise.all([sealAudit(env, now), sealAudit(env, now), sealAudit(env, now)]);
  expect(await verified()).toEqual({ checked: 2, fault: null, head: 2 });
});
