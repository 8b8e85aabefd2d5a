/** What holds of readings whatever is said. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, minutesOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { mostCharacters } from "#workers/conversation/line/loop-limits.ts";
import { isStopCalling, read } from "#workers/conversation/reading/read.ts";
import type { ReadContext, Reading } from "#workers/conversation/words/acts.ts";
import { askedFor, contextOf } from "./reader-context.ts";

const today = "2026-11-20";
const asksWhen = contextOf(askedFor("appointment"));
const days = fc.integer({ min: 1, max: 364 }).map((ahead) => addDays(today, ahead));
const seldom = { numRuns: 300 };

const months = "january february march april may june july august september october november december".split(
  " ",
);
const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const units =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const nths =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(
    " ",
  );
const tens = ["", "", "twenty", "thirty", "forty", "fifty"];

const inWords = (n: number) =>
  n < 20 ? units[n] : n % 10 ? `${tens[Math.floor(n / 10)]} ${units[n % 10]}` : tens[n / 10];
const nthInWords = (n: number) =>
  n <= 20 ? nths[n] : n === 30 ? "thirtieth" : `${tens[Math.floor(n / 10)]} ${nths[n % 10]}`;
const suffixed = (n: number) =>
  `${n}${n % 10 === 1 && n !== 11 ? "st" : n % 10 === 2 && n !== 12 ? "nd" : n % 10 === 3 && n !== 13 ? "rd" : "th"}`;

const optionsOf = ({ when }: Reading) => when?.options ?? [];
const datesOf = (reading: Reading) => optionsOf(reading).map(({ date }) => date);

describe("a day comes back as that day", () => {
  const ways: ((date: string) => string)[] = [
    (date) => `${monthOf(date)} ${nthInWords(dayOf(date))}`,
    (date) => `${monthOf(date)} ${suffixed(dayOf(date))}`,
    (date) => `the ${nthInWords(dayOf(date))} of ${monthOf(date)}`,
    (date) => `${suffixed(dayOf(date))} ${monthOf(date)}`,
    (date) => `on ${monthOf(date)} ${inWords(dayOf(date))} please`,
    (date) => `how about ${monthOf(date)} the ${suffixed(dayOf(date))}`,
    (date) => `${weekdayName(date)} ${monthOf(date)} ${nthInWords(dayOf(date))}`,
    (date) => `${weekdayName(date)} the ${suffixed(dayOf(date))} of ${monthOf(date)}`,
    (date) => `${Number(date.slice(5, 7))}/${dayOf(date)}/${date.slice(0, 4)}`,
    (date) => `${monthOf(date)} ${dayOf(date)}, ${date.slice(0, 4)}`,
    (date) => date,
    (date) => `in ${daysBetween(today, date)} days`,
    (date) => `${daysBetween(today, date)} days from now`,
    (date) => `um so like ${monthOf(date)} uh ${nthInWords(dayOf(date))} you know`,
    (date) => `monday no wait ${monthOf(date)} ${nthInWords(dayOf(date))}`,
  ];
  const monthOf = (date: string) => months[Number(date.slice(5, 7)) - 1];
  const dayOf = (date: string) => Number(date.slice(8));
  const weekdayName = (date: string) => weekdays[weekdayOf(date) - 1];

  it("in whichever way it is said", () => {
    fc.assert(
      fc.property(days, fc.constantFrom(...ways), (date, way) => {
        expect(datesOf(read(way(date), asksWhen))).toEqual([date]);
      }),
      { numRuns: 1500 },
    );
  });

  it("as a weekday of this or next week, or the week after", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), (ahead) => {
        const date = addDays(today, ahead);
        const name = weekdayName(date);
        const week = Math.floor((ahead + 4) / 7);
        const said = [`this week ${name}`, `next ${name}`, `${name} the week after next`][week];
        expect(datesOf(read(said ?? "", asksWhen))).toEqual([date]);
      }),
    );
  });
});

describe("a time comes back as that time", () => {
  const quarterHours = fc.integer({ min: 32, max: 71 }).map((quarters) => quarters * 15);
  const minutes = fc.integer({ min: 8 * 60, max: 18 * 60 - 1 });
  const twelve = (at: number) => Math.floor(at / 60) % 12 || 12;
  const half = (at: number) => (at < 720 ? "am" : "pm");
  const two = (n: number) => String(n).padStart(2, "0");
  const spoken = (minute: number) =>
    minute === 0 ? "" : minute < 10 ? ` oh ${units[minute]}` : ` ${inWords(minute)}`;
  const ways: ((at: number) => string)[] = [
    (at) => `at ${twelve(at)}:${two(at % 60)}`,
    (at) => `${twelve(at)}:${two(at % 60)} ${half(at)}`,
    (at) => `${inWords(twelve(at))}${spoken(at % 60)} ${half(at)}`,
    (at) => `at ${inWords(twelve(at))}${spoken(at % 60)}`,
    (at) => `${Math.floor(at / 60)}:${two(at % 60)}`,
    (at) => `tuesday at ${twelve(at)} ${two(at % 60)}`,
    (at) => `${twelve(at)}${two(at % 60)}${half(at)} on tuesday`,
    (at) => `tuesday ${at < 720 ? "morning" : "afternoon"} at ${inWords(twelve(at))}${spoken(at % 60)}`,
  ];

  it("in whichever way it is said", () => {
    fc.assert(
      fc.property(minutes, fc.constantFrom(...ways), (at, way) => {
        const clocks = optionsOf(read(way(at), asksWhen)).flatMap((option) => option.at ?? []);
        expect(clocks.map(minutesOf)).toEqual([at]);
      }),
      { numRuns: 1500 },
    );
  });

  it("as quarters and halves past and to", () => {
    fc.assert(
      fc.property(quarterHours, (at) => {
        const names = ["", "quarter past ", "half past ", "quarter to "];
        const quarter = (at / 15) % 4;
        const hour = inWords(twelve(quarter === 3 ? at + 60 : at));
        const said = quarter === 0 ? `${hour} o'clock` : `${names[quarter]}${hour}`;
        const clocks = optionsOf(read(said, asksWhen)).flatMap((option) => option.at ?? []);
        expect(clocks.map(minutesOf)).toEqual([at]);
      }),
    );
  });
});

describe("a day and a time said together come back together", () => {
  const namedDays = Object.entries({
    tomorrow: "2026-11-21",
    "next monday": "2026-11-23",
    "tuesday the 24th": "2026-11-24",
    "the twenty fourth of november": "2026-11-24",
    "november 24": "2026-11-24",
    "wednesday next week": "2026-11-25",
    "a week on thursday": "2026-12-03",
    "the day after tomorrow": "2026-11-22",
    "in two weeks": "2026-12-04",
    "the 1st": "2026-12-01",
    "11/24": "2026-11-24",
    "christmas eve": "2026-12-24",
    "the last friday of the month": "2026-11-27",
  });
  const namedTimes = Object.entries({
    "at 3": { at: ["15:00"] },
    "at three thirty": { at: ["15:30"] },
    "at half past nine": { at: ["09:30"] },
    "at a quarter to three": { at: ["14:45"] },
    "at ten to three": { at: ["14:50"] },
    "at 9 in the morning": { at: ["09:00"] },
    "at 3:20 p.m.": { at: ["15:20"] },
    "at noon": { at: ["12:00"] },
    "around three": { at: ["15:00"], around: true },
    "in the morning": { from: "08:00", to: "12:00" },
    "between two and four": { from: "14:00", to: "16:00" },
    "after three": { from: "15:00" },
    "before noon": { to: "12:00" },
  });
  const sentences: ((wish: string) => string)[] = [
    (wish) => wish,
    (wish) => `how about ${wish}`,
    (wish) => `um ${wish} please`,
    (wish) => `I'd like an appointment ${wish}.`,
    (wish) => `is ${wish} available?`,
    (wish) => `monday no wait ${wish}`,
    (wish) => `okay so like ${wish} you know`,
    (wish) => `i was thinking ${wish} if that's possible`,
  ];

  it("in either order, in whatever sentence", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...namedDays),
        fc.constantFrom(...namedTimes),
        fc.constantFrom(...sentences),
        fc.boolean(),
        ([day, date], [time, meant], sentence, timeFirst) => {
          const wish = timeFirst
            ? `${time} ${/^(tomorrow|in|next|a week|the day|christmas)/.test(day) ? "" : "on "}${day}`
            : `${day} ${time}`;
          expect(optionsOf(read(sentence(wish), asksWhen))).toEqual([{ date, ...meant }]);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe("whatever is said", () => {
  const words = fc.constantFrom(
    ..."uh monday tuesday next week at three four pm no wait not or and but the first 12th of december 3 30 : 415 555 double oh marta gmail dot com at yes yeah no thanks please can you do have parking a b c morning between after before half past quarter to in two days ? , .".split(
      " ",
    ),
  );
  const babble = fc.array(words, { maxLength: 30 }).map((list) => list.join(" "));
  const anything = fc.oneof(
    babble,
    fc.string({ maxLength: 200 }),
    fc.string({ maxLength: 60, unit: "grapheme" }),
  );
  const questions = fc.constantFrom(
    ..."appointment name phone email date time choice yes_no number text offer morning_or_afternoon confirm anything_else which_part_is_wrong message nothing".split(
      " ",
    ),
  );

  const sound = (reading: Reading, { asked }: ReadContext) => {
    expect(reading.acts.length).toBeGreaterThan(0);
    for (const { sure, act } of reading.acts) {
      expect(sure).toBeGreaterThanOrEqual(0);
      expect(sure).toBeLessThanOrEqual(1);
      expect(act).not.toBe("");
    }
    for (const option of [...optionsOf(reading), ...(reading.when?.except ?? [])]) {
      if (option.date !== undefined) expect(addDays(option.date, 0)).toBe(option.date);
      for (const clock of [...(option.at ?? []), option.from, option.to]) {
        if (clock !== undefined) expect(clock).toMatch(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);
      }
      if (option.from !== undefined && option.to !== undefined) expect(option.from < option.to).toBe(true);
    }
    for (const { act, value } of reading.acts) {
      if (act === "choose") expect(asked.what === "offer" && typeof value === "number").toBe(true);
    }
  };

  it("the reading is sound: times exist, windows have a length, only what was offered is chosen", () => {
    fc.assert(
      fc.property(anything, questions, (utterance, question) => {
        const context = contextOf(askedFor(question));
        sound(read(utterance, context), context);
      }),
      { numRuns: 1500 },
    );
  });

  it("the same words in the same situation always read the same", () => {
    fc.assert(
      fc.property(anything, questions, (utterance, question) => {
        const first = read(utterance, contextOf(askedFor(question)));
        expect(read(utterance, contextOf(askedFor(question)))).toEqual(first);
      }),
      seldom,
    );
  });

  it("a reading is plain data that survives being stored", () => {
    fc.assert(
      fc.property(anything, questions, (utterance, question) => {
        const reading = read(utterance, contextOf(askedFor(question)));
        expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      }),
      seldom,
    );
  });

  it("a request to stop calling is heard inside anything else", () => {
    fc.assert(
      fc.property(babble, babble, (before, after) => {
        const utterance = `${before}. Stop calling me. ${after}`;
        expect(isStopCalling(utterance)).toBe(true);
        expect(read(utterance, contextOf(askedFor("name"))).acts.map(({ act }) => act)).toContain(
          "stop_calling",
        );
      }),
      seldom,
    );
  });

  it("ten thousand characters of anything are read", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(words, fc.string({ maxLength: 6 })), { minLength: 1, maxLength: 6 }),
        questions,
        (seed, question) => {
          const once = `${seed.join(" ")} `;
          const utterance = once.repeat(Math.ceil(mostCharacters / once.length)).slice(0, mostCharacters);
          const context = contextOf(askedFor(question));
          sound(read(utterance, context), context);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("a stop request is heard even behind ten thousand characters less a breath", () => {
    const long = "and then I told her about it ".repeat(400).slice(0, mostCharacters - 40);
    expect(isStopCalling(`${long} take me off your list`)).toBe(true);
  });
});
