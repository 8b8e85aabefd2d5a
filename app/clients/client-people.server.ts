/** A client's people, as its agency sees and invites them. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import {
  type Invited,
  invitationChoice,
  inviteMember,
  newInvitation,
  pendingInvitations,
  revokeInvitation,
} from "#app/organizations/invitations.server.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { first } from "#app/platform/keyset.ts";
import { auditEvents, mailOutbox, organizationMembers, users } from "#drizzle/control/schema.ts";
import { type Client, clientOf, ownersOf } from "./agency.server.ts";
import { clientChoice } from "./client-forms.server.ts";
import { ownerIn } from "./create-client.server.ts";

/** How many people and invitations the page shows. */
export const shownPeople = 50;

/** The first of a client's people, owners first, and of its pending invitations. */
export async function peopleOf(db: Database, id: string) {
  const own = tenant(db, id);
  const [people, invitations] = await own.batch([
    own
      .select({
        id: users.id,
        email: users.email,
        name: users.name,
        role: organizationMembers.role,
        last_seen_at: organizationMembers.last_seen_at,
      })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(eq(organizationMembers.organization_id, id))
      .orderBy(organizationMembers.created_at)
      .limit(shownPeople),
    pendingInvitations(own, id, first, shownPeople),
  ]);
  return { people, invitations: invitations.slice(0, shownPeople) };
}

/** The mails that tell a client's owners of an invitation, in the brand that they know. */
async function notices(
  actor: Actor,
  client: Client,
  owners: { email: string }[],
  { email, role }: z.output<typeof newInvitation>,
  { db, env }: Deps,
  now: number,
) {
  const { brand, sender, origin } = await brandOfOrganization(db, env, client.id);
  const { personInvitedMail } = await import("./person-invited.mail.tsx");
  const words = personInvitedMail({
    brand,
    organization: client.name,
    agency: actor.organization.name,
    inviter: actor.by.name,
    email,
    role,
    usersUrl: `${origin}/users`,
  });
  return Promise.all(owners.map((owner) => promiseMail(env, { to: owner.email, ...sender, ...words }, now)));
}

/**
 * Invites a person to a client, with any role. A client that has an owner decides itself whom it lets in: the agency's
 * person needs a recent proof of identity, the owners are told by mail, and while they let no support in, no one is
 * invited (`switched_off`).
 */
export const inviteToClient = verb(
  {
    verb: "clients.invite",
    permission: "clients.write",
    isPersonal: true,
    input: z.object({ ...clientChoice.shape, ...newInvitation.shape }),
  },
  async (
    actor,
    { client: id, email, role },
    deps: Deps,
  ): Promise<Invited | { ok: false; reason: "switched_off" }> => {
    const now = Date.now();
    const found = await clientOf(deps.db, actor.organization.id, id);
    if (!found || found.archived_at !== null) return { ok: false, reason: "unknown" };
    const owners = await ownersOf(deps.db, id);
    if (owners.length > 0 && !found.allows_support) return { ok: false, reason: "switched_off" };
    if (owners.length > 0 && !isProven(actor, now)) return { ok: false, reason: "unproven" };
    const mails = await notices(actor, found, owners, { email, role }, deps, now);
    const db = platform(deps.db);
    const along = [
      db.insert(auditEvents).values(await actor.note("client.invited", id, { role })),
      ...mails.map(({ row }) => db.insert(mailOutbox).values(row)),
    ];
    const inside = ownerIn(actor, found, deps, personOf(actor).provenAt);
    const outcome = await inviteMember(inside, { email, role }, { ...deps, along });
    if (outcome.ok) for (const mail of mails) deps.after(mail.send());
    return outcome;
  },
);

type Revoked = { ok: true } | { ok: false; reason: "refused" | "unknown" };

/** Takes an invitation to a client back: its link is dead from now on. */
export const revokeForClient = verb(
  {
    verb: "clients.revoke_invitation",
    permission: "clients.write",
    isPersonal: true,
    worksUnpaid: true,
    input: z.object({ ...clientChoice.shape, ...invitationChoice.shape }),
  },
  async (actor, { client: id, invitation }, deps: Deps): Promise<Revoked> => {
    const found = await clientOf(deps.db, actor.organization.id, id);
    if (!found) return { ok: false, reason: "unknown" };
    const outcome = await revokeInvitation(ownerIn(actor, found, deps, null), { invitation }, deps);
    if (outcome.ok) await actor.record("client.invitation_revoked", id);
    return outcome;
  },
);
