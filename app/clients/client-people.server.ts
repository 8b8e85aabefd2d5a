/** A client's people, as its agency sees and invites them. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import {
  type Invited,
  invitationChoice,
  inviteMember,
  newInvitation,
  pendingInvitations,
  revokeInvitation,
} from "#app/organizations/invitations.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { first } from "#app/platform/keyset.ts";
import { auditEvents, organizationMembers, users } from "#drizzle/control/schema.ts";
import { clientOf } from "./agency.server.ts";
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

/** Invites a person to a client, with any role; inviting an owner needs a recent proof of identity. */
export const inviteToClient = verb(
  {
    verb: "clients.invite",
    permission: "clients.write",
    isPersonal: true,
    input: z.object({ ...clientChoice.shape, ...newInvitation.shape }),
  },
  async (actor, { client: id, email, role }, deps: Deps): Promise<Invited> => {
    const found = await clientOf(deps.db, actor.organization.id, id);
    if (!found || found.archived_at !== null) return { ok: false, reason: "unknown" };
    const inside = ownerIn(actor, found, deps, personOf(actor).provenAt);
    const outcome = await inviteMember(inside, { email, role }, deps);
    if (outcome.ok)
      await tenant(deps.db, actor.organization.id)
        .insert(auditEvents)
        .values(await actor.note("client.invited", id, { role }));
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
