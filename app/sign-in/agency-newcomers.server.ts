/** Newcomers on an agency's host: they become its clients when it lets them in and its plan has clients; elsewhere on tenants' hosts accounts are by invitation. */
import type { Brand } from "#app/branding/brand.schema.ts";
import { tenantFromD1 } from "#app/branding/host-tenants.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { invitesClients, tenantHostOf } from "#app/branding/tenant.server.ts";
import { placeFor } from "#app/membership/client-places.server.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, database } from "#app/platform/d1.server.ts";

/** The agency whose client a newcomer becomes here; null: none. May be a minute old: D1 is asked where one is made. */
export function agencyHere(context: Context): string | null {
  const agency = invitesClients(context);
  return agency !== null && limitsOf(agency.tier).clients > 0 ? agency.id : null;
}

/**
 * Whether accounts are by invitation here: on a tenant's host, and on the main host's sign-in screen while it wears a
 * tenant's brand, unless that tenant is an agency that lets newcomers in. A newcomer's own organization would live on the
 * main host, and open nothing here.
 */
export const isByInvitation = (request: Request, context: Context): boolean =>
  (sessionHostOf(request, context) !== null || tenantHostOf(context) !== null) &&
  agencyHere(context) === null;

/** The agency here, if D1 says that it takes a newcomer now; otherwise they get an organization that stands alone. */
export async function agencyTaking(context: Context): Promise<string | null> {
  const id = agencyHere(context);
  return id !== null && (await placeFor(context.get(database), id)) === "room" ? id : null;
}

/** No place on a host, and whose brand says so; null: no living organization has the host. */
export type NoPlace = { is: "full" | "closed"; brand: Brand | null };
type Place = { is: "room"; agencyId: string } | NoPlace;

/** Whether a newcomer on the way to a host may become a client of its agency; from D1. */
export async function placeOn(db: Database, host: string): Promise<Place> {
  const tenant = await tenantFromD1(db, host);
  const brand = tenant?.brand ?? null;
  if (!tenant?.invites_clients || tenant.home !== host) return { is: "closed", brand };
  const is = await placeFor(db, tenant.organization_id);
  return is === "room" ? { is, agencyId: tenant.organization_id } : { is, brand };
}

/** Why a newcomer gets no account here, in the brand's words. */
export function noPlaceWords({ company_name, support_email }: Brand, place: "full" | "closed"): string {
  if (place === "closed")
    return `Accounts are by invitation only. Ask the team at ${company_name} to invite you.`;
  const whom = support_email ? `Email ${support_email}` : `Ask the team at ${company_name}`;
  return `${company_name} isn't accepting new accounts right now. ${whom}.`;
}
