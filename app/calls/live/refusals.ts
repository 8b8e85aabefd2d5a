/** What a caller hears whose call is refused: polite, true and short. */
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { hoursSaid } from "#app/hours/opening-hours.ts";
import type { Refusal } from "./live-calls.schema.ts";

/** The words for a refusal. `hours` are the agent's; null when no agent is set. */
export function refusalSaid(reason: Refusal, organization: string, hours: OpeningHours | null): string {
  const thanks = `Thank you for calling ${organization}.`;
  switch (reason) {
    case "lines_full":
    case "no_line":
      return `${thanks} All our lines are busy right now. Please call again in a few minutes. Goodbye.`;
    case "outside_hours":
      return `${thanks} We're closed at the moment. ${hours ? `You can reach us ${hoursSaid(hours)}. ` : ""}Goodbye.`;
    case "organization_deleted":
      return `${thanks} We can't take calls at this number anymore. Goodbye.`;
    case "organization_suspended":
    case "trial_over":
    case "spending_cap":
    case "usage_ceiling":
    case "unpaid":
    case "no_agent":
      return `${thanks} No one can take your call right now. Please try again later. Goodbye.`;
  }
}
