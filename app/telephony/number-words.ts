/** The outcomes of buying, assigning and releasing, in words. */
import { orUpgrade } from "#app/billing/upgrade.ts";
import type { Actor } from "#app/membership/actor.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import type { NumberKind, NumberStatus } from "./number-terms.schema.ts";

export const kindWords: Record<NumberKind, string> = { local: "Local", toll_free: "Toll-free" };

type Refusal = "held" | "no_agent" | "not_found" | "taken" | "busy" | "refused" | "silent";

/** Why a number was not bought or assigned. `shown` is the formatted number. */
export function refusalWords(reason: Refusal, shown: string): string {
  switch (reason) {
    case "held":
      return `${shown} is yours already.`;
    case "no_agent":
      return "That agent is not there any more. Choose another one.";
    case "not_found":
      return "That number is not yours any more.";
    case "taken":
      return `${shown} was just taken. Here are others like it.`;
    case "busy":
      return "The phone carrier is busy. Nothing was bought; please try again in a moment.";
    case "refused":
      return `The phone carrier will not sell ${shown} to this account. Nothing was bought; please choose another one.`;
    case "silent":
      return `The phone carrier did not answer. If ${shown} could be bought after all, it appears under Numbers within minutes, and you pay for it only then.`;
  }
}

/** Why no more numbers can be bought, and what can be done. */
export function planFullWords(
  actor: Pick<Actor, "may" | "hiddenSections" | "limits" | "organization">,
): string {
  const { numbers } = actor.limits;
  // The plan that a newcomer can choose allows no more.
  if (isUnpaid(actor.organization.status))
    return `Before you subscribe you can try everything with ${numbers} numbers, and you have them all. Release one first.`;
  return `Your plan holds ${numbers} numbers, and you have them all. Release one first, ${orUpgrade(actor, "change to a larger plan under Plan and usage")}.`;
}

/** Why an organization that never subscribed gets no number while an owner has one elsewhere. */
export const oneOrganizationWords =
  "Until you subscribe, you can have numbers in one organization only. Release the ones in your other organization first.";

/** Why a search has no answer. */
export const searchRefusalWords = (reason: Refusal): string =>
  reason === "refused"
    ? "The phone carrier cannot search that. Try another area code or fewer digits."
    : "The phone carrier did not answer. Nothing is lost; please search again in a moment.";

/** The organization has used up its requests or purchases; `seconds` until it may go on. */
export function tooManyWords(seconds: number): string {
  if (seconds <= 60)
    return `That was a lot of searching for one minute. Please wait ${seconds} seconds and try again.`;
  const hours = Math.ceil(seconds / 3600);
  return `As many numbers were bought as may be in one day. Nothing was bought now; you can get another one in ${hours} hour${hours === 1 ? "" : "s"}.`;
}

/** The state of a number. */
export function healthOf(status: NumberStatus, agent_name: string | null) {
  if (status === "buying") return { tone: "neutral", words: "Waiting for the carrier" } as const;
  if (status === "releasing") return { tone: "neutral", words: "Being released" } as const;
  if (agent_name === null) return { tone: "warn", words: "Nobody answers this number yet" } as const;
  return { tone: "good", words: `Answered by ${agent_name}` } as const;
}
