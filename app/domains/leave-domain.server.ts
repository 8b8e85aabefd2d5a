/** Giving a custom domain up: its visitors are led away at once, and Cloudflare is asked until it has deleted the hostname. */
import { sql } from "drizzle-orm";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { hostsOf, publishHost, publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { forgetLookUp } from "#app/branding/tenant.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { deleteHostname, domainSettings } from "./cloudflare.server.ts";
import {
  type Changed,
  type DomainRow,
  deleteDomain,
  domainsOf,
  leavingHost,
  quarantining,
  writeDomain,
} from "./domain-rows.server.ts";
import { afterNoAnswer } from "./domain-states.ts";
import { noNews } from "./hostname-news.schema.ts";

type Deps = { env: Env; db: Database };

/** Shows a changed domain everywhere: its own host, and the others of its organization, whose home may be another now. */
export async function publishDomain({ env, db }: Deps, row: DomainRow, now: number): Promise<void> {
  forgetLookUp(row.host);
  await publishHost(env, db, row.host, now);
  await publishHostsOf(env, db, row.organization_id, now);
}

/** Deletes a domain's hostnames at Cloudflare. */
async function deleteAtProvider(
  env: Env,
  { provider_id, www_provider_id }: Pick<DomainRow, "provider_id" | "www_provider_id">,
): Promise<{ ok: true } | { ok: false; retryAfter_ms: number | null }> {
  const ids = [provider_id, www_provider_id].filter((id) => id !== null);
  if (ids.length === 0) return { ok: true };
  const known = domainSettings(settings(env));
  if (known === null) return { ok: false, retryAfter_ms: null };
  for (const id of ids) {
    const deleted = await deleteHostname(known, id);
    if (!deleted.ok) return { ok: false, retryAfter_ms: deleted.retryAfter_ms };
  }
  return { ok: true };
}

/** What a row says once its domain is no host of the organization any more. */
const left: Changed = { proven_at: null, live_at: null, failing_since: null, provider: noNews };

/**
 * Removes a domain. Its visitors are led away in the same batch; the row stays until Cloudflare has deleted the hostname,
 * so that no hostname is forgotten there.
 * @returns false when the row was changed meanwhile
 */
export async function removeDomain(
  deps: Deps,
  row: DomainRow,
  audit: AuditRow,
  now: number,
): Promise<boolean> {
  const db = platform(deps.db);
  const wasHost = !row.is_claim && row.proven_at !== null;
  const tombstone: Changed = { ...left, state: "deleting", check_at: afterNoAnswer(null, now), checks: 0 };
  const statements = [
    ...(row.is_claim ? [] : leavingHost(db, row)),
    // A host that was only asked for is free for others at once.
    ...(wasHost ? [quarantining(db, row, now)] : []),
  ];
  if (!(await writeDomain(deps.db, row, tombstone, { statements, audit: [audit] }, now))) return false;
  if (!row.is_claim) await publishDomain(deps, row, now);
  const deleted = await deleteAtProvider(deps.env, row);
  if (deleted.ok) await deleteDomain(deps.db, row);
  return true;
}

/** Asks Cloudflare once more to delete what a removed domain left there. */
export async function finishRemoval(deps: Deps, row: DomainRow, now: number): Promise<void> {
  const deleted = await deleteAtProvider(deps.env, row);
  if (deleted.ok) return deleteDomain(deps.db, row);
  await writeDomain(deps.db, row, { check_at: afterNoAnswer(deleted.retryAfter_ms, now) }, {}, now);
}

/** What a domain becomes that pointed elsewhere for too long: its row stays, and can be tried again. */
export const fallenBack = (row: DomainRow, proof: string): Changed => ({
  ...left,
  state: "gone",
  proof,
  told_at: row.told_at,
});

/** Deletes the hostnames of a domain that waits, and keeps the row: of a deleted organization, and of one that fell back. */
export async function withdrawHostnames(
  deps: Deps,
  row: DomainRow,
  checkAt: number | null,
  now: number,
): Promise<void> {
  const deleted = await deleteAtProvider(deps.env, row);
  const changed: Changed = deleted.ok
    ? { provider_id: null, www_provider_id: null, check_at: checkAt }
    : { check_at: afterNoAnswer(deleted.retryAfter_ms, now) };
  await writeDomain(deps.db, row, changed, {}, now);
}

/**
 * Gives every host of an organization up, before its rows are deleted; those that it had proven stay closed to others.
 * @returns false while Cloudflare still has one of them
 */
export async function giveUpEveryHost(
  { env, db }: Deps,
  organizationId: string,
  now: number,
): Promise<boolean> {
  const own = tenant(db, organizationId);
  for (const host of await hostsOf(db, organizationId)) {
    await own.run(quarantineOf(organizationId, host, now));
    forgetLookUp(host);
  }
  for (const row of await domainsOf(db, organizationId)) {
    if (row.is_claim) continue;
    if (!(await deleteAtProvider(env, row)).ok) return false;
  }
  return true;
}

const quarantineOf = (organizationId: string, host: string, now: number) =>
  sql`insert into released_hosts (host, organization_id, released_at) values (${host}, ${organizationId}, ${now})
    on conflict (host) do nothing`;
