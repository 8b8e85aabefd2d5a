/** The shapes of an agent's conversation tests: what the caller does turn by turn, what is expected, and what came of a play. */
import { z } from "zod";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { isDate } from "#app/platform/zoned-time.ts";
import {
  longestWords,
  mostExpectations,
  mostTests,
  mostTurns,
  type TestBrain,
  testedActions,
  testedEnds,
  testedOutcomes,
  verdicts,
} from "./test-terms.schema.ts";

const words = z.string().max(longestWords);
const someWords = words.trim().min(1);

/** A turn of a scripted call (docs/telephony.md, "Scripted calls"). */
const testTurn = z.union([
  z.strictObject({ say: words }),
  z.strictObject({ press: z.string().regex(/^[0-9*#]{1,64}$/) }),
  z.strictObject({ silence_ms: z.int().min(0).max(hour_ms) }),
  z.strictObject({
    interrupt_after_ms: z
      .int()
      .min(0)
      .max(10 * minute_ms),
    say: words,
  }),
  z.strictObject({ drop_socket: z.literal(true) }),
  z.strictObject({ hang_up: z.literal(true) }),
]);
export type TestTurn = z.infer<typeof testTurn>;

/** "2026-12-03 16:00": a local time of the organization. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} (?:[01]\d|2[0-3]):[0-5]\d$/)
  .refine((text) => isDate(text.slice(0, 10)));

/** The turn that something is expected in: 0 is the greeting; absent, it is expected of the whole call. */
const turn = z.int().min(0).max(mostTurns).optional();
const actions = z.enum(testedActions);

const expectation = z.union([
  z.strictObject({ turn, says: someWords }),
  z.strictObject({ turn, not_says: someWords }),
  z.strictObject({ turn, action: actions }),
  z.strictObject({ turn, not_action: actions }),
  /** The caller hears the first word after fewer ms than that, what the carrier takes not counted. */
  z.strictObject({ turn, latency_ms: z.int().min(1).max(minute_ms) }),
  z.strictObject({ field: z.string().min(1).max(100), is: words }),
  z.strictObject({ booked: localTime }),
  z.strictObject({ outcome: z.enum(testedOutcomes) }),
  z.strictObject({ ended_by: z.enum(testedEnds) }),
]);
export type Expectation = z.infer<typeof expectation>;

const appointment = z.strictObject({
  at: localTime,
  minutes: z.int().min(5).max(480),
  kind: z.string().max(60),
  name: z.string().trim().min(1).max(80),
});

export const agentTest = z
  .strictObject({
    name: z.string().trim().min(1).max(80),
    /** The moment of the call, as local time. */
    now: localTime,
    /** The number that the caller calls from; null: withheld. */
    from: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/)
      .nullable()
      .default(null),
    /** What the calendar holds of this caller's before they call. */
    appointments: z.array(appointment).max(10).default([]),
    turns: z.array(testTurn).min(1).max(mostTurns),
    expect: z.array(expectation).max(mostExpectations),
  })
  .refine(({ turns, expect }) => expect.every((one) => !("turn" in one) || (one.turn ?? 0) <= turns.length));
export type AgentTest = z.infer<typeof agentTest>;

const heard = z.object({
  /** What the caller did, in words; empty: the agent greets. */
  caller: z.string(),
  agent: z.string(),
  does: z.array(z.string()),
});
const difference = z.object({
  turn: z.int().nullable(),
  kind: z.enum([
    "says",
    "not_says",
    "action",
    "not_action",
    "latency",
    "field",
    "booked",
    "outcome",
    "ended_by",
  ]),
  expected: z.string(),
  heard: z.string(),
});
export type Difference = z.infer<typeof difference>;

export const playedTest = z.object({
  verdict: z.enum(verdicts),
  turns: z.array(heard).max(mostTurns + 1),
  differences: z.array(difference).max(mostExpectations),
  outcome: z.enum(testedOutcomes).nullable(),
  ended_by: z.enum(testedEnds).nullable(),
});
export type PlayedTest = z.infer<typeof playedTest>;

/** The tests of one agent. */
export const agentTests = z.array(agentTest).max(mostTests);

export type LastPlay = { played: PlayedTest; at: number; agent_version: number };
export type KeptTest = {
  id: string;
  test: AgentTest;
  /** The call that it was made from. */
  call_id: string | null;
  last: Record<TestBrain, LastPlay | null>;
};
