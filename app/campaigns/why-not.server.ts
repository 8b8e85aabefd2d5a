/** Why a person is not called yet, in a sentence, and when they can be. */
import { count } from "#app/platform/format.ts";
import type { DialCaps } from "./campaign.schema.ts";
import { whenWords } from "./campaign-page.server.ts";
import { causeOf, causeText, whyWords } from "./campaign-words.ts";

/** `cause`: by name, of `whyNots.whyNot`. `why`: why its campaign waits or stands. `caps`: of all campaigns together. */
export type WhyNot = { cause: string; why: string | null; next_at: number | null; caps: DialCaps };

const otherCauses: Readonly<Record<string, string>> = {
  campaign_not_running: "The campaign isn't running.",
  campaign_held: "The campaign waits.",
  budget: "What is left of the budget is kept for the calls that go on.",
  own_lines: "As many people are in a call as this campaign calls at a time.",
  plan_lines: "No line is free: your plan's lines are in calls, or kept for people who call you.",
  no_line: "No line was free when their turn came.",
  no_caller: "None of the campaign's numbers can call.",
  calling: "They are being called right now.",
  retry: "They were called and weren't reached; the next try has its time.",
  its_turn: "Their turn comes next, at the campaign's pace.",
  done: "They are done: the last call was their last.",
};

const capCauses: Readonly<Record<string, (caps: DialCaps, locale: string) => string>> = {
  day_cap: ({ per_day }, locale) =>
    `All calls of today are used up. The day's limit, ${count(per_day, locale)}, counts the calls of all your campaigns together, and begins anew at midnight.`,
  minute_cap: ({ per_minute }, locale) =>
    `Their turn comes soon. As many calls were placed in this minute as all your campaigns together may place: ${count(per_minute, locale)}.`,
};

export function whyNotWords(
  { cause, why, next_at, caps }: WhyNot,
  reading: { now: number; timeZone: string; locale: string },
): string {
  const known = causeOf(cause);
  const said = known === null ? null : causeText(known, caps, reading.locale);
  const words =
    said === null
      ? (whyWords(why) ?? capCauses[cause]?.(caps, reading.locale) ?? otherCauses[cause] ?? "")
      : `${said.title}. ${said.what}`;
  const isLater = next_at !== null && next_at > reading.now;
  return `${words}${isLater ? ` They can be called ${whenWords(next_at, reading)} at the earliest.` : ""}`;
}
