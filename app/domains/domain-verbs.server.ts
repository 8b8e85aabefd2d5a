/** What can be done with a custom domain that was added: look at it now, try it again, live on it, remove it. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { platform } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { checkDomain } from "./check-domain.server.ts";
import { domainSettings } from "./cloudflare.server.ts";
import { type DomainRow, domainsOf, findDomain, movingHome, writeDomain } from "./domain-rows.server.ts";
import { isPending } from "./domain-states.ts";
import { publishDomain, removeDomain } from "./leave-domain.server.ts";
import { restartForPerson } from "./restart-domain.server.ts";

const asked = { permission: "brand.write", section: "settings" } as const;

export const domainChoice = z.object({ id: z.uuid() });

/** `not_found`: the organization has no such domain. `changed`: cron or a colleague changed it at that moment. */
type Refused = { ok: false; reason: "not_found" | "changed" };
const notFound: Refused = { ok: false, reason: "not_found" };
const wasChanged: Refused = { ok: false, reason: "changed" };

/** Within this time a look is not repeated: the last one still says it. */
const fresh_ms = 10 * second_ms;

async function look(deps: Deps, row: DomainRow, now: number): Promise<void> {
  if (row.checked_at === null || now - row.checked_at >= fresh_ms) await checkDomain(deps, row, now);
}

/** Looks at one domain now. */
export const checkNow = verb(
  { verb: "domains.check", ...asked, worksUnpaid: true, input: domainChoice },
  async (actor, { id }, deps: Deps): Promise<{ ok: true; host: string } | Refused> => {
    const row = await findDomain(deps.db, actor.organization.id, id);
    if (!row) return notFound;
    await look(deps, row, Date.now());
    return { ok: true, host: row.host };
  },
);

/** Looks at every domain that waits for something: the page asks for it while it is open. */
export const checkPending = verb(
  { verb: "domains.check_pending", ...asked, worksUnpaid: true, input: z.object({}) },
  async (actor, _, deps: Deps): Promise<{ ok: true }> => {
    const now = Date.now();
    for (const row of await domainsOf(deps.db, actor.organization.id))
      if (isPending(row.state)) await look(deps, row, now);
    return { ok: true };
  },
);

/** Tries a domain again that failed, or that was no longer looked at. */
export const retryDomain = verb(
  { verb: "domains.retry", ...asked, input: domainChoice },
  async (actor, { id }, deps: Deps): Promise<{ ok: true; host: string } | Refused> => {
    const now = Date.now();
    const row = await findDomain(deps.db, actor.organization.id, id);
    if (!row || row.state === "deleting") return notFound;
    const known = domainSettings(settings(deps.env));
    if (known !== null) await restartForPerson({ db: deps.db, known }, row, now);
    const begins = row.live_at === null ? ({ state: "draft" } as const) : {};
    const audit = [await actor.note("domain.retried", id, { host: row.host })];
    const isWritten = await writeDomain(
      deps.db,
      row,
      { ...begins, checks: 0, check_at: now },
      { audit },
      now,
    );
    if (!isWritten) return wasChanged;
    const fresh = await findDomain(deps.db, actor.organization.id, id);
    if (fresh) await checkDomain(deps, fresh, now);
    return { ok: true, host: row.host };
  },
);

/** `not_live`: only a host that works can be lived on. */
type Moved = { ok: true; host: string } | Refused | { ok: false; reason: "not_live" };

/** Makes a live domain the organization's home, to which its other domains lead. */
export const makePrimary = verb(
  { verb: "domains.make_primary", ...asked, input: domainChoice },
  async (actor, { id }, deps: Deps): Promise<Moved> => {
    const now = Date.now();
    const row = await findDomain(deps.db, actor.organization.id, id);
    if (!row) return notFound;
    if (row.state !== "live" || row.is_claim) return { ok: false, reason: "not_live" };
    const audit = [await actor.note("domain.made_primary", id, { host: row.host })];
    const statements = movingHome(platform(deps.db), row, now);
    if (!(await writeDomain(deps.db, row, {}, { statements, audit }, now))) return wasChanged;
    await publishDomain(deps, row, now);
    return { ok: true, host: row.host };
  },
);

/** How often a removal is tried again when cron writes the row at the same moment. */
const tries = 3;

/** Removes a domain; people who are signed in on it are led to where the organization lives then. */
export const removeOwnDomain = verb(
  { verb: "domains.remove", ...asked, worksUnpaid: true, input: domainChoice },
  async (actor: Actor, { id }, deps: Deps): Promise<{ ok: true; host: string } | Refused> => {
    for (let attempt = 0; attempt < tries; attempt++) {
      const row = await findDomain(deps.db, actor.organization.id, id);
      if (!row) return notFound;
      if (row.state === "deleting") return { ok: true, host: row.host };
      const audit = await actor.note("domain.removed", id, { host: row.host });
      if (await removeDomain(deps, row, audit, Date.now())) return { ok: true, host: row.host };
    }
    return wasChanged;
  },
);
