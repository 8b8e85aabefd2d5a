/** What each role of an organization may do: the one table that pages, actions and navigation ask. */

export const roles = ["owner", "admin", "member", "viewer", "billing"] as const;
export type Role = (typeof roles)[number];

export const permissions = [
  "agents.read",
  "agents.write",
  "numbers.read",
  "numbers.write",
  "calls.read",
  "bookings.read",
  "organization.write",
] as const;
export type Permission = (typeof permissions)[number];

const reading: Permission[] = ["agents.read", "numbers.read", "calls.read", "bookings.read"];

const granted: Record<Role, readonly Permission[]> = {
  owner: permissions,
  admin: permissions,
  member: [...reading, "agents.write"],
  viewer: reading,
  billing: [],
};

const isRole = (role: string): role is Role => (roles as readonly string[]).includes(role);

/** Whether a role may do something; a role that nobody knows may do nothing. */
export const may = (role: string, permission: Permission): boolean =>
  isRole(role) && granted[role].includes(permission);
