/** Invariants of every call (docs/conversation.md, "Invariants"), tried on callers who answer straight, oddly, or not at all. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { whyNot } from "#app/bookings/calendar.ts";
import { clockSaid, weekdaySaid } from "#app/hours/spoken-time.ts";
import type { Json } from "#app/platform/json.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { step } from "#workers/conversation/brains/built-in-brain.ts";
import { fieldsOf } from "#workers/conversation/dialogue/needs.ts";
import { sentencesOf } from "#workers/conversation/dialogue/say.ts";
import { callState, freshState } from "#workers/conversation/dialogue/state.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import type { CallEvent, Move, World } from "#workers/conversation/line/conversation.ts";
import { isStopCalling } from "#workers/conversation/reading/read.ts";
import { simulateCall } from "#workers/conversation/simulation/simulated-call.ts";
import type { Persona } from "#workers/conversation/simulation/simulated-caller.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { nameOf } from "../support/conversation-names.ts";
import { type WorldName, worlds } from "../support/conversation-worlds.ts";
import {
  anyWorld,
  callerMoves,
  callOf,
  days,
  NOW,
  odd,
  straight,
  worldNames,
} from "../support/random-callers.ts";

const MINUTE = 60_000;
const RUNS = 150;
const END_REASONS = [
  "goodbye",
  "silence",
  "transferred",
  "opt_out",
  "max_duration",
  "wrong_number",
  "abuse",
  "emergency",
];

function says(moves: readonly Move[]): string[] {
  return moves.flatMap((move) => (move.type === "say" ? [move.text] : []));
}

/** Tries a promise on random calls. */
function always(promise: string, holds: (line: SimulatedLine, world: World) => void): void {
  it(promise, () => {
    fc.assert(
      fc.property(anyWorld, callerMoves, fc.nat(), (world, moves, seed) => {
        holds(callOf(world, moves, seed), world);
      }),
      { numRuns: RUNS },
    );
  });
}

always("a call ends in one of the known ends, and nothing is said or done after it", (line) => {
  for (let quiet = 0; quiet < 6; quiet++) line.do({ silence_ms: 70_000 });
  expect(line.ended_by).not.toBeNull();
  const ends = line.actions.filter(({ action }) => action.type === "end");
  expect(ends).toHaveLength(1);
  for (const { action } of ends) if (action.type === "end") expect(END_REASONS).toContain(action.reason);
  const after = step(line.state, { type: "said", text: "hello?" }, worlds.clinic(), NOW);
  expect(after.moves).toEqual([]);
});

always("no field is asked for that is already known", (line) => {
  for (const { state, moves } of line.steps) {
    if (says(moves).length === 0 || state.asked.what !== "field") continue;
    if (!says(moves).at(-1)?.endsWith("?")) continue;
    expect(state.fields[state.asked.field.id]).toBeUndefined();
  }
});

always("a turn has one question at most, and it is the last thing said", (line) => {
  for (const { moves } of line.steps) {
    const words = says(moves).join(" ");
    const marks = words.split("?").length - 1;
    expect(marks).toBeLessThanOrEqual(1);
    if (marks === 1) expect(words.endsWith("?")).toBe(true);
  }
});

always("nothing is said as booked without a row", (line) => {
  const rows: number[] = [];
  for (const { event, moves } of line.steps) {
    if (event.type === "outcome" && event.outcome.ok) {
      const booked = line.actions.find(({ action }) => action.id === event.id)?.action;
      if (booked?.type === "book") rows.push(booked.starts_at);
    }
    if (/\b(you're booked|it's booked|your appointment is)\b/i.test(says(moves).join(" ")))
      expect(rows.length).toBeGreaterThan(0);
  }
  const ledger = line.actions.filter(({ action, outcome }) => action.type === "book" && outcome.ok);
  expect(new Set(ledger.map(({ action }) => action.id)).size).toBe(line.state.done.bookings.length);
});

