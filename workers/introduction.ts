/** The agent's introduction of a caller to the person who took the call: both hear it in their conference. */
import { introductionWords } from "#app/telephony/transfers/introduction-words.ts";
import type { Known, SpokenBy } from "./call-facts.ts";
import { spokenBy } from "./call-voice.ts";
import { callerName } from "./finished-call.ts";
import { reasonSaid } from "./reason-said.ts";
import { type Ladder, rungOf } from "./transfer-ladder.ts";

export function introduced(known: Known, ladder: Ladder): { words: string; by: SpokenBy } {
  const { call, state } = known;
  const by = spokenBy(known);
  const reason = reasonSaid(ladder.reason, state, "");
  const name = rungOf(ladder)?.name ?? "";
  return { words: introductionWords({ name, caller: callerName(call, state), reason }, by.language), by };
}
