/** Callers at random: what they may say and do, and the worlds they may call. */
import fc from "fast-check";
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { appointmentField } from "#workers/conversation/dialogue/needs.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { callerOf, type Persona } from "#workers/conversation/simulation/simulated-caller.ts";
import { type CallerTurn, SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { nameOf } from "./conversation-names.ts";
import { type WorldName, worlds } from "./conversation-worlds.ts";

const ZONE = "America/New_York";
/** Friday 20 November 2026, ten in the morning. */
export const NOW = instantOf("2026-11-20", "10:00", ZONE);
const MINUTE = 60_000;

export const days = [
  "tomorrow",
  "monday",
  "next tuesday",
  "wednesday",
  "the 3rd",
  "friday",
  "saturday",
  "december 24th",
  "in two weeks",
  "next year",
  "yesterday",
  "any day but friday",
];
const hours = [
  "",
  "at nine",
  "at half past two",
  "around three",
  "in the morning",
  "after five",
  "at noon",
  "at midnight",
  "first thing",
  "at ten past eight",
  "before ten",
];
export const odd = [
  "do you have parking?",
  "how much is it",
  "what are your hours?",
  "where are you",
  "can you fix my roof?",
  "what did you say?",
  "hold on a second",
  "yes",
  "no",
  "yes, and do you have parking?",
  "no, thursday",
  "no wait, the name is wrong",
  "the later one",
  "neither",
  "earlier",
  "something later that day",
  "never mind",
  "I'd like to leave a message",
  "can someone call me back",
  "I want to cancel my appointment",
  "are you a robot?",
  "this is stupid, you idiot",
  "hello?",
  "thanks",
  "four",
  "two",
  "Marta Lindqvist",
  "my name is Jan de Vries",
  "415 555 0123",
  "four one five",
  "anna dot smith at gmail dot com",
  "a cleaning please",
  "asdf qwer zxcv",
  "",
  "   ",
  "?!",
  "I chipped a tooth, can you fit me in before the weekend is over, or Monday early?",
  "what time do you have on wednesday",
  "the day",
  "the time",
  "either",
  "whatever you have",
  "as soon as possible",
  "😀 ñandú 東京",
];
const endings = [
  "bye",
  "please stop calling me",
  "put me through to a person",
  "wrong number",
  "take me off your list",
];

/** What a random caller does next: a turn of any kind, a straight answer, or nothing while another caller takes a slot. */
export type CallerMove =
  | { kind: "turn"; turn: CallerTurn }
  | { kind: "straight" }
  /** `at`: which slot; null takes the very one that the caller has agreed to. */
  | { kind: "theft"; at: number | null };

const wish = fc
  .tuple(fc.constantFrom(...days), fc.constantFrom(...hours))
  .map(([day, hour]) => `${day} ${hour}`.trim());
const utterance = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...odd) },
  { weight: 3, arbitrary: wish },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
);
const callerMove: fc.Arbitrary<CallerMove> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<CallerMove>({ kind: "straight" }) },
  { weight: 8, arbitrary: utterance.map((say): CallerMove => ({ kind: "turn", turn: { say } })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 0, max: 4000 }), utterance)
      .map(([interrupt_after_ms, say]): CallerMove => ({ kind: "turn", turn: { interrupt_after_ms, say } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("1", "2", "3", "0", "4155550123", "41", "#", "12#")
      .map((press): CallerMove => ({ kind: "turn", turn: { press } })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<CallerMove>(
      { kind: "turn", turn: { silence_ms: 9000 } },
      { kind: "turn", turn: { drop_socket: true } },
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 400 }).map((at): CallerMove => ({ kind: "theft", at })) },
);
const straightMove = fc.constant<CallerMove>({ kind: "straight" });
/** Mostly straight, so that many calls come to a booking, with something odd or a theft on the way. */
const wantedMove = fc.oneof(
  { weight: 12, arbitrary: straightMove },
  { weight: 2, arbitrary: callerMove },
  { weight: 1, arbitrary: fc.constant<CallerMove>({ kind: "theft", at: null }) },
);

/** Random callers, by what they do. */
export const callerMoves = fc
  .tuple(
    fc.oneof(
      fc.array(callerMove, { minLength: 1, maxLength: 30 }),
      fc.array(wantedMove, { minLength: 6, maxLength: 30 }),
    ),
    fc.option(fc.constantFrom(...endings), { freq: 2 }),
  )
  .map(([moves, ending]) =>
    ending === null ? moves : [...moves, { kind: "turn", turn: { say: ending } } as const],
  );

export const worldNames = Object.keys(worlds).filter((name): name is WorldName => name in worlds);
/** Random worlds: every kind of agent, with and without a number, the calendar partly taken. */
export const anyWorld = fc
  .tuple(
    fc.constantFrom(...worldNames),
    fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 30 }),
    fc.boolean(),
  )
  .map(([name, taken, hidden]): World => {
    const world: World = worlds[name]();
    return {
      ...world,
      caller: { phone_number: hidden ? null : world.caller.phone_number },
      calendar: { busy: taken.map((at) => stretch(at)) },
    };
  });

function stretch(at: number): BusyStretch {
  const from = instantOf("2026-11-20", "08:00", ZONE) + at * 15 * MINUTE;
  return { from, to: from + 30 * MINUTE };
}

/** A caller who answers what is asked. */
export const straight: Persona = {
  name: "Marta Lindqvist",
  phone_number: "+14155550123",
  email: "marta@example.com",
  wants: "appointment",
  kind: "Cleaning",
  times: ["next tuesday at three", "wednesday at ten", "thursday morning"],
  answers: { need: "a new crown", timing: "as soon as possible" },
  questions: ["Do you have parking?"],
  message: "please call me about my crown",
  manner: "plain",
};

function steal(line: SimulatedLine, world: World, at: number | null): void {
  const chosen = line.state.fields[appointmentField(world.agent).id]?.value;
  if (at !== null) line.takeMeanwhile(stretch(at), false);
  else if (typeof chosen === "number") line.takeMeanwhile({ from: chosen, to: chosen + 30 * MINUTE }, false);
}

/** A call of random moves. */
export function callOf(world: World, moves: readonly CallerMove[], seed: number): SimulatedLine {
  const line = new SimulatedLine(world, NOW);
  const caller = callerOf({ ...straight, name: nameOf(seed) }, seed);
  for (const move of moves) {
    if (move.kind === "straight") line.do(caller({ text: line.last_words, state: line.state }));
    else if (move.kind === "theft") steal(line, world, move.at);
    else line.do(move.turn);
  }
  return line;
}
