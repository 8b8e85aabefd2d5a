/** English for a time of day: "half past two", "ten to five", "three oh five pm", "fifteen hundred", "2 30". */
import type { Clock } from "#workers/conversation/time/clocks.ts";
import {
  beginning,
  beginsOf,
  grammar,
  matchAt,
  type Read,
  rulesFor,
  type SlotReaders,
} from "#workers/conversation/words/grammar.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";
import { belowHundredAt, cardinalAt, numbersBegin, teens, tens, units } from "./numbers.ts";

const clock = (hour: number, minute: number, more: Partial<Clock> = {}): Clock | null => {
  const fits = hour >= 0 && minute >= 0 && minute < 60 && (hour < 24 || (hour === 24 && minute === 0));
  if (!fits || (more.half && (hour < 1 || hour > 12))) {
    // "15:00 pm" says the same thing twice.
    return fits && more.half === "pm" && hour > 12 ? clock(hour, minute, { ...more, half: null }) : null;
  }
  return { hour, minute, half: null, whole: hour === 0 || hour > 12, bare: false, ...more };
};

/** "a quarter to four" is 3:45, whichever four is meant. */
function before(minutes: number, { hour, ...rest }: Clock): Clock | null {
  const earlier = rest.whole ? hour * 60 - minutes : ((hour + 11) % 12 || 12) * 60 + 60 - minutes;
  const half = rest.half !== null && hour === 12 ? (rest.half === "am" ? "pm" : "am") : rest.half;
  return earlier < 0
    ? null
    : { ...rest, half, hour: Math.floor(earlier / 60), minute: earlier % 60, bare: false };
}

const after = (minutes: number, past: Clock): Clock => ({ ...past, minute: minutes, bare: false });

function hourAt(words: readonly Word[], at: number): Read<number> | null {
  const word = words[at]?.word ?? "";
  const read = /^\d{1,2}$/.test(word) ? { value: Number(word), to: at + 1 } : belowHundredAt(words, at);
  return read && read.value <= 24 ? read : null;
}

/** The minutes after an hour: ":30", ".30", "30", "thirty", "oh five", "forty five". */
function minuteAt(words: readonly Word[], at: number): Read<number> | null {
  const { word = "", gap = "" } = words[at] ?? {};
  if (/^\d+$/.test(word)) {
    const joined =
      /^[:. ]$|^: $/.test(gap) ||
      (gap === "-" && Number(word) > 24) ||
      (gap === "" && words[at - 1]?.word === "h");
    return word.length === 2 && joined && Number(word) < 60 ? { value: Number(word), to: at + 1 } : null;
  }
  const next = words[at + 1]?.word ?? "";
  if (word === "oh" || word === "o" || word === "zero") {
    const unit = units.get(next) ?? (/^\d$/.test(next) ? Number(next) : undefined);
    return unit === undefined ? null : { value: unit, to: at + 2 };
  }
  if ((!teens.has(word) && !tens.has(word)) || gap.includes(",")) return null;
  const read = belowHundredAt(words, at);
  if (!read || read.value >= 60) return null;
  // "The three thirty one" is the one at three thirty.
  const theOne = words[at - 2]?.word === "the" && read.to === at + 2 && words[at + 1]?.word === "one";
  return theOne ? { ...read, value: read.value - 1 } : read;
}

/** "am", "p.m.", "p m", and a single letter glued to digits: "3p". */
function halfAt(words: readonly Word[], at: number): Read<"am" | "pm"> | null {
  const { word = "", gap = "" } = words[at] ?? {};
  if (word === "am" || word === "pm") return { value: word, to: at + 1 };
  if (word !== "a" && word !== "p") return null;
  const value = word === "a" ? "am" : "pm";
  const next = words[at + 1];
  if (next?.word === "m" && /^[. ]*$/.test(next.gap)) return { value, to: at + 2 };
  return gap === "" && /^\d/.test(words[at - 1]?.word ?? "") ? { value, to: at + 1 } : null;
}

