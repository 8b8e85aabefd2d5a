/** Invitations in tests: sent by a member, found in the inbox, opened in a browser. */
import { and, desc, eq } from "drizzle-orm";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { type Client, controlPlane, goodPassword, newAddress, type Person } from "../support/people.ts";

export const invite = (by: Person, email: string, role = "member") =>
  by.post("/users", { intent: "invite", email, role });

/** The newest invitation of an address. */
export async function invitationOf(email: string) {
  const found = await controlPlane()
    .select()
    .from(control.userInvitations)
    .where(eq(control.userInvitations.email, email.toLowerCase()))
    .orderBy(desc(control.userInvitations.id))
    .limit(1)
    .get();
  if (!found) throw new Error(`no invitation of ${email}`);
  return found;
}

/** The address in the newest mail to an address, as a path with its query, once there are `count` mails. */
export async function linkTo(email: string, count = 1): Promise<string> {
  const { text } = await mailTo(email, count);
  const link = /https?:\/\/\S+\/auth\?token=[\w-]+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** An invitation that was mailed: to whom, and where it is accepted. */
export async function invited(by: Person, { email = newAddress(), role = "member" } = {}) {
  const answer = await invite(by, email, role);
  if (!answer.ok) throw new Error(await answer.text());
  const link = await linkTo(email);
  return { email, link, token: link.replace(/^.*token=/, ""), invitation: await invitationOf(email) };
}

/** Fills the form of a newcomer. */
export const joinAsNewcomer = (browser: Client, link: string, changes: Record<string, string> = {}) =>
  browser.post(link, {
    intent: "invited-sign-up",
    password: goodPassword,
    confirm_password: goodPassword,
    terms: "on",
    ...changes,
  });

export const joinWithPassword = (browser: Client, link: string, password = goodPassword) =>
  browser.post(link, { intent: "invited-sign-in", password });

export const accept = (browser: Client, link: string) => browser.post(link, { intent: "accept" });

/** A person's role there; null: they are no member. */
export async function roleIn(organizationId: string, userId: string): Promise<string | null> {
  const found = await controlPlane()
    .select({ role: control.organizationMembers.role })
    .from(control.organizationMembers)
    .where(
      and(
        eq(control.organizationMembers.organization_id, organizationId),
        eq(control.organizationMembers.user_id, userId),
      ),
    )
    .get();
  return found?.role ?? null;
}

export const userWith = (email: string) =>
  controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email.toLowerCase()))
    .get();

/** "action target" of everything that is accounted for in an organization. */
export async function eventsIn(organizationId: string): Promise<string[]> {
  const found = await controlPlane()
    .select({ action: control.auditEvents.action, target: control.auditEvents.target })
    .from(control.auditEvents)
    .where(eq(control.auditEvents.organization_id, organizationId));
  return found.map(({ action, target }) => `${action} ${target}`);
}
