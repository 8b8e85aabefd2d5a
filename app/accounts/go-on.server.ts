/** Where whoever is signed in already goes from the sign-in screen: back to the tenant's host they came from, or to what they came for. */
import { type RouterContextProvider, replace } from "react-router";
import { crossOver } from "#app/cross-domain/cross-domain.server.ts";
import { returnPathOf } from "./return-path.ts";
import type { SignedIn } from "./session.server.ts";

/** The redirect to throw; one that leaves this host says nothing of where it came from (R10). */
export async function goOn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  who: SignedIn,
): Promise<Response> {
  const crossing = await crossOver(request, context, who, Date.now());
  if (!crossing) return replace(returnPathOf(new URL(request.url).searchParams.get("returnPath")));
  return replace(crossing, { headers: { "referrer-policy": "no-referrer" } });
}
