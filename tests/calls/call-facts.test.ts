/** The rules by which a call is named, summed up, priced and moved forward. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { questionKey } from "#app/agents/question-key.ts";
import { costOf, totalOf } from "#app/calls/call-cost.ts";
import { type CallDeeds, outcomeOf } from "#app/calls/call-outcome.ts";
import { laterStatus, reportedSeconds } from "#app/calls/call-status.ts";
import { type SummaryFacts, summaryOf } from "#app/calls/call-summary.ts";
import { callStatuses } from "#app/calls/call-terms.schema.ts";
import { refusalSaid } from "#app/calls/live/refusals.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { summaryFacts } from "../support/summary-facts.ts";
import { everyHour } from "../support/telephone.ts";

const nothing: CallDeeds = {
  connected: true,
  booked: false,
  moved: false,
  canceled: false,
  transferred: false,
  lead: false,
  message: false,
  call_back: false,
  opted_out: false,
  answered: false,
};

test("a call is named by the best that came of it", () => {
  expect(outcomeOf({ ...nothing, booked: true, message: true, answered: true })).toBe("booked");
  expect(outcomeOf({ ...nothing, moved: true, canceled: true, message: true })).toBe("moved");
  expect(outcomeOf({ ...nothing, canceled: true, message: true })).toBe("canceled");
  expect(outcomeOf({ ...nothing, transferred: true, lead: true })).toBe("transferred");
  expect(outcomeOf({ ...nothing, message: true, opted_out: true })).toBe("message");
  expect(outcomeOf({ ...nothing, message: true, call_back: true })).toBe("message");
  expect(outcomeOf({ ...nothing, call_back: true, answered: true })).toBe("call_back");
  expect(outcomeOf({ ...nothing, answered: true })).toBe("answered");
  expect(outcomeOf(nothing)).toBe("no_outcome");
  expect(outcomeOf({ ...nothing, connected: false })).toBe("missed");
});

test("a status never goes back, and reports merge to the same end in any order", () => {
  const status = fc.constantFrom(...callStatuses);
  fc.assert(
    fc.property(fc.array(status, { minLength: 1, maxLength: 8 }), (reports) => {
      const merged = reports.reduce(laterStatus);
      expect([...reports].reverse().reduce(laterStatus)).toBe(merged);
      for (const report of reports) expect(laterStatus(merged, report)).toBe(merged);
    }),
  );
  expect(laterStatus("completed", "failed")).toBe("completed");
  expect(laterStatus("completed", "ringing")).toBe("completed");
});

test.each([
  ["12", 12],
  ["12.6", 13],
  ["-7", 0],
  ["999999999", 86_400],
  ["1e9", null],
  ["", null],
  [undefined, null],
])("a reported duration %j is %j seconds", (text, seconds) => {
  expect(reportedSeconds(text)).toBe(seconds);
});

test("minutes are rounded up, and a call that was never answered costs nothing", () => {
  const cents = (direction: "inbound" | "outbound", seconds: number) =>
    totalOf(costOf({ type: "phone", provider: "twilio", direction, seconds })) / 10_000;
  expect(cents("inbound", 1)).toBe(7.85);
  expect(cents("inbound", 60)).toBe(7.85);
  expect(cents("inbound", 61)).toBe(15.7);
  expect(cents("outbound", 60)).toBe(8.4);
  expect(costOf({ type: "phone", provider: "twilio", direction: "inbound", seconds: 0 })).toEqual([]);
  const elsewhere = costOf({ type: "phone", provider: "telnyx", direction: "inbound", seconds: 61 });
  expect(totalOf(elsewhere)).toBe(2 * (5_500 + 50_000));
});

describe("the summary", () => {
  const place = { timeZone: "America/New_York", locale: "en-US" };
  const friday = instantOf("2026-11-20", "10:00", place.timeZone);
  const facts = (more: Partial<SummaryFacts>) => summaryFacts(friday, more);
  const at = (date: string, clock: string) => instantOf(date, clock, place.timeZone);

  test.each<[Partial<SummaryFacts>, string]>([
    [
      { outcome: "booked", bookings: 1, booking: { kind: "Cleaning", starts_at: at("2026-11-24", "15:00") } },
      "Booked a cleaning for Tuesday at 3:00 pm",
    ],
    [
      { outcome: "booked", bookings: 2, booking: { kind: "Exam", starts_at: at("2026-12-08", "09:15") } },
      "Booked an exam for Tuesday, Dec 8, at 9:15 am and 1 more",
    ],
    [
      { outcome: "booked", bookings: 1, booking: { kind: "MRI scan", starts_at: at("2026-11-23", "08:00") } },
      "Booked an MRI scan for Monday at 8:00 am",
    ],
    [{ outcome: "moved", moved: [at("2026-11-24", "15:00")] }, "Moved the appointment to Tuesday at 3:00 pm"],
    [
      { outcome: "canceled", canceled: [at("2026-12-08", "09:15"), at("2026-11-23", "08:00")] },
      "Cancelled the appointment on Monday at 8:00 am and 1 more",
    ],
    [
      { outcome: "transferred", transfer: { name: "Dr. Lund", reason: "pain after extraction" } },
      "Transferred to Dr. Lund; pain after extraction",
    ],
    [{ outcome: "message", message: "Please call back." }, "Left a message: “Please call back.”"],
    [
      { outcome: "call_back", call_back: "Wanted a cleaning, then the line went silent" },
      "Wanted a cleaning, then the line went silent",
    ],
    [{ outcome: "lead", fields: [{ id: "budget", label: "Budget", value: "5,000" }] }, "Budget: 5,000"],
    [
      { outcome: "answered", topics: ["Parking", "Whitening prices"] },
      "Asked about parking and whitening prices",
    ],
    [{ outcome: "answered", topics: ["Do you have parking?"] }, "Asked “Do you have parking?”"],
    [
      { outcome: "answered", topics: ["Parking", "Parking", "Insurance"] },
      "Asked about parking and insurance",
    ],
    [
      { outcome: "answered", topics: ["What does a cleaning cost?", "Parking"] },
      "Asked about “What does a cleaning cost?” and parking",
    ],
    [{ unanswered: ["Do you do braces?"] }, "Asked “Do you do braces?”; no answer on file"],
    [{ caller_spoke: false }, "Hung up during the greeting"],
    [{ caller_spoke: false, end_reason: "silence" }, "Caller said nothing"],
    [{ outcome: "missed", end_reason: "lines_full" }, "All lines were busy"],
    [{ outcome: "missed", end_reason: "hung_up" }, "Hung up before the agent answered"],
  ])("%j", (known, summary) => {
    expect(summaryOf(facts(known), place)).toBe(summary);
  });

  test("of a long message is cut, and says so", () => {
    const summary = summaryOf(facts({ outcome: "message", message: "word ".repeat(100) }), place);
    expect(summary.length).toBeLessThan(140);
    expect(summary).toMatch(/…”$/);
  });
});

test("questions that differ only in empty words have one key, others do not", () => {
  expect(questionKey("Do you do braces?")).toBe(questionKey("uh, do you do any braces please"));
  expect(questionKey("What are your prices")).toBe(questionKey("what's the price?"));
  expect(questionKey("Where do I park?")).not.toBe(questionKey("Where are you?"));
  expect(questionKey("¿?")).toBe("");
});

test("whoever is turned away hears why, in words", () => {
  expect(refusalSaid("lines_full", "Bright Smile", null)).toMatch(
    /^Thank you for calling Bright Smile\. All our lines/,
  );
  expect(refusalSaid("outside_hours", "Bright Smile", everyHour)).toContain("every day around the clock");
});

test("a plan that nobody knows has the starter's limits", () => {
  expect(limitsOf("starter")).toMatchObject({
    lines: 25,
    numbers: 5,
    agents: 10,
    clients: 0,
    reach: "abroad",
  });
  expect(limitsOf("toString")).toEqual(limitsOf("starter"));
});
