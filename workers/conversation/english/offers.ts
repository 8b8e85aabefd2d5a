/** What the agent says in English while a time is looked for: offers, obstacles, and what is still open about a wish. */
import { isWeekendClosed, stretchesOf, stretchesSaid } from "#app/hours/opening-hours.ts";
import {
  clockSaid,
  dateSaid,
  dateSaidAgain,
  dayPartSaid,
  listSaid,
  weekdaySaid,
} from "#app/hours/spoken-time.ts";
import { localClock, localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { Obstacle } from "#workers/conversation/time/openings.ts";
import type { WhenOption } from "#workers/conversation/words/acts.ts";
import type { Example } from "./questions.ts";
import type { Wordings } from "./sayings.ts";
import { type Clockwork, daySaid, slotSaid, slotSaidAgain, timeOn, upper } from "./slots.ts";

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

/**
 * An offer of one to three start times; a question at its end.
 * @param why why the wish was not met, said first; empty when nothing stands against it
 */
export function offer(
  slots: readonly number[],
  why: string,
  wished: WhenOption,
  clockwork: Clockwork,
): Wordings {
  const { day, list } = offered(slots, clockwork);
  const same = why !== "" && wished.date !== undefined && day === daySaid(wished.date, clockwork);
  const told = !same && day !== "" && why.endsWith(day);
  const where =
    day && !same && !told ? `${day}${day.startsWith("to") || day.includes(",") ? ", " : " "}` : "";
  const but = told ? "where" : "but";
  const lead = (words: string) => (why ? `${why}, ${but} ${where}${words}` : upper(`${where}${words}`));
  if (slots.length === 1)
    return [
      `${lead(`I have ${list}`)}. Would that work?`,
      `${lead(`the nearest I have is ${list}`)}. How does that sound?`,
      `${lead(`there's ${list}`)}. Shall we take that?`,
    ];
  return [
    `${lead(`I have ${list}`)}. Which is better?`,
    `${lead(`there's ${list}`)}. Which one would you like?`,
    `${lead(`I've got ${list}`)}. Which works best?`,
  ];
}

/** The same offer again, for a caller who did not hear it. */
export function offerAgain(slots: readonly number[], clockwork: Clockwork): Wordings {
  const { day, list } = offered(slots, clockwork);
  const again = (words: string) => (day ? `${upper(day)}: ${words}` : upper(words));
  if (slots.length === 1)
    return [
      `${again(list)}. Would that work?`,
      `It's ${day}${day.startsWith("to") ? "," : ""} at ${list}. Is that all right?`,
      `${again(`just ${list}`)}. Would you like that one?`,
    ];
  return [
    `${again(list)}. Which one?`,
    `${again(`I can do ${list}`)}. Which would you like?`,
    `${again(`either ${list}`)}. Which do you prefer?`,
  ];
}

/** A window as the part of the day in which it lies, where nothing depends on its ends. */
function partSaid(option: WhenOption): string {
  if (option.from === undefined && option.to === undefined) return "";
  const from = option.from ?? "00:00";
  if ((option.to ?? "24:00") <= "12:00") return "morning";
  if (from >= "17:00") return "evening";
  return from >= "12:00" ? "afternoon" : "";
}

const partsOfDay = [
  { part: "morning", from: "06:00", to: "12:00" },
  { part: "afternoon", from: "12:00", to: "18:00" },
  { part: "evening", from: "17:00", to: "21:00" },
];

/** The part of the day that a window is, neither more nor less; empty when it is none: "after five" is no evening. */
function wholePart({ from, to }: WhenOption, opens: string): string {
  const whole = partsOfDay.find(
    (one) => to === one.to && (from === one.from || (from === opens && opens > one.from)),
  );
  return whole ? ` ${whole.part}` : "";
}

/** " after half past three", " between two and four"; empty for a whole day. */
function windowSaid({ from, to }: WhenOption): string {
  if (from && to) return ` between ${clockSaid(from)} and ${clockSaid(to)}`;
  if (from) return ` after ${clockSaid(from)}`;
  return to ? ` before ${clockSaid(to)}` : "";
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
  const part = wholePart(wished, stretchesOf(hours, date)[0]?.from ?? "");
  const window = part === "" ? windowSaid(wished) : "";
  const plain = day.replace(/^(today|tomorrow), /, "");
  // "This afternoon", or "Tuesday the 24th afternoon".
  const stretch =
    date === today ? (part ? `This${part}` : "Today") : `${upper(day.replace(/^tomorrow, /, ""))}${part}`;
  switch (obstacle) {
    case "closed_for_today":
      return "We're closed for today";
    case "past":
      if (date !== today) return `${upper(day)} is in the past`;
      if (clock) return `${upper(timeOn(date, clock, clockwork))} has already passed`;
      return part ? `${stretch} is already over` : "That time has already passed";
    case "too_soon":
      return clock
        ? `${upper(timeOn(date, clock, clockwork))} is too short notice for us`
        : window !== ""
          ? "That's too short notice for us"
          : date === today && part === ""
            ? "It's too late to come in today"
            : `${stretch} is too short notice for us`;
    case "beyond_horizon":
      return `That's too far ahead; I can only book up to ${daySaid(last_day, clockwork)}`;
    case "closed_day":
      return weekdayOf(date) > 5 && isWeekendClosed(hours)
        ? "We're closed on weekends"
        : `We're closed on ${plain}`;
    case "closed_hour": {
      const open = `n ${weekdaySaid(date)} we're open ${stretchesSaid(stretchesOf(hours, date))}`;
      // The hour that we are open has passed, the other one is after closing time.
      const gone = wished.at?.[1];
      return gone ? `${upper(clockSaid(gone, true))} has passed, and o${open}` : `O${open}`;
    }
    case "too_long":
      return `${upper(clock ? timeOn(date, clock, clockwork) : "that")} is too close to closing time`;
    case "off_step":
      return `We don't book appointments ${clock ? `for ${timeOn(date, clock, clockwork)}` : "at that time"}`;
    case "taken":
      return `${upper(clock ? `${clockSaid(clock)} ${dayPartSaid(clock)}`.trim() : "that")} is taken on ${plain}`;
    case "full":
      if (!wished.date) return "There's nothing free at that time";
      if (window !== "") return `There's nothing free${window} ${date === today ? "today" : `on ${plain}`}`;
      return part && date !== today ? `The${part} is full on ${plain}` : `${stretch} is full`;
    case "ruled_out":
      return "There's nothing else at that time";
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
    `${why}, I'm afraid. Which other day works?`,
    `${why}. Could it be another day?`,
  ];
}

/** A free day, said back; morning or afternoon. */
export function whichHalf(date: string, clockwork: Clockwork): Wordings {
  const day = upper(daySaid(date, clockwork));
  return [
    `${day}. Morning or afternoon?`,
    `${day}, then. Would morning or afternoon be better?`,
    `${day}. Is that morning or afternoon?`,
  ];
}

/** An hour that is open twice a day. */
export function whichReading(date: string, at: readonly string[], { today }: Clockwork): Wordings {
  const [first, second] = at.map((clock) => clockSaid(clock, true));
  const day = upper(dateSaid(date, today));
  return [
    `${day}. Is that ${first} or ${second}?`,
    `${day}: did you mean ${first}, or ${second}?`,
    `Just to be sure for ${dateSaidAgain(date)}: ${first} or ${second}?`,
  ];
}

/** An hour without a day. */
export function whichDay(wished: WhenOption): Wordings {
  const clock = wished.at?.[0];
  const { from, to } = wished;
  const bound = from && !to ? `after ${clockSaid(from)}` : to && !from ? `before ${clockSaid(to)}` : "";
  const time = clock ? `At ${clockSaid(clock)}` : upper(bound || partSaid(wished) || "all right");
  return [
    `${time}, and on which day?`,
    `${time}. What day should that be?`,
    `${time}, good. Which day works for you?`,
  ];
}

/** A start time within a week, as an example of how to answer. */
export function exampleSaid(slot: number, clockwork: Clockwork): Example {
  const date = localDate(slot, clockwork.time_zone);
  const clock = localClock(slot, clockwork.time_zone);
  const day = weekdaySaid(date);
  const part = clock < "12:00" ? "morning" : clock < "17:00" ? "afternoon" : "evening";
  return { day, time: `${day} at ${timeOn(date, clock, clockwork)}`, part: `${day} ${part}` };
}

/** Nothing that was offered suits. */
export const somethingElse: Wordings = [
  "What would work better?",
  "Which day or time would be better?",
  "When would be good for you, then?",
];

/** The offered times by keypad, the narrowest question about them. */
export function pressForSlot(slots: readonly number[], clockwork: Clockwork): Wordings {
  const keys = slots.map(
    (slot, at) => `${["one", "two", "three"][at]} for ${slotSaidAgain(slot, clockwork)}`,
  );
  const list = listSaid(keys, "or");
  return [`Could you press ${list}?`, `Can you press ${list}?`, `On the keypad, ${list}?`];
}

/** Another caller took the slot between the question and the booking. */
export function lost(slot: string): string {
  return `I'm sorry, ${slot} was just taken`;
}

/**
 * A slot said back in the sentence before the next question.
 * @param moved whether it is only the nearest to what was wished for
 * @param why why it is not that; empty when there is nothing to say of it
 */
export function slotBack(when: string, moved: boolean, why: string): Wordings {
  if (why !== "")
    return [
      `${why}; the nearest I have is ${when}.`,
      `${why}, but ${when} is free.`,
      `${why}. The closest I have is ${when}.`,
    ];
  if (moved)
    return [
      `The nearest I have is ${when}.`,
      `${upper(when)} is the closest free time.`,
      `I can do ${when}.`,
    ];
  return [`${upper(when)}.`, `${upper(when)} works.`, `${upper(when)}, fine.`];
}
