/** Forgotten passwords in tests: the link asked for, found in the inbox, opened in a browser, and used. */
import { eq } from "drizzle-orm";
import * as control from "#drizzle/control/schema.ts";
import { mailTo } from "../support/inbox.ts";
import { anonymous, type Client, controlPlane } from "../support/people.ts";

/** Passes every rule, and is not `goodPassword`. */
export const nextPassword = "Amber-lighthouse-61";

export const askForLink = (browser: Client, email: string, path = "/auth?mode=forgot") =>
  browser.post(path, { intent: "forgot", email });

/** The address in the newest mail, once there are `count` to that address. */
export async function linkIn(email: string, count: number): Promise<URL> {
  const { text } = await mailTo(email, count);
  const link = /https?:\/\/\S+[?&]reset=[\w-]+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in ${text}`);
  return new URL(link);
}

/** @param before how many mails the address has had */
export async function linkFor(email: string, before: number, path?: string): Promise<URL> {
  await askForLink(anonymous(), email, path);
  return linkIn(email, before + 1);
}

export const tokenOf = (link: URL): string => link.searchParams.get("reset") ?? "";

/** Fills the form that the link opens, on the link's own host. */
export const choosePassword = (
  browser: Client,
  link: URL,
  password = nextPassword,
  confirm_password = password,
) => browser.post(link.href, { intent: "reset", reset: tokenOf(link), password, confirm_password });

export async function userOf(email: string) {
  const found = await controlPlane()
    .select()
    .from(control.users)
    .where(eq(control.users.email_folded, email.toLowerCase()))
    .get();
  if (!found) throw new Error(`nobody has ${email}`);
  return found;
}

export const sessionsOf = (userId: string) =>
  controlPlane().select().from(control.sessions).where(eq(control.sessions.user_id, userId));
