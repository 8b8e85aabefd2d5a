/** Where a signed-in person goes from the sign-in screen: back to the tenant's host they came from, or to the return path. */
import { replace } from "react-router";
import { returnPathOf, startPage } from "#app/accounts/return-path.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { startAt } from "#app/accounts/start.server.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { mainOrigin } from "#app/branding/hosts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { crossOver } from "#app/sign-in/crossing/cross-domain.server.ts";

/** A person whose account has no access to the organizations of this host. */
export type Outside = {
  /** The address of their own dashboard, on the main host. */
  home: string;
  /** The signed-in address; null on a host without access, which has no session for the account. */
  email: string | null;
};

/** The message for a person who gave the right password on a host where the account has no access. */
export const outsideHere = (context: Context, email: string | null = null): Outside => ({
  home: new URL(startPage, mainOrigin(context)).href,
  email,
});

/** The redirect to throw, without a referrer when it leaves this host (R10); or the message that they have no access there. */
export async function goOn(request: Request, context: Context, who: SignedIn): Promise<Response | Outside> {
  const { host, memberships, deleted, user } = who;
  const isOut = host !== null && memberships.length === 0 && deleted.length === 0;
  const crossing = isOut ? ({ is: "outside" } as const) : await crossOver(request, context, who, Date.now());
  if (!crossing) {
    const wanted = returnPathOf(new URL(request.url).searchParams.get("returnPath"));
    const path = await trialOr(request, context, wanted, Date.now());
    return replace(who.isPlatformAdmin ? await startAt(request, context, user.id, path) : path);
  }
  if (crossing.is === "outside") return outsideHere(context, user.email);
  return replace(crossing.to, { headers: { "referrer-policy": "no-referrer" } });
}
