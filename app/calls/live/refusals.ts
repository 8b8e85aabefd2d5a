/** What a caller hears whose call is refused: polite, true and short. */
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { hoursSaid } from "#app/hours/opening-hours.ts";
import type { Refusal } from "./live-calls.schema.ts";

/**
 * The words for a refusal. `hours` are the agent's; null when no agent is set. `emergency`: what people dial in one; an
 * agent's own words about emergencies are not heard by who reaches none.
 */
export function refusalSaid(
  reason: Refusal,
  organization: string,
  hours: OpeningHours | null,
  emergency: string | null = null,
): string {
  const said = wordsFor(reason, organization, hours);
  if (emergency === null) return said;
  // A short number is said digit by digit.
  const number = emergency.length <= 6 ? [...emergency].join(" ") : emergency;
  return said.replace(/Goodbye\.$/, `If this is an emergency, hang up and dial ${number}. Goodbye.`);
}

function wordsFor(reason: Refusal, organization: string, hours: OpeningHours | null): string {
  const thanks = `Thank you for calling ${organization}.`;
  switch (reason) {
    case "lines_full":
    case "no_line":
      return `${thanks} All our lines are busy right now. Please call again in a few minutes. Goodbye.`;
    case "outside_hours":
      return `${thanks} We're closed at the moment. ${hours ? `You can reach us ${hoursSaid(hours)}. ` : ""}Goodbye.`;
    case "organization_deleted":
      return `${thanks} We can't take calls at this number anymore. Goodbye.`;
    case "caller_blocked":
      return `${thanks} We can't take calls from your number. Goodbye.`;
    case "number_withheld":
      return `${thanks} We take calls only from phones that show their number. Goodbye.`;
    case "caller_budget":
      return `${thanks} You have called us often in a short time. Please try again later. Goodbye.`;
    case "country_blocked":
      return `${thanks} We can't take calls from your country. Goodbye.`;
    case "number_budget":
    case "spend_breaker":
    case "organization_suspended":
    case "trial_over":
    case "spending_cap":
    case "usage_ceiling":
    case "unpaid":
    case "no_agent":
    case "dnc_blocked":
    case "calling_hours":
    case "unknown_place":
      return `${thanks} No one can take your call right now. Please try again later. Goodbye.`;
  }
}
