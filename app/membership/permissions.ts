/** What each role of an organization may do: the one table that pages, actions and navigation ask. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";

export const roles = ["owner", "admin", "member", "viewer", "billing"] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  "agents.read",
  "agents.write",
  "numbers.read",
  "numbers.write",
  "calls.read",
  /** Who called, and what was said about persons; without it names, addresses and numbers are taken out. */
  "calls.read_persons",
  /** Marks what callers left as done, and open again. */
  "messages.write",
  "bookings.read",
  "members.read",
  /** Roles, invitations, and who may stay. */
  "members.write",
  "organization.write",
  /** What takes the organization away from somebody: handing it over, deleting it. */
  "organization.own",
  /** The plan, what it holds, and what was used of it. */
  "subscription.read",
] as const;
export type Permission = (typeof permissions)[number];

const reading: Permission[] = ["agents.read", "numbers.read", "calls.read", "bookings.read"];

const granted: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== "organization.own"),
  member: [...reading, "calls.read_persons", "messages.write", "members.read", "agents.write"],
  viewer: reading,
  billing: ["subscription.read"],
};

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/**
 * Where somebody of a role begins: whoever may not see calls begins with what they may see, and with their organizations
 * when the brand keeps even that from them.
 */
export function startPageOf(role: string, hidden: readonly BrandSection[]): string {
  if (may(role, "calls.read") || !may(role, "subscription.read")) return "/dashboard";
  return isHidden(hidden, "subscription") ? "/organizations" : "/subscription";
}

/** Whether a role may do something; a role that nobody knows may do nothing. */
export const may = (role: string, permission: Permission): boolean =>
  isRole(role) && granted[role].includes(permission);

/** The roles that somebody of a role may give and take (R21): owners are made and unmade by owners only. */
export const grantable = (role: string): readonly Role[] =>
  may(role, "members.write") ? roles.filter((one) => one !== "owner" || role === "owner") : [];

/** A role as it stands in lists and choices: "Owner". */
export const roleTitle = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);
