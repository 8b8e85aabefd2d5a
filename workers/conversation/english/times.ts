/** English for times and windows of a day: "around three", "between two and four", "first thing", "after lunch", "no later than noon". */
import type { Clock } from "#workers/conversation/time/clocks.ts";
import { type DayPart, type Times, timesOf } from "#workers/conversation/time/times.ts";
import {
  beginsOf,
  grammar,
  matchAt,
  type Read,
  rulesFor,
  type SlotReaders,
} from "#workers/conversation/words/grammar.ts";
import { type PhraseBook, phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { clockAt, clocks, plainClockAt } from "./clocks.ts";
import { eventAt, eventBook, full, partAt, partBook } from "./day-parts.ts";
import { dashAt, minutesAheadAt, numbersBegin } from "./numbers.ts";

const around = phraseBook({
  around: [
    "[at|somewhere|sometime|some time|right|maybe|say|let's say|anywhere] (around|about|roughly|approximately|approx|near|circa|round about|close to|round) [at]",
    "[at] (something like|more or less|more like|like|towards|toward|nearly|almost)",
    "[just] (a little|a bit|shortly|slightly|just) (after|past|before)",
    "(in the neighborhood of|in the region of|or around|or about)",
  ],
});
const ish = phraseBook({
  ish: [
    "(ish|or so|or thereabouts|thereabouts|give or take|or around there|or around then|or something|or something like that|roughly|approximately|around about|more or less)",
  ],
});
const after = phraseBook({
  after: [
    "[any time|anytime|sometime|some time|only|right|at|from|at or|on or|well|anything|something|free|available] after",
    "[any time|anytime|sometime|some time|anything] (past|from|later than|post)",
    "(no|not|nothing|not any|any time but not|not anything) (earlier than|sooner than)",
    "(not|nothing|not any|any time but not|not anything) (before|until|till)",
    "(starting|beginning|starting at|beginning at|starting from|as of|since|as from|from about|from around|at least|the earliest is|earliest is|the earliest i can do is|not until after)",
    "[and|but|because|since] [i'm|i am|we're|we are|i'll be|he's|she's|they're|i] [all|completely|still] (busy|tied up|working|at work|at school|in meetings|in a meeting|in class|in school|booked|booked up|unavailable|not available|not free|out|out of town|away|gone|teaching|occupied|engaged|stuck|stuck at work|on a shift|in a call|on a call) (until|till|til|untill|through|up to) [about|around]",
    "[and|but|because|since] [my|the|his|her|our] (meeting|meetings|class|classes|lecture|shift|appointment|call|lesson|practice|training|school|work) (goes|go|runs|run|lasts|last|is|takes) (until|till|til|to|on until|on till|through) [about|around]",
    "[and|but|because|since] (i|we|he|she|they) (work|have work|have to work|have class|have classes|have school|have a class|have a meeting|have meetings|teach|can't|cannot|can't come|cannot come|can't get away|can't make it|can't leave) (until|till|til|untill) [about|around]",
    "[and|but|because|since] [my|the|his|her|our] (school|class|classes|work|practice|shift|kids|kid|daughter|son|meeting|lecture|lectures|training|job|lesson|lessons|day care|daycare|course) [school|class|classes|practice|shift|lesson] (ends|end|finishes|finish|is over|are over|is done|are done|gets out|get out|lets out|is out|are out|gets off|get off|stops) [at|around|about|by]",
    "[i] [i'm|i] (get off|get off work|finish|finish work|finish school|leave work|get out|get out of work|get off of work|off|done|done with work|free) (at|after|from|around)",
  ],
});
const before = phraseBook({
  before: [
    "[any time|anytime|sometime|some time|at or|on or|right|well|anything|something|free|available] before",
    "[any time|anytime|sometime|some time|at|up] (by|until|till|til|untill|through|thru|prior to|ahead of|earlier than|pre|up to|up until)",
    "(no|not|nothing|not any|not anything) later than",
    "(not|nothing|not any|not anything) (after|past)",
    "(the latest is|latest is|at the latest by|no later then|up to|up until|up till|the latest i can do is)",
    "i (have|need|must|gotta|have got) to (leave|be gone|be out|be done|be out of there|go) (by|at|before)",
  ],
});
const since = phraseBook({
  since: [
    "(onward|onwards|or later|or after|and later|and after|at the earliest|earliest|and on|on out|or any time after|or anytime after|or beyond|and beyond|plus|or any time later)",
  ],
});
const until = phraseBook({
  until: [
    "(or earlier|or before|at the latest|latest|or sooner|tops|at the very latest|or any time before|and earlier)",
  ],
});

const anyTime = phraseBook({
  any: [
    "(any time|anytime|whenever|any time at all|any time of day|any time of the day|all day|all day long|any hour|at any time|any old time|anytime that day)",
    "(during|in|within) (the day|business hours|working hours|office hours|opening hours|normal hours|regular hours)",
  ],
});

const within =
  (book: PhraseBook) =>
  (words: readonly Word[], at: number): Read<true> | null => {
    const found = phraseAt(book, words, at);
    return found && { value: true, to: found.to };
  };

type Slots = {
  clock: Clock;
  clock2: Clock;
  plain: Clock;
  part: DayPart;
  event: Partial<Times>;
  around: true;
  ish: true;
  after: true;
  before: true;
  since: true;
  until: true;
  any: true;
  dash: true;
  span: number;
};
const readers: SlotReaders<Slots, null> = {
  clock: clockAt,
  clock2: clockAt,
  plain: plainClockAt,
  part: partAt,
  event: eventAt,
  around: within(around),
  ish: within(ish),
  after: within(after),
  before: within(before),
  since: within(since),
  until: within(until),
  any: within(anyTime),
  dash: dashAt,
  span: minutesAheadAt,
};
const rule = rulesFor<Slots, null>();

const MOST_MINUTES_AHEAD = 1440;

const said = (clock: Clock): Clock => ({ ...clock, bare: false });
const at = (clock: Clock, more: Partial<Times> = {}) => timesOf({ at: [clock], ...more });

const clockBegins = beginsOf(clocks);
const begins = {
  clock: clockBegins,
  clock2: clockBegins,
  plain: clockBegins,
  part: beginsOf(partBook),
  event: beginsOf(eventBook),
  around: beginsOf(around),
  ish: beginsOf(ish),
  after: beginsOf(after),
  before: beginsOf(before),
  since: beginsOf(since),
  until: beginsOf(until),
  any: beginsOf(anyTime),
  span: numbersBegin.minutesAhead,
};
const rules = [
  rule(["event"], ["{event}"], ({ event }) => timesOf(event)),
  rule(["clock"], ["{clock}", "for {clock}"], ({ clock }) => at(clock)),
  rule(["clock"], ["at {clock}", "[at] (exactly|precisely) {clock}", "at like {clock}"], ({ clock }) =>
    at(said(clock)),
  ),
  rule(["around", "clock"], ["{around} {clock}", "for {around} {clock}"], ({ clock }) =>
    at(said(clock), { around: true }),
  ),
  rule(["clock", "ish"], ["[at|for|around|about] {clock} {ish}"], ({ clock }) =>
    at(said(clock), { around: true }),
  ),
  rule(
    ["plain", "clock2"],
    [
      "[any time|anytime|anywhere|somewhere|some time|sometime|anything|something] from {plain} (to|until|till|til|untill|through|thru) {clock2}",
    ],
    ({ plain, clock2 }) => timesOf({ from: said(plain), to: said(clock2) }),
  ),
  rule(
    ["clock", "clock2"],
    [
      "[any time|anytime|anywhere|somewhere|some time|sometime|anything|something] between {clock} (and|to|or|until) {clock2}",
      "[any time|anytime|anywhere|somewhere|some time|sometime|anything|something] from {clock} (to|until|till|til|untill|through|thru|and) {clock2}",
      "{clock} (to|until|till|til|untill|through|thru) {clock2}",
      "after {clock} [and|but] before {clock2}",
    ],
    ({ clock, clock2 }) => timesOf({ from: said(clock), to: said(clock2) }),
  ),
  rule(["after", "clock"], ["{after} {clock} [on|onwards|or later]"], ({ clock }) =>
    timesOf({ from: said(clock) }),
  ),
  rule(["after", "around", "clock"], ["{after} {around} {clock}"], ({ clock }) =>
    timesOf({ from: said(clock) }),
  ),
  rule(["clock", "since"], ["[at] {clock} {since}"], ({ clock }) => timesOf({ from: said(clock) })),
  rule(["around", "clock", "since"], ["[at|like] {around} {clock} {since}"], ({ clock }) =>
    timesOf({ from: said(clock) }),
  ),
  rule(["before", "clock"], ["{before} {clock}"], ({ clock }) => timesOf({ to: said(clock) })),
  rule(["clock", "until"], ["[at] {clock} {until}"], ({ clock }) => timesOf({ to: said(clock) })),
  rule(["clock", "dash", "clock2"], ["[between|from] {clock} {dash} {clock2}"], ({ clock, clock2 }) => {
    const plain = [clock, clock2].every(
      ({ hour, minute, half }) => hour <= 12 || minute > 0 || half !== null,
    );
    return plain ? timesOf({ from: said(clock), to: said(clock2) }) : null;
  }),
  rule(["part"], ["{part}"], ({ part }) => timesOf({ part })),
  rule(["part", "ish"], ["{part} {ish}"], ({ part }) => timesOf({ part })),
  rule(["after", "part"], ["{after} [the] {part}"], ({ part }) =>
    "from" in part ? timesOf({ from: full(Math.floor(part.to / 60), part.to % 60) }) : null,
  ),
  rule(["before", "part"], ["{before} [the] {part}"], ({ part }) =>
    "from" in part ? timesOf({ to: full(Math.floor(part.from / 60), part.from % 60) }) : null,
  ),
  rule(["any"], ["{any}"], () => timesOf({ any: true })),
  rule(["span"], ["in [about|around|roughly|another] {span}", "{span} (from now|hence)"], ({ span }) =>
    span <= MOST_MINUTES_AHEAD ? timesOf({ ahead: span }) : null,
  ),
];
const times = grammar<Times, Slots, null>(readers, rules, begins);

/** The time or window that begins at a word, if one does. */
export function timesAt(words: readonly Word[], from: number): Read<Times> | null {
  return matchAt(times, words, from, null);
}
