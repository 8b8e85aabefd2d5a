/** What the people of a suspended organization are told, in place of every page of it. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { brandOnMain } from "#app/branding/worn-brand.ts";

/** 403: which organization is suspended, whom to ask, and where else the person can go. */
export function suspendedAnswer({ memberships }: SignedIn, one: Membership): Response {
  const brand = brandOnMain(one.brand);
  const asked = one.agency?.name ?? brand.company_name;
  const message = `${one.name} is suspended. Ask ${asked} about it; nothing in it was changed or deleted.`;
  const suspended = { name: one.name, asked, support_email: brand.support_email ?? null };
  const others = memberships.flatMap(({ id, name }) => (id === one.id ? [] : [{ id, name }]));
  return Response.json({ code: "organization_suspended", message, suspended, others }, { status: 403 });
}