always(
  "no slot is booked outside hours, in the past, or twice, and none is offered that is not free",
  (line, world) => {
    const calendar = calendarOf(world);
    const booked: BusyStretch[] = [];
    for (const { action, outcome, at_ms } of line.actions) {
      if (action.type !== "book" || !calendar) continue;
      const open = { ...calendar, busy: [] };
      expect(whyNot(open, action.starts_at, action.duration_minutes, NOW + at_ms)).toBeNull();
      if (!outcome.ok) continue;
      const slot = { from: action.starts_at, to: action.starts_at + action.duration_minutes * MINUTE };
      for (const other of [...world.calendar.busy, ...booked])
        expect(slot.from < other.to && other.from < slot.to).toBe(false);
      booked.push(slot);
    }
    for (const { state, now, moves } of line.steps) {
      if (state.asked.what !== "offer" || !calendar || says(moves).length === 0) continue;
      for (const slot of state.asked.slots) expect(whyNot(calendar, slot, 5, now - 15 * MINUTE)).toBeNull();
    }
  },
);

always(
  "what is booked was said back with its weekday and time, and agreed to, before it was booked",
  (line, world) => {
    const zone = world.organization.time_zone;
    for (const [at, { moves }] of line.steps.entries()) {
      for (const move of moves) {
        if (move.type !== "do" || move.action.type !== "book") continue;
        const known = line.steps[at]?.state.fields ?? {};
        expect(Object.values(known).every(({ trust }) => trust === "confirmed")).toBe(true);
        const before = line.steps.slice(0, at).flatMap((one) => says(one.moves));
        const { starts_at, name } = move.action;
        const day = weekdaySaid(localDate(starts_at, zone));
        const time = clockSaid(localClock(starts_at, zone));
        const told = before.join(" ").toLowerCase();
        for (const part of [day, time, name.split(" ")[0] ?? ""]) expect(told).toContain(part.toLowerCase());
      }
    }
  },
);

/** Every way in which the agent says that a call will come. */
const PROMISES =
  /\b(i'll have (somebody|someone)|(somebody|someone|one of the team|a colleague) will|you'll (get a call|hear from us)|have someone call you back\. goodbye)\b/i;

always("a call back that is promised is a message with a number, unless the caller wants none", (line) => {
  line.do({ hang_up: true });
  const said = line.turns.filter(({ role, text }) => role === "agent" && PROMISES.test(text));
  const end = line.actions.find(({ action }) => action.type === "end")?.action;
  const unwanted = end?.type === "end" && ["opt_out", "wrong_number"].includes(end.reason);
  const dropped = line.turns.some(({ role, text }) => role === "caller" && text === "never mind");
  if (said.length === 0 || unwanted || dropped) return;
  const messages = line.actions.flatMap(({ action }) => (action.type === "take_message" ? [action] : []));
  expect([said.map(({ text }) => text), messages.some(({ phone_number }) => phone_number !== null)]).toEqual([
    expect.anything(),
    true,
  ]);
});

always("what the agent knows is not told twice in a row to a caller who did not ask for it again", (line) => {
  let before = "";
  for (const { event, moves, state } of line.steps) {
    if (event.type !== "said") continue;
    const told = moves.some((move) => move.type === "note" && move.note.type === "answered_from");
    const answer = told ? (state.last.answer ?? "") : "";
    if (answer !== "") expect(answer).not.toBe(before);
    before = answer;
  }
});

always("a stop request acts in the same turn", (line) => {
  for (const { event, moves, state } of line.steps) {
    if (event.type !== "said" || !isStopCalling(event.text)) continue;
    const deeds = moves.flatMap((move) => (move.type === "do" ? [move.action.type] : []));
    expect(deeds).toEqual(["opt_out", "end"]);
    expect(state.ended).toBe(true);
  }
});

