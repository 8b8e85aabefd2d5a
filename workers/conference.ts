/** The conference in which a caller waits for a person, as its webhooks tell of it. Pure. */
import type { Known, SpokenBy } from "./call-facts.ts";
import { introduced } from "./introduction.ts";
import { isWarm } from "./transfer-ladder.ts";

/** `n`: of the attempt that the address names. `began`: both are in it; `speaks`: the carrier asks what to say to both; `spoke`: that was said. */
export type ConferenceNews =
  | { what: "began" /** The carrier's. */; id: string }
  | { what: "speaks" }
  | { what: "spoke" };
export type ConferencePost = ConferenceNews & { n: number; capacity_account: string };

/** A conference's name: of one call and one attempt, and of no person. */
export const roomOf = (call_id: string, n: number): string => `call-${call_id}-${n}`;

/** Whether a report is of the conference in which the caller is now. */
export const isOfRoom = ({ call, progress }: Known, { n, capacity_account }: ConferencePost): boolean => {
  const { ladder, transfer } = progress;
  const isCurrent = transfer === "dialing" && ladder !== null && ladder.n === n && isWarm(ladder);
  return isCurrent && call.capacity_account === capacity_account;
};

/** What both hear; null: nothing is said there. */
export const wordsInRoom = (known: Known): { words: string; by: SpokenBy } | null => {
  const { ladder } = known.progress;
  return ladder?.leg === "accepted" ? introduced(known, ladder) : null;
};

/** The introduction is over: from now on the two talk alone. */
export function talkAlone({ progress }: Known, now: number): void {
  const { ladder } = progress;
  if (ladder?.talk_from != null) ladder.talk_from = Math.min(ladder.talk_from, now);
}
