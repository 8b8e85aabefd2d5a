/** How far a campaign is with its people, as every page says it: called, not called for a cause, and left over. */
import { count, counted } from "#app/platform/format.ts";
import { callResults, type LeadSums } from "./campaign.schema.ts";

/** What came of a call, as a lead keeps it. */
export const calledResults: readonly string[] = callResults.filter(
  (result) => result !== "carrier" && result !== "lost",
);

type LeadCount = { state: string; result: string | null; leads: number };

export function sumsOf(counts: readonly LeadCount[]): LeadSums {
  const sums = { all: 0, called: 0, blocked: 0, left: 0 };
  for (const { state, result, leads } of counts) {
    sums.all += leads;
    if (state !== "done") continue;
    if (result === "stopped") sums.left += leads;
    else if (calledResults.includes(result ?? "")) sums.called += leads;
    else sums.blocked += leads;
  }
  return sums;
}

/** "420 of 2,000 called". @param all how many there are, in words */
export const calledOf = ({ called }: LeadSums, all: string, locale: string): string =>
  called === 0 ? `None of ${all} called` : `${count(called, locale)} of ${all} called`;

/** "10 of 71 people called, 61 can't be called", and how many are left. */
export function sumsWords(sums: LeadSums, isStopped: boolean, locale: string): string {
  const { all, called, blocked, left } = sums;
  if (all === 0) return "No one is in it yet.";
  const parts = [
    [blocked, "can't be called"],
    [left, isStopped ? "left over when it was stopped" : "left over when it ended"],
    [all - called - blocked - left, "still to call"],
  ] as const;
  return [
    calledOf(sums, counted(all, "person", "people", locale), locale),
    ...parts.filter(([people]) => people > 0).map(([people, words]) => `${count(people, locale)} ${words}`),
  ].join(", ");
}

/** The shares of a progress bar, in percent. */
export const sharesOf = ({ all, called, blocked }: LeadSums): { share: number; blocked: number } => ({
  share: all === 0 ? 0 : Math.round((100 * called) / all),
  blocked: all === 0 ? 0 : Math.round((100 * blocked) / all),
});
