/** Every text that counts something agrees with its noun: rendered with 0, 1 and 2. */
import { describe, expect, test } from "vitest";
import { agentsSentence } from "#app/agents/agent-words.ts";
import { summaryOf } from "#app/calls/call-summary.ts";
import { chartOf } from "#app/calls/dashboard/dashboard-chart.ts";
import {
  type Counted,
  comparedWith,
  dashboardSentence,
  figuresOf,
} from "#app/calls/dashboard/dashboard-words.ts";
import { matchingWords, todaySentence } from "#app/calls/history/history-words.ts";
import { liveCount } from "#app/calls/live/live-words.ts";
import { askedTimes } from "#app/calls/question-words.ts";
import { spanWords } from "#app/limits/wait-words.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import { counted, startedMinutes } from "#app/platform/format.ts";
import { numberList } from "#app/telephony/number-list.ts";
import { planFullWords, tooManyWords } from "#app/telephony/number-words.ts";
import { summaryFacts } from "../support/summary-facts.ts";

const locale = "en-US";
const today = "2026-11-22";
const day = (calls: number, answered = calls, booked = 0, seconds = 0): Counted => ({
  calls,
  answered,
  booked,
  seconds,
  cost_micros: 0,
});

/** A figure's note as it is read. */
function note(label: string, now: Counted, before: Counted, range: "today" | "7" = "today"): string {
  const words = { ...comparedWith(range, today, locale), counted: before, calls: before.calls };
  const figure = figuresOf(now, words, locale, null).find((one) => one.label === label);
  return [figure?.note.change, figure?.note.words].filter(Boolean).join(" ");
}

function held(assigned: number, silent: number): string {
  const rows = Array.from({ length: assigned + silent }, (_, place) => ({
    id: `n${place}`,
    shown: "+1 212 555 0142",
    label: null,
    status: "active" as const,
    place: null,
    agent_id: place < assigned ? "a1" : null,
    agent_name: place < assigned ? "Front desk" : null,
    monthly: null,
    last_call_at: null,
  }));
  return numberList(rows, { timeZone: "UTC", locale, now: 0, isClient: false, bought: null }).sentence;
}

const full = (numbers: number, status: string): string =>
  planFullWords({
    may: () => true,
    hiddenSections: [],
    isClient: false,
    limits: { ...limitsOf("starter"), numbers },
    organization: { status },
  });

