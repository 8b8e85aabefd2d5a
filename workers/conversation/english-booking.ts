/** What the agent says in English about times and appointments: offers, obstacles, confirmations. */
import type { OpeningHours } from "#app/agents/agents.schema.ts";
import { isWeekendClosed, stretchesOf, stretchesSaid } from "#app/agents/opening-hours.ts";
import {
  clockSaid,
  dateSaid,
  dateSaidAgain,
  dayPartSaid,
  listSaid,
  weekdaySaid,
} from "#app/agents/spoken-time.ts";
import { localClock, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { WhenOption } from "./acts.ts";
import { labelSaid } from "./english-questions.ts";
import type { Wordings } from "./english-sayings.ts";
import type { Obstacle } from "./openings.ts";

/** What saying a time depends on. */
export type Clockwork = {
  hours: OpeningHours;
  time_zone: string;
  today: string;
  /** The day under discussion: it was said in full before, so its month need not be said again. */
  said_date: string | null;
};

/** "Tuesday the 24th", "Thursday, December third"; without the month on the day under discussion. */
function daySaid(date: string, { today, said_date }: Clockwork): string {
  return date === said_date ? dateSaidAgain(date) : dateSaid(date, today);
}

/** "half past two"; with "in the afternoon" when the day is open at the other half past two as well. */
export function timeOn(date: string, clock: string, { hours }: Clockwork): string {
  const other = clock < "12:00" ? Number(clock.slice(0, 2)) + 12 : Number(clock.slice(0, 2)) - 12;
  const twin = `${String(other).padStart(2, "0")}${clock.slice(2)}`;
  const twice = stretchesOf(hours, date).some(({ from, to }) => from <= twin && twin < to);
  return clockSaid(clock, twice);
}

/** "Tuesday the 24th at three": weekday and date, always (conversation.md section 3). */
export function slotSaid(slot: number, clockwork: Clockwork): string {
  const date = localDate(slot, clockwork.time_zone);
  const near = daySaid(date, clockwork);
  return `${near}${near.startsWith("to") ? "," : ""} at ${timeOn(date, localClock(slot, clockwork.time_zone), clockwork)}`;
}

/** "Tuesday the 24th at three", shorter once the month was said. */
export function slotSaidAgain(slot: number, clockwork: Clockwork): string {
  const date = localDate(slot, clockwork.time_zone);
  return `${dateSaidAgain(date)} at ${timeOn(date, localClock(slot, clockwork.time_zone), clockwork)}`;
}

/** "a cleaning", "an exam", "teeth whitening": a kind of appointment in a sentence. */
export function kindSaid(kind: string): string {
  const name = labelSaid(kind);
  if (/^(a|an|the|your) /i.test(name) || /s$/i.test(name) || / .*ing$/i.test(name)) return name;
  return `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}

/** The offered times as one list: "Monday the 23rd I have eight or a quarter past eight". */
function offered(slots: readonly number[], clockwork: Clockwork): { day: string; list: string } {
  const dates = new Set(slots.map((slot) => localDate(slot, clockwork.time_zone)));
  const [date] = dates;
  if (dates.size === 1 && date)
    return {
      day: daySaid(date, clockwork),
      list: listSaid(
        slots.map((slot) => timeOn(date, localClock(slot, clockwork.time_zone), clockwork)),
        "or",
      ),
    };
  return {
    day: "",
    list: listSaid(
      slots.map((slot) => slotSaid(slot, clockwork)),
      "or",
    ),
  };
}

/** An offer of one to three start times, with why the wish was not met first; a question at its end. */
export function offer(
  slots: readonly number[],
  obstacle: Obstacle | null,
  wished: WhenOption,
  clockwork: Clockwork,
  last_day: string,
): Wordings {
  const { day, list } = offered(slots, clockwork);
  const why = obstacle ? obstacleSaid(obstacle, wished, clockwork, last_day) : "";
  const same = why !== "" && wished.date !== undefined && day === daySaid(wished.date, clockwork);
  const where = day && !same ? `${day}${day.startsWith("to") ? ", " : " "}` : "";
  const lead = (words: string) => (why ? `${why}; ${where}${words}` : upper(`${where}${words}`));
  if (slots.length === 1)
    return [
      `${lead(`I have ${list}`)}. Would that work?`,
      `${lead(`the nearest I have is ${list}`)}. Does that suit you?`,
      `${lead(`there's ${list}`)}. Shall we take that?`,
    ];
  return [
    `${lead(`I have ${list}`)}. Which is better?`,
    `${lead(`there's ${list}`)}. Which one would you like?`,
    `${lead(`I could do ${list}`)}. Which suits you?`,
  ];
}

/** The same offer again, for somebody who did not hear it. */
export function offerAgain(slots: readonly number[], clockwork: Clockwork): Wordings {
  const { day, list } = offered(slots, clockwork);
  const on = day ? `${upper(day)}: ` : "";
  if (slots.length === 1)
    return [
      `${on}${list}, would that work?`,
      `It's ${day} ${list}, is that all right?`,
      `${on}just ${list}, would you like it?`,
    ];
  return [
    `${on}${list}. Which one?`,
    `${on}I can do ${list}. Which shall it be?`,
    `${on}either ${list}. Which do you prefer?`,
  ];
}

