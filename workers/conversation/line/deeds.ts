/** What is kept of an action, and which actions are final. */

import type { Action, Outcome, Scene } from "./conversation.ts";
import type { LoopState } from "./loop-state.ts";

type Deed = Pick<LoopState["deeds"][string], "action" | "outcome">;

/** The outcome of an action that is not carried out again; null: it is, when it is wanted again. */
export function finalOutcome({ action, outcome }: Deed): Outcome | null {
  // What an action found is not kept: it looks again.
  if (!outcome || action.type.startsWith("find_")) return null;
  return outcome.ok || action.type !== "take_message" ? outcome : null;
}

/** What an action brought is for the brain; the script keeps only what became of it. */
export const keptOf = (outcome: Outcome) =>
  outcome.ok ? { ok: true as const } : { ok: false as const, reason: outcome.reason };

/** Only to the agent's own target, and never to the called number, which would loop. */
export function mayTransferTo(
  phone_number: Extract<Action, { type: "transfer" }>["phone_number"],
  { agent, organization }: Scene,
): boolean {
  const target = agent.actions.transfer?.phone_number;
  return phone_number === target && phone_number !== organization.phone_number;
}
