/** What a list of calls is filtered by, in words. */
import { outcomeWords } from "#app/calls/outcome-words.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import { lengthWords } from "./length-words.ts";

/** The names of an agent and a number; null: not asked for, or no longer there. */
export type FilterNames = { agent: string | null; number: string | null };

/** `query`: with its days */
export function filterWords(query: CallHistoryQuery, names: FilterNames): [word: string, value: string][] {
  const { q, agent, number, outcome, direction, tag, length, cost, from, to } = query;
  const facts: [string, string | null][] = [
    ["Words", q === "" ? null : `“${q}”`],
    ["Agent", agent && (names.agent ?? "Former agent")],
    ["Number", number && (names.number ?? "Former number")],
    ["Outcome", outcome && outcomeWords[outcome]],
    ["Direction", direction && (direction === "inbound" ? "Inbound" : "Outbound")],
    ["Tag", tag],
    ["Length", length && lengthWords[length]],
    ["Cost", cost && costWords[cost]],
    ["From", from],
    ["To", to],
  ];
  return facts.flatMap(([word, value]) => (value === null ? [] : [[word, value]]));
}

const costWords = {
  none: "None",
  low: "Up to 0.10",
  medium: "0.10 to 0.50",
  high: "0.50 to 1.00",
  highest: "1.00 or more",
} as const;
