/** Reads which of the offered start times is chosen: by place, by "the later one", or by a time that only one of them has. */
import { localClock, localDate, minutesOf, weekdayOf } from "#app/platform/zoned-time.ts";
import { amongOffers, beginsRange, notThis } from "#workers/conversation/english/choices.ts";
import type { When, WhenOption } from "#workers/conversation/words/acts.ts";
import { claim, type Heard, isFree, type Range } from "#workers/conversation/words/heard.ts";
import { phraseAt } from "#workers/conversation/words/phrases.ts";
import { placeIn } from "./read-choice.ts";

/** `index` into the offered slots; null: none of them. */
export type OfferRead = Range & { index: number | null; sure: number };

/**
 * The choice among offers (ms UTC) that the words name without naming a whole time, claimed.
 * @param isDay whether a word belongs to a day that is named: "the first" of "the first week" is no place
 */
export function offerIn(
  heard: Heard,
  slots: readonly number[],
  zone: string,
  isDay: (at: number) => boolean,
): OfferRead | null {
  for (let at = 0; at < heard.words.length; at++) {
    const found = phraseAt(amongOffers, heard.words, at);
    if (!found || !isFree(heard, found)) continue;
    const index = indexOf(found.id, slots, zone);
    // "Not Tuesday either" takes neither.
    if (found.id === "either" && heard.words.slice(0, at).some(({ word }) => notThis.has(word))) continue;
    if (found.id === "either" && beginsRange.has(heard.words[found.to]?.word ?? "")) continue;
    // "Half past" of a longer time, or a minute that no offer has.
    if (index === undefined || (isMinute(found.id) && found.to < heard.words.length)) continue;
    claim(heard, found);
    return { from: found.from, to: found.to, index, sure: found.id === "either" ? 0.7 : 0.9 };
  }
  const place = placeIn(heard, slots.length);
  if (!place || isDay(place.from)) return null;
  claim(heard, place);
  return { from: place.from, to: place.to, index: place.option, sure: 0.9 };
}

const isMinute = (id: string) => id === "half" || id.startsWith("quarter");

function indexOf(id: string, slots: readonly number[], zone: string): number | null | undefined {
  const order = slots.map((slot, index) => ({ slot, index })).sort((a, b) => a.slot - b.slot);
  const minutes = slots.map((slot) => minutesOf(localClock(slot, zone)) % 60);
  const only = (minute: number) =>
    minutes.filter((one) => one === minute).length === 1 ? minutes.indexOf(minute) : undefined;
  switch (id) {
    case "earliest":
      return slots.length > 1 ? order[0]?.index : undefined;
    case "latest":
      return slots.length > 1 ? order.at(-1)?.index : undefined;
    case "either":
      return slots.length > 0 ? 0 : undefined;
    case "neither":
      return null;
    case "half":
      return only(30);
    case "quarter_past":
      return only(15);
    default:
      return only(45);
  }
}

/**
 * The one offered slot that a wish describes, or null when several or none fit.
 * @param byWeekday the day was named as a weekday alone: "Friday" is the Friday that was offered
 */
export function offerMeant(
  { options, except, relation }: When,
  slots: readonly number[],
  zone: string,
  byWeekday: boolean,
): number | null {
  if (relation !== null || except.length > 0 || options.length === 0) return null;
  const fitting = slots.flatMap((slot, index) => {
    const date = localDate(slot, zone);
    const clock = localClock(slot, zone);
    const named = (option: WhenOption) =>
      byWeekday && option.date !== undefined && weekdayOf(option.date) === weekdayOf(date)
        ? { ...option, date }
        : option;
    return options.some((option) => fits(named(option), date, clock)) ? [index] : [];
  });
  const [only, more] = fitting;
  return only !== undefined && more === undefined ? only : null;
}

/** Whether a start time, by its local date and wall-clock time, is one that an option of a wish takes in. */
export const fits = ({ date, at, from, to }: WhenOption, day: string, clock: string): boolean =>
  (date === undefined || date === day) &&
  (at === undefined || at.includes(clock)) &&
  (from === undefined || clock >= from) &&
  (to === undefined || clock < to);

/** "Afternoon" to "four in the morning or in the afternoon?": the start times of that half. */
export function halfMeant(when: When, asked: { date: string; at: readonly string[] }): When {
  const options = when.options.map((option) => {
    if (option.at !== undefined || option.from === undefined) return option;
    const at = asked.at.filter((clock) => clock >= (option.from ?? "") && clock < (option.to ?? "24:00"));
    return at.length > 0 && (option.date === undefined || option.date === asked.date)
      ? { date: asked.date, at }
      : option;
  });
  return { ...when, options };
}
