/** Has the carrier fetch the next step for a caller whose transfer's report was lost, or who waits for a phone that is off. */
import { callAddress } from "./carriers/call-address.ts";
import type { GoingCall } from "./going-call.ts";
import { accountOf } from "./transfer-account.ts";

/** @returns whether there is nothing more to do now: the carrier took the order, or the two talk */
export async function fetchBack(going: GoingCall, env: Env): Promise<boolean> {
  const { call, progress } = going;
  const { ladder } = progress;
  if (progress.transfer !== "dialing" || !ladder) return true;
  try {
    const reached = await accountOf(going, env);
    if (!reached) return true;
    const { settings, account } = reached;
    const url = await callAddress(settings, account, "dial-action", `${call.id}/${ladder.n}`);
    const answer = await account.client.redirect(call.provider_call_id, url);
    // A call that the carrier does not have any more ends by its own report.
    return answer.ok || answer.reason === "refused";
  } catch (error) {
    await going.report("call/fetch_back", error);
    return false;
  }
}
