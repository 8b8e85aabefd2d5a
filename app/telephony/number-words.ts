/** The outcomes of buying, assigning and releasing, in words. */
import { orLargerPlan } from "#app/billing/upgrade.ts";
import { spanWords } from "#app/limits/wait-words.ts";
import type { Actor } from "#app/membership/actor.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import type { NumberKind, NumberStatus } from "./number-terms.schema.ts";

export const kindWords: Record<NumberKind, string> = {
  local: "Local",
  toll_free: "Toll-free",
  mobile: "Mobile",
  national: "National",
};

type Refusal =
  | "reserved"
  | "stripe"
  | "held"
  | "no_agent"
  | "not_found"
  | "taken"
  | "busy"
  | "refused"
  | "silent";

/** Why a number was not bought or assigned. `shown` is the formatted number. */
export function refusalWords(reason: Refusal, shown: string): string {
  switch (reason) {
    case "held":
      return `You already have ${shown}.`;
    case "reserved":
      return `Someone else is buying ${shown} right now. Nothing was bought. Please choose another number.`;
    case "stripe":
      return "Failed to start checkout: Our payment provider isn't responding. Nothing was charged. Please try again.";
    case "no_agent":
      return "That agent no longer exists. Choose another one.";
    case "not_found":
      return "You no longer have that number.";
    case "taken":
      return `${shown} was just taken. Here are others like it.`;
    case "busy":
      return "The phone carrier is busy. Nothing was bought. Please try again in a moment.";
    case "refused":
      return `The phone carrier won't sell ${shown} to this account. Nothing was bought. Please choose another number.`;
    case "silent":
      return `The phone carrier didn't respond. If the purchase went through, ${shown} will appear under Numbers within minutes; otherwise, you won't be charged.`;
  }
}

/** "the only number", "both numbers", "all 5 numbers". */
const everyNumber = (n: number): string =>
  n === 1 ? "the only number" : n === 2 ? "both numbers" : `all ${n} numbers`;

const releaseFirst = (n: number): string => (n === 1 ? "Release it first" : "Release one first");

/** Why no more numbers can be bought, and what can be done. */
export function planFullWords(
  actor: Pick<Actor, "may" | "hiddenSections" | "isClient" | "limits"> & {
    readonly organization: Pick<Actor["organization"], "status">;
  },
): string {
  const { numbers } = actor.limits;
  const where = isUnpaid(actor.organization.status) ? "trial" : "plan";
  return `You've used ${everyNumber(numbers)} in your ${where}. ${releaseFirst(numbers)}, ${orLargerPlan(actor, "numbers")}.`;
}

/** Why an organization that never subscribed gets no number while an owner has one elsewhere. */
export const oneOrganizationWords =
  "Until you subscribe, you can have numbers in only one organization. Release the ones in your other organization first.";

/** Why a number that needs documents cannot be bought. */
export const documentWords =
  "The carrier asks for documents before it gives out numbers like this one, so it can't be bought here yet. Nothing was bought.";

/** Why an organization without a subscription gets only what its trial includes. */
export const needsPlanWords =
  "This number isn't part of your trial. Choose a plan under Plan and usage first. Nothing was bought.";

/** Why a search has no answer. */
export const searchRefusalWords = (reason: Refusal): string =>
  reason === "refused"
    ? "The phone carrier can't search for that. Try another area code or fewer digits."
    : "The phone carrier didn't respond. Please search again in a moment.";

/** The organization has used up its requests or purchases; `seconds` until it may go on. */
export function tooManyWords(seconds: number): string {
  if (seconds <= 60) return `That was a lot of searching. Please wait ${spanWords(seconds)} and try again.`;
  return `You've reached today's limit for new numbers. Nothing was bought. You can get another one in ${spanWords(seconds)}.`;
}

/** What a release does, before it is confirmed. `rent`: what the number costs beside the plan; null: nothing. */
export const releaseWords = (rent: string | null): string =>
  [
    "It's returned to the carrier immediately and someone else may get it. Calls to it will no longer be answered. Your call history is kept.",
    ...(rent === null ? [] : [`Its rent of ${rent} ends; the month you've paid isn't refunded.`]),
  ].join(" ");

/** The state of a number; the agent stands beside it. */
export function healthOf(status: NumberStatus, agent_name: string | null) {
  if (status === "buying") return { tone: "neutral", words: "Waiting for the carrier" } as const;
  if (status === "releasing") return { tone: "neutral", words: "Being released" } as const;
  if (agent_name === null) return { tone: "warn", words: "Needs an agent" } as const;
  return { tone: "good", words: "Answering calls" } as const;
}
