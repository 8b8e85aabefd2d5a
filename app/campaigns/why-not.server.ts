/** Why a person is not called yet, in a sentence, and when they can be. */
import { whenWords } from "./campaign-page.server.ts";
import { causeOf, causeWords } from "./campaign-words.ts";

/** `cause`: by name, of `campaignProgress.whyNot`. */
export type WhyNot = { cause: string; next_at: number | null };

const otherCauses: Readonly<Record<string, string>> = {
  campaign_not_running: "The campaign isn't running.",
  campaign_held: "The campaign waits.",
  calling: "They are being called right now.",
  retry: "They were called and weren't reached; the next try has its time.",
  its_turn: "Their turn comes next, at the campaign's pace.",
  done: "They are done: the last call was their last.",
};

export function whyNotWords(
  { cause, next_at }: WhyNot,
  reading: { now: number; timeZone: string; locale: string },
): string {
  const known = causeOf(cause);
  const words =
    known === null ? (otherCauses[cause] ?? "") : `${causeWords[known].title}. ${causeWords[known].what}`;
  const isLater = next_at !== null && next_at > reading.now;
  return `${words}${isLater ? ` They can be called ${whenWords(next_at, reading)} at the earliest.` : ""}`;
}
