/** What an API key may be allowed: the permissions that its operations ask for, in the order in which they are chosen. */
import type { Permission } from "#app/membership/permissions.ts";

export const apiScopes = [
  "agents.read",
  "agents.write",
  "numbers.read",
  "calls.read",
  "calls.read_persons",
  "calls.place",
  "messages.write",
  "contacts.read",
  "contacts.manage",
  "campaigns.read",
  "campaigns.manage",
  "bookings.read",
  "bookings.write",
  "webhooks.manage",
  "subscription.read",
  "clients.read",
  "clients.write",
] as const satisfies readonly Permission[];
export type ApiScope = (typeof apiScopes)[number];

export const isApiScope = (name: string): name is ApiScope => apiScopes.some((scope) => scope === name);

/** Scopes with which nothing is changed. */
export const isReadingScope = (scope: ApiScope): boolean => /\.read(?:_persons)?$/.test(scope);
