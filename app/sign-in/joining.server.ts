/** A newcomer whose address is of a domain whose people join an organization without an invitation. */
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { joiningDomainsHere } from "#app/branding/tenant.server.ts";
import type { PromisedMail } from "#app/mail/mail-outbox.server.ts";
import { lookingAt } from "#app/membership/active-organization.server.ts";
import {
  domainOfAddress,
  joiningDomainsOn,
  joiningFor,
  joiningRole,
} from "#app/membership/joining.server.ts";
import { withinSeats } from "#app/membership/seats.server.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { joiningMails } from "#app/organizations/joining-mails.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents, mailOutbox, organizationMembers } from "#drizzle/control/schema.ts";
import { isByInvitation } from "./agency-newcomers.server.ts";

/** The statements that make them a member, for the batch that proves their address; `tell` sends the owners' mails afterwards. */
export type Joins = { statements: BatchItem<"sqlite">[]; tell: () => void };

/**
 * Joins a newcomer who has just proven their address; null: no organization takes them this way. The batch fails
 * (`guardFailed`) when another person took its last place at the same moment.
 * @param user a person without any membership
 * @param host the tenant's host that they are on, or on the way to; null: the main host
 */
export async function joining(
  request: Request,
  context: Context,
  user: { id: string; email: string; name?: string | null },
  host: string | null,
  now: number,
): Promise<Joins | null> {
  const d1 = context.get(database);
  const found = await joiningFor(d1, user.email, host);
  if (found === null) return null;
  const { env, ctx } = context.get(cloudflare);
  const db = platform(d1);
  const { id, name, domain, most } = found;
  const who = user.name ? `${user.name} (${user.email})` : user.email;
  const mails = await joiningMails(env, d1, { id, name }, { domain, joined: who, by: who }, now);
  const event = {
    action: "member.joined_by_domain",
    actor_id: user.id,
    organization_id: id,
    target: user.id,
    changes: { domain, role: joiningRole },
  };
  const fact = enqueueFact(env, db, id, {
    kind: "member.joined",
    at: now,
    payload: { v: 1, user_id: user.id, role: joiningRole, invitation_id: `domain:${user.id}` },
  });
  return {
    statements: [
      db
        .insert(organizationMembers)
        .values({ organization_id: id, user_id: user.id, role: joiningRole, created_at: now }),
      // The fact is of the statement before it.
      fact.statement,
      ...withinSeats(db, id, most),
      lookingAt(db, user.id, id, now),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
      ...mails.map((mail: PromisedMail) => db.insert(mailOutbox).values(mail.row)),
    ],
    tell: () => {
      for (const mail of mails) ctx.waitUntil(mail.send());
    },
  };
}

/** The domains whose people may sign up here although accounts are by invitation, a minute old at most; none where they are not. */
export const domainsShown = (request: Request, context: Context): readonly string[] =>
  sessionHostOf(request, context) !== null && isByInvitation(request, context)
    ? joiningDomainsHere(context)
    : [];

/** The same, as D1 knows it. */
export async function domainsThatJoin(request: Request, context: Context): Promise<string[]> {
  const host = sessionHostOf(request, context);
  if (host === null || !isByInvitation(request, context)) return [];
  return joiningDomainsOn(context.get(database), host);
}

/**
 * Whether an address is of a domain whose people join an organization that lives on this host: then neither an invitation
 * nor a free place of an agency is needed.
 */
export async function joinsHere(request: Request, context: Context, email: string): Promise<boolean> {
  const host = sessionHostOf(request, context);
  if (host === null) return false;
  return (await joiningDomainsOn(context.get(database), host)).includes(domainOfAddress(email));
}