/** "a window said aloud", as far as the wish named one. */
function partSaid(option: WhenOption): string {
  if (option.from === undefined && option.to === undefined) return "";
  const from = option.from ?? "00:00";
  if ((option.to ?? "24:00") <= "12:00") return " morning";
  if (from >= "17:00") return " evening";
  return from >= "12:00" ? " afternoon" : "";
}

/** Why a wish cannot be met, as a clause that an offer can follow. */
export function obstacleSaid(
  obstacle: Obstacle,
  wished: WhenOption,
  clockwork: Clockwork,
  last_day: string,
): string {
  const { hours, today } = clockwork;
  const date = wished.date ?? today;
  const day = daySaid(date, clockwork);
  const clock = wished.at?.[0];
  switch (obstacle) {
    case "past":
      return clock && date === today
        ? `${upper(timeOn(date, clock, clockwork))} has passed already today`
        : `${upper(day)} is in the past`;
    case "too_soon":
      return clock
        ? `${upper(timeOn(date, clock, clockwork))} is too short notice for us`
        : `${upper(day)} is too short notice for us`;
    case "beyond_horizon":
      return `I can only book up to ${dateSaid(last_day, today)}`;
    case "closed_day":
      return weekdayOf(date) > 5 && isWeekendClosed(hours)
        ? "We're closed at the weekend"
        : `We're closed on ${day.replace(/^(today|tomorrow), /, "")}`;
    case "closed_hour":
      return `On ${weekdaySaid(date)} we're open ${stretchesSaid(stretchesOf(hours, date))}`;
    case "too_long":
      return `${upper(clock ? timeOn(date, clock, clockwork) : "that")} is too close to closing time`;
    case "off_step":
      return `${upper(clock ? timeOn(date, clock, clockwork) : "that")} isn't a start time here`;
    case "taken":
      return `${upper(clock ? `${clockSaid(clock)} ${dayPartSaid(clock)}`.trim() : "that")} is taken on ${day.replace(/^(today|tomorrow), /, "")}`;
    case "full":
      return wished.date ? `${upper(day)}${partSaid(wished)} is full` : "There's nothing free at that time";
    case "nothing_earlier":
      return "There's nothing earlier";
    case "nothing_later":
      return "There's nothing later";
  }
}

/** Nothing at all can be offered: the obstacle, and a question for another day. */
export function anotherDay(why: string): Wordings {
  return [
    `${why}. What other day would work?`,
    `${why}, I'm afraid. Which other day suits you?`,
    `${why}. Could it be another day?`,
  ];
}

export function whichHalf(date: string, clockwork: Clockwork): Wordings {
  const day = upper(daySaid(date, clockwork));
  return [
    `${day}. Morning or afternoon?`,
    `${day}, then. Would morning or afternoon be better?`,
    `${day}. Is that morning or afternoon?`,
  ];
}

