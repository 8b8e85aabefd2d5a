/** The domain that an organization's mail comes from: set, verified by its DNS records, and given up. */
import { eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { hasWhiteLabel } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { violates } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { ownMailHosts } from "#app/platform/mail.server.ts";
import { isAtProvider } from "#app/platform/mailbox-providers.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, sendingDomains } from "#drizzle/control/schema.ts";
import type { HostRefusal } from "./domain-host.ts";
import { createSender, deleteSender, senderRecords, verifySender } from "./resend-domains.server.ts";
import {
  announcing,
  giveUpUnverified,
  lookAtSender,
  makeRoom,
  senderRowOf,
  statusOf,
} from "./sender-rows.server.ts";
import type { SenderStatus } from "./sender-statuses.ts";
import { typedHost } from "./typed-host.server.ts";

/** What the page shows of it. */
export type Sender = {
  address: string;
  domain: string;
  status: SenderStatus;
  records: z.infer<typeof senderRecords>;
};

/** Null: the organization has none. */
export async function senderOf(db: Database, organizationId: string): Promise<Sender | null> {
  const row = await senderRowOf(db, organizationId);
  if (!row) return null;
  return {
    address: `${row.local_part}@${row.domain}`,
    domain: row.domain,
    status: statusOf(row),
    records: senderRecords.catch([]).parse(row.records),
  };
}

export const senderForm = z.object({
  address: z
    .string({ error: "Enter an address, like hello@yourcompany.com" })
    .trim()
    .toLowerCase()
    .max(254, "Invalid email address")
    .refine((typed) => z.email().safeParse(typed).success, "Invalid email address")
    .refine(
      (typed) => !isAtProvider(typed),
      "You can't add records to that domain. Use an address at a domain you own.",
    ),
});

/** `plan`: it comes with a larger plan. `exists`: it has one, which must be removed first. `taken`: another organization has verified it. */
type Set =
  | { ok: true }
  | { ok: false; reason: HostRefusal | "exists" | "taken" | "silent" | "plan" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/** Adds the domain of an address at the provider, and shows its records. */
export const setSender = verb(
  { verb: "sender.set", permission: "brand.write", section: "settings", input: senderForm },
  async (actor, { address }, deps: Deps): Promise<Set> => {
    const { db, env } = deps;
    const now = Date.now();
    const { id, status } = actor.organization;
    if (!hasWhiteLabel(actor.limits, status)) return { ok: false, reason: "plan" };
    const known = settings(env);
    const at = address.lastIndexOf("@");
    const typed = typedHost(address.slice(at + 1), [known.PUBLIC_HOST, ...ownMailHosts(known)]);
    if (!typed.ok) return typed;
    const spent = await spend(db, [{ key: `sender:${id}`, most: 10, within_ms: hour_ms }], now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    if (await senderRowOf(db, id)) return { ok: false, reason: "exists" };
    const domain = address.slice(at + 1);
    const room = await makeRoom(deps, { organizationId: id, domain }, now);
    if (room !== "free") return { ok: false, reason: room };
    const made = await createSender(known, domain);
    if (!made.ok) return { ok: false, reason: made.reason === "silent" ? "silent" : "taken" };
    const own = tenant(db, id);
    // Known to the provider already, it may be verified at once.
    const news = announcing(env, db, id, now);
    let written: { id: string }[];
    try {
      [, written] = await own.batch([
        own.insert(sendingDomains).values({
          organization_id: id,
          domain,
          local_part: address.slice(0, at),
          provider_id: made.value.id,
          status: made.value.status,
          records: made.value.records,
          check_at: now + 5 * minute_ms,
          created_at: now,
          updated_at: now,
        }),
        news.statement,
        own.insert(auditEvents).values(await actor.note("sender.set", id, { domain })),
      ]);
    } catch (error) {
      // A colleague was faster: what this request made at the provider must not stay behind.
      await deleteSender(known, made.value.id);
      if (violates(error, "UNIQUE constraint failed: sending_domains"))
        return { ok: false, reason: "exists" };
      throw error;
    }
    await news.done(written);
    await verifySender(known, made.value.id);
    return { ok: true };
  },
);

type Looked = { ok: true } | { ok: false; reason: "not_found" };

/** Asks the provider to look again. */
export const checkSender = verb(
  {
    verb: "sender.check",
    permission: "brand.write",
    section: "settings",
    worksUnpaid: true,
    input: z.object({}),
  },
  async (actor, _, deps: Deps): Promise<Looked> => {
    const { db, env } = deps;
    const now = Date.now();
    const { id } = actor.organization;
    const row = await senderRowOf(db, id);
    if (!row) return { ok: false, reason: "not_found" };
    const limit = { key: `sender-check:${id}`, most: 20, within_ms: hour_ms };
    if (row.provider_id !== null && (await spend(db, [limit], now)).ok && statusOf(row) !== "verified")
      await verifySender(settings(env), row.provider_id);
    await lookAtSender(deps, row, now);
    return { ok: true };
  },
);

type Removed = { ok: true } | { ok: false; reason: "not_found" | "silent" };

/** Gives the domain up at the provider; mail comes from the agency's or the neutral address again. */
export const removeSender = verb(
  {
    verb: "sender.remove",
    permission: "brand.write",
    section: "settings",
    worksUnpaid: true,
    input: z.object({}),
  },
  async (actor, _, { db, env }: Deps): Promise<Removed> => {
    const { id } = actor.organization;
    const row = await senderRowOf(db, id);
    if (!row) return { ok: false, reason: "not_found" };
    if (!(await giveUpSender(env, db, id))) return { ok: false, reason: "silent" };
    const own = tenant(db, id);
    const news = announcing(env, db, id, Date.now());
    const [, written] = await own.batch([
      own.delete(sendingDomains).where(eq(sendingDomains.organization_id, id)),
      news.statement,
      own.insert(auditEvents).values(await actor.note("sender.removed", id, { domain: row.domain })),
    ]);
    await news.done(written);
    return { ok: true };
  },
);

/** Deletes an organization's sending domain at the provider. @returns false when the provider did not do it */
export async function giveUpSender(env: Env, db: Database, organizationId: string): Promise<boolean> {
  const row = await senderRowOf(db, organizationId);
  if (!row?.provider_id) return true;
  return (await deleteSender(settings(env), row.provider_id)).ok;
}

/** How many one run of cron looks at; the provider takes 2 requests a second. */
const oneRun = 20;

/** Looks at the sending domains that are due, for cron, and gives up those that wait too long. `now`: ms UTC */
export async function checkDueSenders(env: Env, now: number): Promise<number> {
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select()
    .from(sendingDomains)
    .where(lte(sendingDomains.check_at, now))
    .orderBy(sql`check_at`)
    .limit(oneRun);
  const later: Promise<unknown>[] = [];
  const deps = { env, db, after: (work: Promise<unknown>) => void later.push(work) };
  for (const row of due) await giveUpUnverified(deps, row, await lookAtSender(deps, row, now), now);
  await Promise.all(later);
  return due.length;
}
