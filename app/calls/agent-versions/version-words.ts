/** The versions of an agent in words: why nothing was published, how its calls ended. */
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { count, counted, percent } from "#app/platform/format.ts";

/** Why nothing was published, by reason. */
export const refusalWords = {
  conflict: "Someone else saved or published meanwhile, so nothing was published. Look at the changes again.",
  note_long: "A note has at most 200 characters, so nothing was published. Shorten it.",
  unchanged: "That version already answers, so there was nothing to publish.",
  incoherent: "The draft has something that doesn't fit together. Open the editor and save it to see what.",
  no_address:
    "A tool has no address yet, so nothing was published. Enter it under Who answers, save, and publish.",
  own_number:
    "Callers would be transferred to one of your own numbers, so they would reach an agent again. Change the number under Transfer.",
  not_dialled:
    "Callers would be transferred to a number that can't be called from here. Change the number under Transfer.",
  tests_failed: "Some of the agent's tests failed or couldn't be played, so nothing was published.",
  playing: "The agent's tests are being played. Publish once they are done.",
  too_often:
    "The agents' tests were played too often in this hour, so nothing was published. Try again later.",
  voice_gone:
    "That version speaks with a voice that's no longer offered. Open it as your draft, choose a voice, and publish.",
  secret_gone:
    "That version has a tool whose secret was removed. Open it as your draft, enter the secret under Who answers, and publish.",
  ended: "That version is no longer on trial, so nothing was changed.",
} as const;
export type RefusalReason = keyof typeof refusalWords;

export const isRefusal = (reason: string): reason is RefusalReason => Object.hasOwn(refusalWords, reason);

/** "14 calls, 38% of all · Booked 9, Message 3, No outcome 2" */
export function callsWords(
  counts: readonly { outcome: string; calls: number }[],
  all: number,
  locale: string,
): string {
  const total = counts.reduce((sum, { calls }) => sum + calls, 0);
  if (total === 0) return "No calls yet";
  const by = outcomes.flatMap((outcome) => {
    const found = counts.find((one) => one.outcome === outcome);
    return found ? [`${outcomeWords[outcome]} ${count(found.calls, locale)}`] : [];
  });
  return `${counted(total, "call", "calls", locale)}, ${percent(total, all, locale)} of all · ${by.join(", ")}`;
}