export function whichReading(date: string, at: readonly string[], { today }: Clockwork): Wordings {
  const [first, second] = at.map((clock) => clockSaid(clock, true));
  const day = upper(dateSaid(date, today));
  return [
    `${day}. Is that ${first} or ${second}?`,
    `${day}: did you mean ${first}, or ${second}?`,
    `Just to be sure for ${dateSaidAgain(date)}: ${first} or ${second}?`,
  ];
}

export function whichDay(wished: WhenOption): Wordings {
  const clock = wished.at?.[0];
  const time = clock ? `At ${clockSaid(clock)}` : upper(partSaid(wished).trim() || "all right");
  return [
    `${time}, and on which day?`,
    `${time}. What day should that be?`,
    `${time}, good. Which day works for you?`,
  ];
}

/** Who, what, weekday, date and time, before anything is booked. */
export function confirm(name: string, kind: string, when: string): Wordings {
  return [
    `So that's ${name} for ${kindSaid(kind)}, ${when}. Shall I book it?`,
    `That's ${kindSaid(kind)} for ${name}, ${when}. Would you like me to book that?`,
    `I have ${name}, ${kindSaid(kind)}, ${when}. Is that right, and shall I book it?`,
  ];
}

/** A confirmation after a change: only what changed. */
export function confirmChange(changed: string): Wordings {
  return [
    `${upper(changed)} instead. Shall I book that?`,
    `So now it's ${changed}. Shall I book it?`,
    `I've made it ${changed}. Is that right?`,
  ];
}

/** A confirmation whose words were talked over. */
export function confirmUnheard(when: string): Wordings {
  return [
    `Just to be sure: ${when}, right?`,
    `So you heard it all: ${when}. Is that right?`,
    `That's ${when}, yes?`,
  ];
}

/** Nothing that was offered suits. */
export const somethingElse: Wordings = [
  "What would suit you better?",
  "Which day or time would be better?",
  "When would be good for you, then?",
];

export const whichDayInstead: Wordings = [
  "Which day instead?",
  "What day should it be?",
  "To which day shall I change it?",
];

export const whichTimeInstead: Wordings = [
  "What time instead?",
  "What time should it be?",
  "To what time shall I change it?",
];

/** What a lead's call collected, before it is passed on. */
export function confirmLead(values: readonly string[]): Wordings {
  const list = values.join("; ");
  if (list === "")
    return [
      "Shall I pass that on to the team?",
      "May I send that to the team?",
      "Is it all right to pass that on?",
    ];
  return [
    `So I have ${list}. Is that right?`,
    `That's ${list}. Did I get that right?`,
    `Let me read it back: ${list}. All correct?`,
  ];
}

export function pressForSlot(slots: readonly number[], clockwork: Clockwork): Wordings {
  const keys = slots.map(
    (slot, at) => `${["one", "two", "three"][at]} for ${slotSaidAgain(slot, clockwork)}`,
  );
  const list = listSaid(keys, "or");
  return [`Could you press ${list}?`, `Would you use your keypad: ${list}?`, `On the keypad, ${list}?`];
}

export function whichPart(parts: readonly string[]): Wordings {
  const list = listSaid(parts, "or");
  return [`What should I change: ${list}?`, `Which part isn't right, ${list}?`, `Shall I change ${list}?`];
}

export function booked(when: string, first_name: string): Wordings {
  const name = first_name ? `, ${first_name}` : "";
  return [
    `You're booked for ${when}${name}.`,
    `It's booked${name}: ${when}.`,
    `Done${name}, you're booked for ${when}.`,
  ];
}

/** The slot went to somebody else between asking and writing. */
export function lost(slot: string): string {
  return `I'm sorry, ${slot} was just taken`;
}

/** A slot said back in the sentence before the next question. */
export function slotBack(when: string, moved: boolean): Wordings {
  if (moved)
    return [
      `The nearest I have is ${when}.`,
      `${upper(when)} is the closest free time.`,
      `I can do ${when}.`,
    ];
  return [`${upper(when)}.`, `${upper(when)}, good.`, `${upper(when)} works.`];
}

export function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
