/** Where somebody who is signed in already goes from the sign-in screen: back to the tenant's host they came from, or to what they came for. */
import { type RouterContextProvider, replace } from "react-router";
import { returnPathOf, startPage } from "#app/accounts/return-path.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { mainOrigin } from "#app/branding/hosts.server.ts";
import { crossOver } from "#app/sign-in/crossing/cross-domain.server.ts";

/** Somebody whose account has no access to the organizations of the host that they came to or for. */
export type Outside = {
  /** The address of their own dashboard, on the main host. */
  home: string;
  /** Who is signed in; null: nobody is, because a host without access has no session for them. */
  email: string | null;
};

/** What the sign-in screen says to somebody who gave the right password on a host that is none of theirs. */
export const outsideHere = (
  context: Readonly<RouterContextProvider>,
  email: string | null = null,
): Outside => ({
  home: new URL(startPage, mainOrigin(context)).href,
  email,
});

/** The redirect to throw; one that leaves this host says nothing of where it came from (R10). Or that they have no access there. */
export async function goOn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  who: SignedIn,
): Promise<Response | Outside> {
  const { host, memberships, deleted, user } = who;
  const isOut = host !== null && memberships.length === 0 && deleted.length === 0;
  const crossing = isOut ? ({ is: "outside" } as const) : await crossOver(request, context, who, Date.now());
  if (!crossing) return replace(returnPathOf(new URL(request.url).searchParams.get("returnPath")));
  if (crossing.is === "outside") return outsideHere(context, user.email);
  return replace(crossing.to, { headers: { "referrer-policy": "no-referrer" } });
}
