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

const looking = new Set<Action["type"]>(["find_appointments", "search_knowledge", "look_up_contact"]);

/**
 * What becomes of an action that broke off with the object it ran in. Null: it is carried out again, which has no further
 * effect; but an address of the organization's own may have done what it was asked, and is not asked twice.
 */
export function brokenOff({ action, outcome }: Deed): Outcome | null {
  if (looking.has(action.type)) return null;
  if (outcome) return finalOutcome({ action, outcome });
  return action.type === "call_webhook" ? { ok: false, reason: "failed", why: mayBeDone } : null;
}

const mayBeDone = "the line broke off meanwhile, so it may have been done";

/** What an action brought is for the brain; the script keeps only what became of it. */
export const keptOf = (outcome: Outcome) =>
  outcome.ok ? { ok: true as const } : { ok: false as const, reason: outcome.reason };

/** Only to those whom the agent may use, and never to the called number or the caller, which would loop. */
export function mayTransferTo(
  phone_number: Extract<Action, { type: "transfer" }>["phone_number"],
  { agent, organization, caller, people = [] }: Scene,
): boolean {
  const isKnown =
    phone_number === agent.actions.transfer?.phone_number ||
    people.some((person) => person.phone_number === phone_number);
  return isKnown && phone_number !== organization.phone_number && phone_number !== caller.phone_number;
}