/** "330", "1530", "0900": an hour and its minutes written together. */
function compactAt(words: readonly Word[], at: number): Read<Clock> | null {
  const word = words[at]?.word ?? "";
  if (!/^\d{3,4}$/.test(word)) return null;
  // Without "at" these are years.
  if (
    /^20(2[4-9]|3[0-5])$/.test(word) &&
    !/^(at|around|about|by|after|before|until|till)$/.test(words[at - 1]?.word ?? "")
  )
    return null;
  const value = clock(Number(word.slice(0, -2)), Number(word.slice(-2)), {
    bare: true,
    ...(word.startsWith("0") ? { whole: true } : {}),
  });
  return value && { value, to: at + 1 };
}

/** The small numbers that stand before "to" and "past"; others need "minutes" ("three to four" is a stretch). */
function roundMinutesAt(words: readonly Word[], at: number): Read<number> | null {
  const read = cardinalAt(words, at);
  if (!read || ![5, 10, 15, 20, 25].includes(read.value)) return null;
  // In digits "10 to 12" is a stretch, while "10 to 5" can only be ten minutes before five.
  const to = /^(to|till|til)$/.test(words[read.to]?.word ?? "");
  const hour = /^\d+$/.test(words[at]?.word ?? "") && to ? Number(words[read.to + 1]?.word) : 0;
  return hour === 11 || hour === 12 || hour > 12 ? null : read;
}

function minutesAt(words: readonly Word[], at: number): Read<number> | null {
  const read = cardinalAt(words, at);
  return read && read.value >= 1 && read.value < 60 ? read : null;
}

/** "in the morning", "at night": said right after a time they only tell its half of the day. */
const dayHalves = phraseBook({
  am: ["(in|of) the morning", "in the am"],
  pm: ["(in|of) the (afternoon|evening)", "at night", "in the pm"],
});

type Slots = {
  dayHalf: "am" | "pm";
  hour: number;
  minute: number;
  half: "am" | "pm";
  compact: Clock;
  round: number;
  minutes: number;
  base: Clock;
};

type SimpleSlots = Omit<Slots, "base" | "dayHalf">;

const oclock = ["{hour} o'clock", "{hour} o clock", "{hour} oh clock", "{hour} clock"];

const simpleRule = rulesFor<SimpleSlots, null>();
const simpleReaders: SlotReaders<SimpleSlots, null> = {
  hour: hourAt,
  minute: minuteAt,
  half: halfAt,
  compact: compactAt,
  round: roundMinutesAt,
  minutes: minutesAt,
};

const { cardinal } = numbersBegin;
const simpleBegins = {
  hour: cardinal,
  minute: beginning(true, teens.keys(), tens.keys(), ["oh", "o", "zero"]),
  half: beginning(false, ["am", "pm", "a", "p"]),
  compact: beginning(true),
  round: cardinal,
  minutes: cardinal,
};
const simpleRules = [
  simpleRule([], ["[twelve|12|high|the] (noon|midday)", "noontime", "mid day", "12 pm noon"], () =>
    clock(12, 0, { whole: true }),
  ),
  simpleRule(["minute"], ["[twelve|12] (noon|midday) {minute}"], ({ minute }) =>
    clock(12, minute, { whole: true }),
  ),
  simpleRule([], ["[twelve|12] midnight"], () => clock(0, 0)),
  simpleRule(
    ["hour", "minute", "half"],
    ["{hour} {minute} [o'clock] {half}", "{hour} h {minute} {half}"],
    (c) => clock(c.hour, c.minute, { half: c.half }),
  ),
  simpleRule(
    ["hour", "minute"],
    ["{hour} {minute}", "{hour} h {minute}", "{hour} {minute} (hours|hrs)"],
    (c) => clock(c.hour, c.minute),
  ),
  simpleRule(["hour", "half"], ["{hour} {half}", ...oclock.map((line) => `${line} {half}`)], (c) =>
    clock(c.hour, 0, { half: c.half }),
  ),
  simpleRule(["hour"], oclock, ({ hour }) => clock(hour, 0)),
  simpleRule(["hour"], ["{hour} (sharp|exactly)", "{hour} on the dot"], ({ hour }) => clock(hour, 0)),
  simpleRule(["hour"], ["{hour} h"], ({ hour }) => clock(hour, 0, { whole: true })),
  simpleRule(["hour"], ["{hour}"], ({ hour }) => (hour < 24 ? clock(hour, 0, { bare: true }) : null)),
  simpleRule(["hour"], ["{hour} hundred"], ({ hour }) => (hour >= 1 ? clock(hour, 0) : null)),
  simpleRule(["hour"], ["{hour} hundred (hours|hrs)", "(zero|oh|o) {hour} hundred [hours|hrs]"], ({ hour }) =>
    clock(hour, 0, { whole: true }),
  ),
  simpleRule(["hour", "minute"], ["(zero|oh|o) {hour} {minute} [hours|hrs]"], ({ hour, minute }) =>
    hour < 10 ? clock(hour, minute, { whole: true }) : null,
  ),
  simpleRule(["compact", "half"], ["{compact} {half}"], ({ compact, half }) =>
    clock(compact.hour, compact.minute, { half }),
  ),
  simpleRule(["compact"], ["{compact} (hours|hrs|o'clock|h)"], ({ compact }) =>
    clock(compact.hour, compact.minute, { whole: true }),
  ),
  simpleRule(["compact"], ["{compact}"], ({ compact }) => compact),
];
const simple = grammar<Clock, SimpleSlots, null>(simpleReaders, simpleRules, simpleBegins);