always("no sentence is said more than twice in a call, nor twice in a row", (line) => {
  const counts = new Map<string, number>();
  let before: string[] = [];
  for (const { moves } of line.steps) {
    const sentences = says(moves).flatMap(sentencesOf);
    if (sentences.length === 0) continue;
    for (const sentence of sentences) {
      expect(before).not.toContain(sentence);
      counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
    }
    before = sentences;
  }
  for (const [sentence, count] of counts) expect([sentence, count <= 2]).toEqual([sentence, true]);
});

always(
  "a turn is short: two sentences and thirty words at most, besides the answer to a question",
  (line) => {
    for (const { event, moves, state } of line.steps) {
      const words = says(moves).join(" ");
      // The greeting is the organization's own.
      if (words === "" || event.type === "started") continue;
      // A telephone number is said digit by digit; its groups count as words.
      const own = (state.last.answer ? words.replace(state.last.answer, "") : words)
        .replace(/\d( \d)+/g, "group")
        .trim();
      expect([own, sentencesOf(own).length <= 2, own.split(/\s+/).length <= 30]).toEqual([own, true, true]);
    }
  },
);

always("the state is plain data, and the same events give the same words", (line, world) => {
  let state: Json = freshState();
  for (const { event, moves, state: after, now } of line.steps) {
    const parsed = callState.parse(JSON.parse(JSON.stringify(state)));
    const known: World = { ...world, calendar: { busy: calendarAt(line, world, event) } };
    const again = step(parsed, event, known, now);
    expect(says(again.moves)).toEqual(says(moves));
    expect(JSON.parse(JSON.stringify(again.state))).toEqual(JSON.parse(JSON.stringify(after)));
    state = again.state;
  }
});

/** The calendar that a line showed the agent at a step: what was busy before, and what it had heard of since. */
function calendarAt(line: SimulatedLine, world: World, event: CallEvent): BusyStretch[] {
  const step_of = line.steps.find((one) => one.event === event);
  return step_of ? [...step_of.busy] : [...world.calendar.busy];
}

it.each(worldNames)("straight answers finish a task within its fields and three turns (%s)", (name) => {
  const wants: Record<WorldName, Persona["wants"]> = {
    clinic: "appointment",
    practice: "appointment",
    walk_in: "appointment",
    front_desk: "appointment",
    answering_service: "message",
    leads: "offer",
  };
  const tasks = { appointment: "book", message: "message", offer: "lead" } as const;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const world = worlds[name]();
      const want = wants[name];
      const task = want === "appointment" || want === "message" || want === "offer" ? tasks[want] : "book";
      const kind = name === "practice" ? "Cleaning" : "";
      const persona = { ...straight, wants: want, kind, questions: [], times: ["next tuesday at three"] };
      const own = { ...persona, name: nameOf(seed) };
      const call = simulateCall({ world, caller: own, seed, now: NOW });
      const done = call.actions.find(({ action }) =>
        ["book", "take_message", "save_lead"].includes(action.type),
      );
      expect(done?.outcome.ok).toBe(true);
      if (done?.action.type === "book") expect(done.action.name).toBe(own.name);
      const turns = call.turns.filter(
        ({ role, at_ms }) => role === "agent" && at_ms <= (done?.at_ms ?? 0) + 1_000,
      );
      const text = task === "message" ? 1 : 0;
      expect(turns.length).toBeLessThanOrEqual(fieldsOf(task, world).length + text + 3);
    }),
    { numRuns: 60 },
  );
});

it("ten thousand characters of anything are taken in without a stumble", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...odd, ...days, "monday at nine or ", "5", "@ . "),
      fc.constantFrom(...worldNames),
      (words, name) => {
        const line = new SimulatedLine(worlds[name](), NOW);
        const long = (words || "x").padEnd(2, " ").repeat(10_000).slice(0, 10_000);
        line.do({ say: long });
        line.do({ say: "tomorrow" });
        expect(line.steps).not.toHaveLength(0);
      },
    ),
    { numRuns: 60 },
  );
});
