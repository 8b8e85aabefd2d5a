/** A claim that was proven: the domain goes from the organization that had it to the one that showed its record. */
import { and, eq, ne, sql } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { customDomains } from "#drizzle/control/schema.ts";
import { mailsToOwners } from "./domain-mails.server.ts";
import { type DomainRow, domainsOf, leavingHost, writeDomain } from "./domain-rows.server.ts";
import { publishDomain } from "./leave-domain.server.ts";

type Deps = { env: Env; db: Database; after: (work: Promise<unknown>) => void };

/** The organization that has the host now: by its row, or by its brand alone. */
async function holderOf(db: Database, { host, organization_id }: DomainRow): Promise<string | null> {
  const found = await platform(db).get<{ id: string | null }>(sql`select coalesce(
    (select d.organization_id from custom_domains d
      where d.host = ${host} and d.is_claim = 0 and d.organization_id <> ${organization_id}),
    (select b.organization_id from organization_branding b
      where b.custom_domain = ${host} and b.organization_id <> ${organization_id})) as id`);
  return found?.id ?? null;
}

/**
 * Gives the host to the organization whose record was found. Its hostname at Cloudflare goes with it: there is never a
 * second one for the same host. Both organizations are told by mail.
 * @param now ms UTC
 * @returns false when the row was changed meanwhile
 */
export async function winClaim(deps: Deps, row: DomainRow, now: number): Promise<boolean> {
  const { env, db: d1 } = deps;
  const db = platform(d1);
  const loser = await holderOf(d1, row);
  const lost =
    loser === null ? undefined : (await domainsOf(d1, loser)).find(({ host }) => host === row.host);
  const event = (organization_id: string, action: string) =>
    auditLine(noTrace, { action, organization_id, target: row.id, changes: { host: row.host } });
  const [lostMails, wonMails] = await Promise.all([
    // An organization that never proved the host loses nothing that it had.
    loser !== null && lost?.proven_at !== null
      ? mailsToOwners(env, d1, loser, { event: "lost", host: row.host }, now)
      : [],
    mailsToOwners(env, d1, row.organization_id, { event: "won", host: row.host }, now),
  ]);
  const isWon = await writeDomain(
    d1,
    row,
    { proven_at: now, state: "hostname_pending", checks: 0 },
    {
      statements: [
        ...(loser === null ? [] : leavingHost(db, { organization_id: loser, host: row.host })),
        db
          .delete(customDomains)
          .where(
            and(
              eq(customDomains.host, row.host),
              eq(customDomains.is_claim, false),
              ne(customDomains.id, row.id),
            ),
          ),
        db
          .update(customDomains)
          .set({
            is_claim: false,
            provider_id: lost?.provider_id ?? null,
            // With its www., which would stay at Cloudflare without a row that names it.
            has_www: row.has_www || lost?.has_www === true,
            www_provider_id: lost?.www_provider_id ?? null,
          })
          .where(and(eq(customDomains.id, row.id), eq(customDomains.host, row.host))),
      ],
      audit: [
        ...(loser === null ? [] : [event(loser, "domain.lost")]),
        event(row.organization_id, "domain.won"),
      ],
      mails: [...lostMails, ...wonMails].map((mail) => mail.row),
    },
    now,
  );
  if (!isWon) return false;
  await publishDomain(deps, row, now);
  if (loser !== null) await publishHostsOf(env, d1, loser, now);
  for (const mail of [...lostMails, ...wonMails]) deps.after(mail.send());
  return true;
}
