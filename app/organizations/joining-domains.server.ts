/** Lets the people of an organization's proven domains join without an invitation, or no longer. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { publishHomeOf } from "#app/branding/host-tenants.server.ts";
import { provesDomain } from "#app/branding/proven-domains.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { violates } from "#app/platform/constraints.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { isAtProvider } from "#app/platform/mailbox-providers.ts";
import { auditEvents, joiningDomains, mailOutbox } from "#drizzle/control/schema.ts";
import { joiningMails } from "./joining-mails.server.ts";

/** A domain of an organization: whether its ownership is proven now, and whether its people join. */
type KnownDomain = { domain: string; isProven: boolean; isAllowed: boolean };

/** The statement that reads an organization's domains, for the caller's batch; `knownDomains` interprets its rows. */
export const readDomains = (db: PlatformDb, id: string) =>
  db
    .select({
      domain: sql<string>`n.domain`.as("domain"),
      is_proven: sql<number>`${provesDomain(sql`${id}`, sql`n.domain`)}`.as("is_proven"),
      is_allowed: sql<number>`exists (select 1 from joining_domains j
        where j.organization_id = ${id} and j.domain = n.domain)`.as("is_allowed"),
    })
    .from(sql`(select c.host as domain from custom_domains c where c.organization_id = ${id}
      union select s.domain as domain from sending_domains s where s.organization_id = ${id}
      union select j.domain as domain from joining_domains j where j.organization_id = ${id}) n`)
    .orderBy(sql`n.domain`);

type Row = Awaited<ReturnType<typeof readDomains>>[number];

/** The domains whose ownership the organization has proven, and those that were allowed and are proven no longer. */
export const knownDomains = (rows: readonly Row[]): KnownDomain[] =>
  rows
    .map(({ domain, is_allowed, is_proven }) => ({
      domain,
      isAllowed: is_allowed === 1,
      isProven: is_proven === 1,
    }))
    .filter((one) => (one.isProven || one.isAllowed) && !isAtProvider(one.domain));

const domainsOf = async (db: Database, id: string): Promise<KnownDomain[]> =>
  knownDomains(await readDomains(tenant(db, id), id));

export const joiningChoice = z.object({ domain: z.string().min(1).max(253).toLowerCase() });

/** `unproven`: the owner must confirm their identity. `foreign`: the domain is not proven, or people with it have mailboxes of a provider. `taken`: another organization's people join with it. */
export type JoiningSaved = { ok: true } | { ok: false; reason: "unproven" | "foreign" | "taken" };

/** Owners are told by mail: it opens the organization to everyone with such an address. */
export const allowJoining = verb(
  { verb: "joining.allow", permission: "organization.own", isPersonal: true, input: joiningChoice },
  async (actor, { domain }, deps: Deps): Promise<JoiningSaved> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { id } = actor.organization;
    const known = (await domainsOf(deps.db, id)).find((one) => one.domain === domain);
    if (!known?.isProven) return { ok: false, reason: "foreign" };
    if (known.isAllowed) return { ok: true };
    const all = platform(deps.db);
    const person = personOf(actor);
    const news = { domain, joined: null, by: person.name };
    const mails = await joiningMails(deps.env, deps.db, actor.organization, news, now);
    const row = { domain, organization_id: id, created_by: person.id, created_at: now };
    try {
      await all.batch([
        // An organization that can prove the domain no longer gives way.
        all
          .delete(joiningDomains)
          .where(
            and(
              eq(joiningDomains.domain, domain),
              sql`not ${provesDomain(sql`joining_domains.organization_id`, sql`joining_domains.domain`)}`,
            ),
          ),
        all.insert(joiningDomains).values(row),
        all.insert(auditEvents).values(await actor.note("joining.allowed", id, { domain })),
        ...mails.map((mail) => all.insert(mailOutbox).values(mail.row)),
      ]);
    } catch (error) {
      if (violates(error, "UNIQUE constraint failed: joining_domains.domain"))
        return { ok: false, reason: "taken" };
      throw error;
    }
    await publishHomeOf(deps.env, deps.db, id, now);
    for (const mail of mails) deps.after(mail.send());
    return { ok: true };
  },
);

export const stopJoining = verb(
  {
    verb: "joining.stop",
    permission: "organization.own",
    isPersonal: true,
    worksUnpaid: true,
    input: joiningChoice,
  },
  async (actor, { domain }, { db, env }: Pick<Deps, "db" | "env">): Promise<JoiningSaved> => {
    const { id } = actor.organization;
    const own = tenant(db, id);
    const known = await domainsOf(db, id);
    if (!known.some((one) => one.domain === domain && one.isAllowed)) return { ok: true };
    await own.batch([
      own
        .delete(joiningDomains)
        .where(and(eq(joiningDomains.organization_id, id), eq(joiningDomains.domain, domain))),
      own.insert(auditEvents).values(await actor.note("joining.stopped", id, { domain })),
    ]);
    await publishHomeOf(env, db, id, Date.now());
    return { ok: true };
  },
);
