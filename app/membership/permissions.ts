/** What each role of an organization may do: the one table for pages, actions and navigation. */
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";

export const roles = ["owner", "admin", "member", "viewer", "billing"] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  "agents.read",
  "agents.write",
  "numbers.read",
  "numbers.write",
  "calls.read",
  /** Who called, and what was said about people; without it names, addresses and numbers are removed. */
  "calls.read_persons",
  /** Marks callers' messages as done, and open again. */
  "messages.write",
  "bookings.read",
  "members.read",
  /** Roles, invitations and removals. */
  "members.write",
  "organization.write",
  /** Handing the organization over, and deleting it. */
  "organization.own",
  /** The plan, its limits and its usage. */
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
 * The start page of a role: the first page that the role may see, or the organizations page when the brand hides even
 * that.
 */
export function startPageOf(role: string, hidden: readonly BrandSection[]): string {
  if (may(role, "calls.read") || !may(role, "subscription.read")) return "/dashboard";
  return isHidden(hidden, "subscription") ? "/organizations" : "/subscription";
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
  `${/^[aeiou]/.test(role) ? "an" : "a"} ${role === "billing" ? "billing member" : role}`;
