/** When a caller in Spanish wants to be called back, read from the answer to that question, and said again. */
import {
  addDays,
  clockOf,
  dateOf,
  localClock,
  localDate,
  minutesOf,
  weekdayOf,
} from "#app/platform/zoned-time.ts";
import type { When, WhenOption } from "#workers/conversation/words/acts.ts";
import { figuresIn } from "./figures.ts";
import { unaccented, wordsOnly } from "./plain.ts";

export const whenToCall = "¿Cuándo le podemos llamar?";
export const whenToCallAgain =
  "Perdón, no entendí la hora. ¿Cuándo le llamamos? Por ejemplo, mañana a las diez, o a cualquier hora.";
export const callsAt = (slot: string): string => `Le llamarán ${slot}.`;

const weekdays = ["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"];
const months = [
  "enero",
  "febrero",
  "marzo",
  "abril",
  "mayo",
  "junio",
  "julio",
  "agosto",
  "septiembre",
  "octubre",
  "noviembre",
  "diciembre",
];
const noon = 12 * 60;
const evening = 19 * 60;

/** "Mañana" in these is the morning; everywhere else it is tomorrow. */
const partOfDay = /\b(?:por|en|de|a) la (manana|tarde|noche)\b/;
const partOfToday = /\besta (manana|tarde|noche)\b/;
const windows: Readonly<Record<string, { from: string; to: string }>> = {
  manana: { from: "09:00", to: "12:00" },
  tarde: { from: "13:00", to: "19:00" },
  noche: { from: "19:00", to: "21:00" },
};

const anyTime =
  /\b(?:cuando (?:quiera|quieran|sea|pueda|puedan|guste|gusten)|cualquier (?:hora|momento|dia)|lo antes posible|cuanto antes|da igual|da lo mismo|ahora)\b/;

/** Whether a caller may be called at any time. */
export const isAnyTime = (text: string): boolean => anyTime.test(wordsOnly(text));

/** The day of a month that is still to come; undefined: there is none in the next year. */
function dayOfMonth(day: number, month: number | null, today: string): string | undefined {
  const [year = 0, now = 0] = today.split("-").map(Number);
  for (let ahead = 0; ahead < 13; ahead++) {
    const at = now - 1 + ahead;
    const date = dateOf(year + Math.floor(at / 12), (at % 12) + 1, day);
    if (date !== null && date >= today && (month === null || at % 12 === month)) return date;
  }
  return undefined;
}

/** @param text unaccented, without the parts of a day */
function dateIn(text: string, today: string): string | undefined {
  if (/\bpasado manana\b/.test(text)) return addDays(today, 2);
  if (/\bmanana\b/.test(text)) return addDays(today, 1);
  if (/\bhoy\b/.test(text)) return today;
  const [, day, month] = /\bel (?:dia )?(\d{1,2})(?: de ([a-z]+))?/.exec(text) ?? [];
  const named = month === undefined ? null : months.indexOf(month);
  if (day !== undefined && named !== -1) return dayOfMonth(Number(day), named, today);
  const said = wordsOnly(text).split(" ");
  const weekday = weekdays.findIndex((name) => said.includes(name)) + 1;
  if (weekday === 0) return undefined;
  return addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7);
}

/** Both halves of the day, unless the part of it was said. */
function clocksOf(value: string, part: string | undefined): string[] {
  const [hour = "0", minute = "00"] = value.split(":");
  const half = (Number(hour) % 12) * 60 + Number(minute);
  const [morning, later] = [clockOf(half), clockOf(half + noon)];
  if (part === "manana") return [morning];
  return part === undefined ? [morning, later] : [later];
}

/** The wish in an answer to "when should we call?"; null: it names neither a day nor a time. @param today YYYY-MM-DD */
export function whenIn(text: string, today: string): When | null {
  const plain = unaccented(text.slice(0, 500));
  const part = partOfDay.exec(plain)?.[1] ?? partOfToday.exec(plain)?.[1];
  const isToday = partOfToday.test(plain);
  const rest = plain.replace(partOfDay, " ").replace(partOfToday, " ");
  const date = isToday ? today : dateIn(rest, today);
  const time = figuresIn(plain).find(({ kind }) => kind === "time")?.value;
  const isNoon = /\bmediodia\b/.test(plain);
  const option: WhenOption = {
    ...(date !== undefined && { date }),
    ...(time !== undefined && { at: isNoon ? ["12:00"] : clocksOf(time, part) }),
    ...(time === undefined && part !== undefined && windows[part]),
  };
  return Object.keys(option).length === 0 ? null : { options: [option], except: [], relation: null };
}

/** "mañana a las 3:30 de la tarde" */
export function slotSaid(at: number, { now, time_zone }: { now: number; time_zone: string }): string {
  const date = localDate(at, time_zone);
  const today = localDate(now, time_zone);
  const minutes = minutesOf(localClock(at, time_zone));
  const [, month = 1, day = 1] = date.split("-").map(Number);
  const far = `el ${named(weekdays, weekdayOf(date))} ${day} de ${named(months, month)}`;
  const on = date === today ? "hoy" : date === addDays(today, 1) ? "mañana" : far;
  const hour = Math.floor(minutes / 60) % 12 || 12;
  const clock = `${hour}:${String(minutes % 60).padStart(2, "0")}`;
  const part = minutes < noon ? "de la mañana" : minutes < evening ? "de la tarde" : "de la noche";
  return `${on} a ${hour === 1 ? "la" : "las"} ${clock} ${part}`;
}

const accented: Readonly<Record<string, string>> = { miercoles: "miércoles", sabado: "sábado" };

/** @param at 1 is the first */
function named(names: readonly string[], at: number): string {
  const name = names[at - 1] ?? "";
  return accented[name] ?? name;
}