const rule = rulesFor<Slots, null>();
const readers: SlotReaders<Slots, null> = {
  ...simpleReaders,
  base: (words, at) => matchAt(simple, words, at, null),
  dayHalf: (words, at) => {
    const found = phraseAt(dayHalves, words, at);
    return found && { value: found.id === "am" ? "am" : "pm", to: found.to };
  },
};
const begins = { ...simpleBegins, base: beginsOf(simple), dayHalf: beginsOf(dayHalves) };
const plainRules = [
  rule(["base"], ["{base}"], ({ base }) => base),
  rule(
    ["base"],
    ["[a] quarter (past|after|passed) {base}"],
    ({ base }) => onTheHour(base) && after(15, base),
  ),
  rule(
    ["base"],
    ["half [past|after|passed] {base}", "[a] half past {base}"],
    ({ base }) => onTheHour(base) && after(30, base),
  ),
  rule(
    ["base"],
    ["[a] quarter (to|before|of|till|til|until) {base}"],
    ({ base }) => onTheHour(base) && before(15, base),
  ),
  rule(
    ["round", "base"],
    ["{round} (past|after|passed) {base}"],
    ({ round, base }) => onTheHour(base) && after(round, base),
  ),
  rule(
    ["minutes", "base"],
    ["{minutes} (minutes|minute|mins|min) (past|after) {base}"],
    ({ minutes, base }) => onTheHour(base) && after(minutes, base),
  ),
  rule(
    ["round", "base"],
    ["{round} (to|before|of|till|til) {base}"],
    ({ round, base }) => onTheHour(base) && before(round, base),
  ),
  rule(
    ["minutes", "base"],
    ["{minutes} (minutes|minute|mins|min) (to|before|of|till|til|until) {base}"],
    ({ minutes, base }) => onTheHour(base) && before(minutes, base),
  ),
];
const plain = grammar<Clock, Slots, null>(readers, plainRules, begins);

/** Only a full hour can have minutes before or after it. */
function onTheHour({ minute }: Clock): true | null {
  return minute === 0 ? true : null;
}

/** What a time of day is read by. */
export const clocks = grammar<Clock, Slots, null>(
  { ...readers, base: (words, at) => matchAt(plain, words, at, null) },
  [
    rule(["base"], ["{base}"], ({ base }) => base),
    rule(["base", "dayHalf"], ["{base} {dayHalf}"], ({ base, dayHalf }) => inHalf(base, dayHalf)),
  ],
  { ...begins, base: beginsOf(plain) },
);

/** A time within a half of the day that was named beside it; one on the 24-hour clock stays as it is. */
export function inHalf(said: Clock, half: "am" | "pm"): Clock {
  return { ...said, half: said.whole ? null : (said.half ?? half), bare: false };
}

/** A time without minutes before or after it: "ten" of "from ten to five", which is no 4:50. */
export function plainClockAt(words: readonly Word[], at: number): Read<Clock> | null {
  return matchAt(simple, words, at, null);
}

/** The time of day that begins at a word, if one does; `bare` when it is a mere number. */
export function clockAt(words: readonly Word[], at: number): Read<Clock> | null {
  return matchAt(clocks, words, at, null);
}
