/** Whether a version on trial may stay: its calls compared with those of the version before it (docs/decisions/033-guarded-publishing.md). */

/** Why a version was taken back by itself: the numbers of its watched calls, and of the version before it. */
export type Verdict = {
  reason: "success" | "latency";
  calls: number;
  /** Successful calls of `calls`, and of `before_calls`. */
  succeeded: number;
  before_calls: number;
  before_succeeded: number;
  /** Medians of the answer times, in ms; null: not measured. */
  answer_ms: number | null;
  before_answer_ms: number | null;
};

/** The calls of one version that are compared. */
export type Watched = {
  calls: number;
  succeeded: number;
  /** Median answer time of each call in which it was measured, in ms. */
  answer_ms: readonly number[];
};

/** Fewer calls say nothing. */
export const fewestCalls = 10;
/** A version that has kept its place for so many calls gets all of them. */
export const settlingCalls = 50;
/** How many of the calls before are compared with. */
export const comparedCalls = 100;

/** A worse success share counts when chance alone makes one so much worse less often than this. */
const significance = 0.01;
/** A doubled answer time counts when callers can hear it. */
const audible_ms = 250;
/** Versions that other brains answer for are no measure of each other: a model thinks longer. Beyond this callers ask whether the line is dead. */
const longestWait_ms = 2500;

/** What comes of a call of the version on trial; null: it stays on trial. */
export type Ruling = { kind: "settle" } | { kind: "take_back"; verdict: Verdict } | null;

/** @param isSameBrain whether the same kind of brain answers for both: the same first model, or the built-in one */
export function rulingOf(trial: Watched, before: Watched, isSameBrain: boolean): Ruling {
  if (trial.calls < fewestCalls) return null;
  const numbers = {
    calls: trial.calls,
    succeeded: trial.succeeded,
    before_calls: before.calls,
    before_succeeded: before.succeeded,
    answer_ms: medianOf(trial.answer_ms),
    before_answer_ms: medianOf(before.answer_ms),
  };
  if (isWorse(trial, before)) return { kind: "take_back", verdict: { reason: "success", ...numbers } };
  if (isSlower(trial, before, isSameBrain))
    return { kind: "take_back", verdict: { reason: "latency", ...numbers } };
  return trial.calls >= settlingCalls ? { kind: "settle" } : null;
}

/** The same over calls of several types: each is compared with its own, and all together settle a version. */
export function rulingAcross(
  types: readonly { trial: Watched; before: Watched }[],
  isSameBrain: boolean,
): Ruling {
  const rulings = types.map(({ trial, before }) => rulingOf(trial, before, isSameBrain));
  const worse = rulings.find((ruling) => ruling?.kind === "take_back");
  if (worse) return worse;
  const kept = types.reduce((sum, { trial }) => sum + trial.calls, 0);
  return kept >= settlingCalls ? { kind: "settle" } : null;
}

const isWorse = (trial: Watched, before: Watched): boolean =>
  before.calls >= fewestCalls &&
  trial.succeeded * before.calls < before.succeeded * trial.calls &&
  chanceOfSoFew(trial, before) < significance;

function isSlower(trial: Watched, before: Watched, isSameBrain: boolean): boolean {
  if (trial.answer_ms.length < fewestCalls) return false;
  const [now, then] = [medianOf(trial.answer_ms), medianOf(before.answer_ms)];
  if (!isSameBrain) return now !== null && now > longestWait_ms;
  if (before.answer_ms.length < fewestCalls) return false;
  return now !== null && then !== null && now >= 2 * then && now - then >= audible_ms;
}

/** The middle one, of an even number the mean of the middle two; null: there is none. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/**
 * How likely the trial has so few successes or fewer when both versions are equally good: the lower tail of the
 * hypergeometric distribution (Fisher's exact test, one-sided).
 */
export function chanceOfSoFew(
  trial: Pick<Watched, "calls" | "succeeded">,
  before: Pick<Watched, "calls" | "succeeded">,
): number {
  const succeeded = trial.succeeded + before.succeeded;
  const ways = (found: number) =>
    logChoose(succeeded, found) +
    logChoose(trial.calls + before.calls - succeeded, trial.calls - found) -
    logChoose(trial.calls + before.calls, trial.calls);
  let chance = 0;
  for (let found = 0; found <= trial.succeeded; found++) chance += Math.exp(ways(found));
  return Math.min(1, chance);
}

/** The logarithm of "n choose k"; of an impossible choice −∞. */
function logChoose(n: number, k: number): number {
  if (k < 0 || k > n) return Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (let one = 1; one <= k; one++) sum += Math.log(n - k + one) - Math.log(one);
  return sum;
}
