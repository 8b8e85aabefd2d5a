/** The sentences above the list of calls, from counts. */
import { count, counted } from "#app/platform/format.ts";

/** "1 call today, answered.", "2 calls today, both answered.", "3 calls today, 1 answered." */
export function todaySentence(today: { calls: number; answered: number }, locale: string): string {
  const { calls, answered } = today;
  if (calls === 0) return "No calls yet today.";
  const all = counted(calls, "call", "calls", locale);
  if (answered === 0) return `${all} today, ${calls === 1 ? "missed" : "none answered"}.`;
  if (answered < calls) return `${all} today, ${count(answered, locale)} answered.`;
  return `${all} today, ${calls === 1 ? "" : calls === 2 ? "both " : "all "}answered.`;
}

/** Whether matching calls stand on other pages: newer ones before this page, older ones after it. */
type Beyond = { newer: boolean; older: boolean };

/** "No matching calls", "1 matching call", "50+ matching calls", "10 more matching calls". */
export function matchingWords(calls: number, { newer, older }: Beyond, locale: string): string {
  if (calls === 0) return "No matching calls";
  if (newer) return `${count(calls, locale)} more matching ${calls === 1 ? "call" : "calls"}`;
  if (older) return `${count(calls, locale)}+ matching calls`;
  return counted(calls, "matching call", "matching calls", locale);
}
