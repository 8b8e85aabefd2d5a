/** The guard of pages about the person, without an organization: any signed-in account, with any role or none. */
import { createContext, type MiddlewareFunction, replace } from "react-router";
import { sendToMainHost } from "#app/branding/hosts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { signInPath } from "./return-path.ts";
import { ownErrors, type SignedIn, visitor } from "./session.server.ts";

const signedInPerson = createContext<SignedIn>();

/** The signed-in person. Only under the `signedInOnly` guard. */
export const person = (context: Context): SignedIn => context.get(signedInPerson);

/**
 * Stands before every page about a person: without a full session it leads to /auth. On a tenant's host these pages
 * are for accounts that open nothing elsewhere; other accounts are managed on the main host.
 */
export const signedInOnly: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace(signInPath(url));
  ownErrors(context, { user_id: who.user.id });
  if (!who.isSettled) sendToMainHost(request, context, url);
  context.set(signedInPerson, who);
  return next();
};
