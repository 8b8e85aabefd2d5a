/** The guard of pages that are about the person and belong to no organization: whoever is signed in, whatever their role, also without any. */
import { createContext, type MiddlewareFunction, type RouterContextProvider, replace } from "react-router";
import { sendToMainHost } from "#app/branding/hosts.server.ts";
import { signInPath } from "./return-path.ts";
import { ownErrors, type SignedIn, visitor } from "./session.server.ts";

const signedInPerson = createContext<SignedIn>();

/** Who is signed in. Only under the `signedInOnly` guard. */
export const person = (context: Readonly<RouterContextProvider>): SignedIn => context.get(signedInPerson);

/**
 * Stands before every page about a person: no whole session goes to /auth. On a tenant's host these pages are for accounts
 * that open nothing elsewhere; any other account is looked after on the main host.
 */
export const signedInOnly: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace(signInPath(url));
  ownErrors(context, { user_id: who.user.id });
  if (!who.isSettled) sendToMainHost(request, context, url);
  context.set(signedInPerson, who);
  return next();
};