/** Each row: a text, and how it reads with 0, 1 and 2. */
const texts: Record<string, [read: (n: number) => string, words: [string, string, string]]> = {
  "a counted noun": [(n) => counted(n, "call", "calls", locale), ["no calls", "1 call", "2 calls"]],
  "the dashboard, answered": [
    (n) => dashboardSentence(day(n), "today", locale),
    ["No calls yet today.", "Your agents answered 1 call today.", "Your agents answered both calls today."],
  ],
  "the dashboard, missed": [
    (n) => dashboardSentence(day(n, 0), "7", locale),
    [
      "No calls in the last 7 days.",
      "1 call in the last 7 days was missed.",
      "Both calls in the last 7 days were missed.",
    ],
  ],
  "the dashboard, answered of three": [
    (n) => dashboardSentence(day(3, n), "today", locale),
    [
      "All 3 calls today were missed.",
      "Your agents answered 1 of 3 calls today.",
      "Your agents answered 2 of 3 calls today.",
    ],
  ],
  "the dashboard, booked": [
    (n) => dashboardSentence(day(3, 3, n), "today", locale),
    [
      "Your agents answered all 3 calls today.",
      "Your agents answered all 3 calls today and booked 1 appointment.",
      "Your agents answered all 3 calls today and booked 2 appointments.",
    ],
  ],
  "calls beside three a week ago": [
    (n) => note("Calls", day(n), day(3)),
    [
      "−100% vs. last Sunday at this time",
      "−67% vs. last Sunday at this time",
      "−33% vs. last Sunday at this time",
    ],
  ],
  "two calls beside as many days": [
    (n) => note("Calls", day(2), day(n), "7"),
    ["no calls in the previous 7 days", "+100% vs. previous 7 days", "no change vs. previous 7 days"],
  ],
  "76 calls beside last Sunday's": [
    (n) => note("Calls", day(76), day(n)),
    ["no calls by this time last Sunday", "1 by this time last Sunday", "2 by this time last Sunday"],
  ],
  "missed calls without a comparison": [
    (n) => note("Answered", day(3, 3 - n), day(0)),
    ["none missed", "1 missed", "2 missed"],
  ],
  "points of a percentage": [
    (n) => note("Answered", day(100, 90 + n), day(100, 90)),
    ["no change vs. last Sunday", "+1 pt vs. last Sunday", "+2 pts vs. last Sunday"],
  ],
  "the chart": [
    (n) => chartOf([{ day: today, ...day(n, n, n) }], "today", today, locale, null).label,
    [
      "Calls per day, last 14 days: no calls",
      "Calls per day, last 14 days: 1 call, 1 answered, 1 booked",
      "Calls per day, last 14 days: 2 calls, 2 answered, 2 booked",
    ],
  ],
  "the list of calls, answered": [
    (n) => todaySentence({ calls: n, answered: n }, locale),
    ["No calls yet today.", "1 call today, answered.", "2 calls today, both answered."],
  ],
  "the list of calls, missed": [
    (n) => todaySentence({ calls: n, answered: 0 }, locale),
    ["No calls yet today.", "1 call today, missed.", "2 calls today, none answered."],
  ],
  "the list of calls, answered of three": [
    (n) => todaySentence({ calls: 3, answered: n }, locale),
    ["3 calls today, none answered.", "3 calls today, 1 answered.", "3 calls today, 2 answered."],
  ],
  "a search's calls": [
    (n) => matchingWords(n, { newer: false, older: false }, locale),
    ["No matching calls", "1 matching call", "2 matching calls"],
  ],
  "a search's calls with older ones": [
    (n) => matchingWords(n, { newer: false, older: true }, locale),
    ["No matching calls", "1+ matching calls", "2+ matching calls"],
  ],
  "a search's calls on a later page": [
    (n) => matchingWords(n, { newer: true, older: false }, locale),
    ["No matching calls", "1 more matching call", "2 more matching calls"],
  ],
  "a call's further bookings": [
    (n) =>
      summaryOf(
        summaryFacts(Date.UTC(2026, 10, 22), {
          outcome: "booked",
          booking: { kind: "Cleaning", starts_at: Date.UTC(2026, 10, 24, 15) },
          bookings: n + 1,
        }),
        { timeZone: "UTC", locale },
      ),
    [
      "Booked a cleaning for Tuesday at 3:00 pm",
      "Booked a cleaning for Tuesday at 3:00 pm and 1 more",
      "Booked a cleaning for Tuesday at 3:00 pm and 2 more",
    ],
  ],
  "running calls": [liveCount, ["0 calls", "1 call", "2 calls"]],
  "how often a question was asked": [
    (n) => askedTimes(n + 1),
    ["Asked once", "Asked 2 times", "Asked 3 times"],
  ],
  "the list of agents": [
    (n) => agentsSentence(n, n, n, locale),
    [
      "no agents · no calls in the last 7 days, no appointments booked.",
      "1 agent · 1 call in the last 7 days, 1 appointment booked.",
      "2 agents · 2 calls in the last 7 days, 2 appointments booked.",
    ],
  ],
  "assigned numbers": [
    (n) => held(n, 0),
    [
      "When people call a number, one of your agents answers.",
      "1 number, assigned.",
      "2 numbers, both assigned.",
    ],
  ],
  "numbers without an agent": [
    (n) => held(0, n),
    [
      "When people call a number, one of your agents answers.",
      "1 number, not assigned.",
      "2 numbers, none assigned.",
    ],
  ],
  "numbers without an agent among others": [
    (n) => held(3, n),
    ["3 numbers, all assigned.", "4 numbers, 1 not assigned.", "5 numbers, 2 not assigned."],
  ],
  "a full trial": [
    (n) => full(n + 1, "pending"),
    [
      "You've used the only number in your trial. Release it first, or choose the Starter plan under Plan and usage.",
      "You've used both numbers in your trial. Release one first, or choose the Starter plan under Plan and usage.",
      "You've used all 3 numbers in your trial. Release one first, or choose the Starter plan under Plan and usage.",
    ],
  ],
  "a full plan": [
    (n) => full(n + 1, "active"),
    [
      "You've used the only number in your plan. Release it first, or choose the Starter plan under Plan and usage.",
      "You've used both numbers in your plan. Release one first, or choose the Starter plan under Plan and usage.",
      "You've used all 3 numbers in your plan. Release one first, or choose the Starter plan under Plan and usage.",
    ],
  ],
  "seconds to wait": [spanWords, ["0 seconds", "1 second", "2 seconds"]],
  "a search too many": [
    tooManyWords,
    [
      "That was a lot of searching. Please wait 0 seconds and try again.",
      "That was a lot of searching. Please wait 1 second and try again.",
      "That was a lot of searching. Please wait 2 seconds and try again.",
    ],
  ],
  "started minutes": [(n) => startedMinutes(n, locale), ["0", "1", "1"]],
};

describe("with 0, 1 and 2", () => {
  test.each(Object.entries(texts))("%s", (_, [read, words]) => {
    expect([0, 1, 2].map(read)).toEqual(words);
  });
});

test("a large growth is a count, not a percentage", () => {
  expect(note("Calls", day(16), day(4))).toBe("+300% vs. last Sunday at this time");
  expect(note("Calls", day(76), day(4))).toBe("4 by this time last Sunday");
});
