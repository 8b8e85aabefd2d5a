/** What each role of an organization may do: the one table for pages, actions and navigation. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";

export const roles = ["owner", "admin", "member", "viewer", "billing"] as const;
export type Role = (typeof roles)[number];

/** What an agency's people are in a client's organization while they visit it as support; no member has such a role. */
export const visitRoles = ["support", "support_write"] as const;
type VisitRole = (typeof visitRoles)[number];

export const permissions = [
  "agents.read",
  "agents.write",
  "numbers.read",
  "numbers.write",
  "calls.read",
  /** Who called, and what was said about people; without it names, addresses and numbers are removed. */
  "calls.read_persons",
  /** Notes, tags and shared links of calls, and whom agents do not call any more. */
  "calls.write",
  /** Has an agent call a number. */
  "calls.place",
  /** Whispers to the agent of a running call, speaks into it, hands it over, ends it. */
  "calls.steer",
  /** Marks callers' messages as done, and open again; writes text messages. */
  "messages.write",
  /** Campaigns, how they go, and whom they call. */
  "campaigns.read",
  /** Writes, starts, holds and ends campaigns. */
  "campaigns.manage",
  /** Workflows and their runs. */
  "workflows.read",
  /** Writes workflows, turns them on and off, and begins runs anew. */
  "workflows.manage",
  /** The people who call and are called, and the do-not-call list. */
  "contacts.read",
  /** Makes, changes, imports, exports and merges them, and keeps numbers from being called. */
  "contacts.manage",
  "bookings.read",
  /** Books by hand; moves and cancels appointments, writes notes, marks no-shows. */
  "bookings.write",
  /** What failed in the organization, without personal data. */
  "errors.read",
  /** Marks errors as resolved or muted. */
  "errors.write",
  "members.read",
  /** Roles, invitations and removals. */
  "members.write",
  "organization.write",
  /** Addresses of the organization's own that are told of what happens. */
  "webhooks.manage",
  /** How the organization looks, its custom domains, and the address that its mail comes from. */
  "brand.write",
  /** An agency's clients: the list, and what each is and may do. */
  "clients.read",
  "clients.write",
  /** Opening a client's organization as support. */
  "clients.support",
  /** Handing the organization over, and deleting it. */
  "organization.own",
  /** The plan, its limits and its usage. */
  "subscription.read",
  /** Choosing, paying, changing and canceling the plan. */
  "subscription.write",
] as const;
export type Permission = (typeof permissions)[number];

const reading: Permission[] = ["agents.read", "numbers.read", "calls.read", "bookings.read"];

/** What support that may change things still leaves to the client itself and to its agency. */
const keptFromSupport: readonly Permission[] = [
  "calls.place",
  "calls.steer",
  "campaigns.manage",
  "workflows.manage",
  "webhooks.manage",
  "members.write",
  "organization.own",
  "subscription.write",
  "brand.write",
  "clients.read",
  "clients.write",
  "clients.support",
];

const granted: Record<Role | VisitRole, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter(
    (permission) => permission !== "organization.own" && permission !== "subscription.write",
  ),
  member: [
    ...reading,
    "calls.read_persons",
    "calls.place",
    "calls.steer",
    "calls.write",
    "campaigns.read",
    "campaigns.manage",
    "workflows.read",
    "workflows.manage",
    "messages.write",
    "bookings.write",
    "contacts.read",
    "contacts.manage",
    "members.read",
    "agents.write",
    "errors.read",
    "errors.write",
  ],
  viewer: reading,
  billing: ["subscription.read", "subscription.write"],
  support: [
    ...reading,
    "calls.read_persons",
    "campaigns.read",
    "workflows.read",
    "contacts.read",
    "errors.read",
    "members.read",
    "subscription.read",
  ],
  support_write: permissions.filter((permission) => !keptFromSupport.includes(permission)),
};

const isRole = (role: string): role is Role | VisitRole => Object.hasOwn(granted, role);

/** Where people begin, the usual page first; a role that may see none of them is told so on the dashboard. */
const startPages: readonly (readonly [string, Permission])[] = [
  ["/dashboard", "calls.read"],
  ["/agents", "agents.read"],
  ["/numbers", "numbers.read"],
  ["/subscription", "subscription.read"],
];

/**
 * The start page of a role: the first page that the role may see, or the organizations page when the brand hides all of
 * them.
 */
export function startPageOf(role: string, hidden: readonly BrandSection[]): string {
  const seen = startPages.filter(([, needed]) => may(role, needed));
  if (seen.length === 0) return "/dashboard";
  return seen.find(([page]) => !isHidden(hidden, page))?.[0] ?? "/organizations";
}

/** Whether a role may do something; an unknown role may do nothing. */
export const may = (role: string, permission: Permission): boolean =>
  isRole(role) && granted[role].includes(permission);

/** The roles that a role may give and take (R21): only owners make and unmake owners. */
export const grantable = (role: string): readonly Role[] =>
  may(role, "members.write") ? roles.filter((one) => one !== "owner" || role === "owner") : [];

/** A role in lists and choices: "Owner". */
export const roleTitle = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

/** "an owner", "a viewer", "a billing member": a person of that role, inside a sentence. */
export const asRole = (role: string): string =>
  role.startsWith("support") ? "a support visitor" : memberAs(role);

const memberAs = (role: string): string =>
  `${/^[aeiou]/.test(role) ? "an" : "a"} ${role === "billing" ? "billing member" : role}`;
