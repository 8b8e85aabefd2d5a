/** Why a version of an agent was taken back by itself, in words. */
import { count, percent, tenthsOfSeconds } from "#app/platform/format.ts";
import type { Verdict } from "./version-guard.ts";

export function verdictWords(version: number, to: number, verdict: Verdict, locale: string): string {
  const { calls, succeeded, before_calls, before_succeeded, answer_ms, before_answer_ms } = verdict;
  const back = `Version ${version} was taken back, and version ${to} answers all calls again`;
  if (verdict.reason === "latency" && answer_ms !== null && before_answer_ms !== null)
    return `${back}: it took ${tenthsOfSeconds(answer_ms, locale)} to answer, up from ${tenthsOfSeconds(before_answer_ms, locale)}.`;
  const share = (part: number, whole: number) => percent(part, whole, locale) ?? "none";
  return `${back}: ${share(succeeded, calls)} of its ${count(calls, locale)} calls got somewhere, down from ${share(before_succeeded, before_calls)} of ${count(before_calls, locale)}.`;
}
