/** Each permission in words, for people who choose a role. */
import type { Permission } from "./permissions.ts";

export const permissionWords: Readonly<Record<Permission, string>> = {
  "agents.read": "See agents",
  "agents.write": "Create and edit agents",
  "numbers.read": "See phone numbers",
  "numbers.write": "Buy, assign and release numbers",
  "calls.read": "See calls and totals",
  "calls.read_persons": "See callers' names and numbers",
  "calls.place": "Have agents call people",
  "calls.steer": "Step into running calls",
  "calls.write": "Note, tag and share calls, and block numbers",
  "messages.write": "Write text messages, and mark messages as done",
  "bookings.read": "See appointments",
  "bookings.write": "Book, move and cancel appointments",
  "errors.read": "See errors",
  "errors.write": "Resolve and mute errors",
  "members.read": "See who has access",
  "members.write": "Invite people and change roles",
  "organization.write": "Change organization settings",
  "brand.write": "Change the brand, domains and legal pages",
  "clients.read": "See client organizations",
  "clients.write": "Create, limit and suspend clients",
  "clients.support": "Open a client as support",
  "organization.own": "Transfer or delete the organization",
  "subscription.read": "See the plan and usage",
  "subscription.write": "Choose and pay for the plan",
};
