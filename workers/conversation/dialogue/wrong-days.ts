/** Days that cannot be meant as said: dates that do not exist, and a date with the wrong weekday; and which of the two was meant. */

import { whichDayInstead } from "#workers/conversation/english/booking.ts";
import { noSuchDay, otherWeekday } from "#workers/conversation/english/no-date.ts";
import { halfByPlace } from "#workers/conversation/english/openings.ts";
import type { WhenOption } from "#workers/conversation/words/acts.ts";
import { appointmentField } from "./needs.ts";
import { ask, react, type Turn } from "./turn.ts";
import { takeWish } from "./wishes.ts";

/**
 * Says what is wrong with a day and asks for the right one; the hour said with it, or agreed before, stays.
 * @returns whether there was such a day
 */
export function takeWrongDay(turn: Turn): boolean {
  const { state, world, reading } = turn;
  const missing = noSuchDay(reading?.text ?? "");
  const clash = reading?.when?.clash ?? null;
  if (missing === null && clash === null) return false;
  const field = appointmentField(world.agent);
  const hours = hoursOf(reading?.when?.options ?? []) ?? hoursOf(state.wished);
  const days = missing === null && clash !== null ? clash.map((date) => ({ date })) : [];
  state.wish = null;
  state.wished = [...(hours ? [hours] : []), ...days];
  state.focus = { date: null, at: null };
  delete state.fields[field.id];
  if (missing !== null) react(turn, missing);
  const question = missing === null && clash !== null ? otherWeekday(clash, turn.today) : whichDayInstead;
  ask(turn, question, { what: "field", field });
  turn.settled = true;
  return true;
}

/** Of two days that were just asked about, the one that is named by its place: "the first one". @returns whether one was */
export function takeDayByPlace(turn: Turn): boolean {
  const { state, world, reading } = turn;
  const { asked } = state;
  const days = state.wished.flatMap(({ date }) => (date === undefined ? [] : [date]));
  if (asked.what !== "field" || asked.field.id !== appointmentField(world.agent).id || days.length !== 2)
    return false;
  const date = days[halfByPlace(reading?.text ?? "") ?? -1];
  if (date === undefined) return false;
  takeWish(turn, { options: [{ date }], except: [], relation: null });
  return true;
}

/** The hours that most options of a wish have: "in November at nine" is nine in the evening only on days that are closed. */
function hoursOf(options: readonly WhenOption[]): WhenOption | null {
  const counts = new Map<string, { hours: WhenOption; times: number }>();
  for (const { date: _, ...hours } of options) {
    if (Object.keys(hours).length === 0) continue;
    const key = JSON.stringify(hours);
    counts.set(key, { hours, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  const [most] = [...counts.values()].sort((one, two) => two.times - one.times);
  return most?.hours ?? null;
}
