/** Reads the figures of a text: prices, numbers to call, clock times and other numbers, in words or digits. */
import {
  beforeHours,
  halves,
  momentWords,
  moneyWords,
  monthWords,
  unitWords,
} from "#workers/conversation/english/figures.ts";
import { cardinalAt, ordinalAt, sounds, zeros } from "#workers/conversation/english/numbers.ts";
import type { Figure } from "#workers/conversation/line/guard-terms.ts";
import { type Word, wordsOf } from "#workers/conversation/words/words.ts";

/** A number in a text. `digits`: as they were written or said. */
type Item = { from: number; to: number; value: number; digits: string; isOrdinal: boolean; gap: string };

const smallest = 13;
const phoneDigits = 7;

export function readFigures(text: string): Figure[] {
  const dates: Figure[] = [];
  // "2026-11-20T15:00" is a date and a time, no number to call.
  const rest = text.replace(/\b(\d{4})-(\d{2})-(\d{2})(?:T(?=\d))?/g, (_, ...parts: string[]) => {
    for (const part of parts.slice(0, 3)) dates.push(figure("number", String(Number(part))));
    return " , ";
  });
  const words = wordsOf(rest, sounds);
  const items = itemsOf(words);
  const found: Figure[] = [];
  for (let at = 0; at < items.length; ) {
    const phone = phoneAt(items, at);
    if (phone) {
      found.push(figure("phone", phone.digits));
      at = phone.to;
      continue;
    }
    const { figure: read, to } = numberAt(words, items, at);
    found.push(read);
    at = to;
  }
  for (const { word } of words)
    if (/^(noon|midday|midnight)$/.test(word)) found.push(figure("time", "12:00"));
  return [...dates, ...found];
}

const figure = (kind: Figure["kind"], value: string, isBare = false): Figure => ({ kind, value, isBare });

function itemsOf(words: readonly Word[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    const ordinal = ordinalAt(words, at);
    const cardinal = ordinal ? null : cardinalOf(words, at, items.at(-1));
    const read = ordinal ?? cardinal;
    if (!read) {
      at += 1;
      continue;
    }
    const digits = /^\d/.test(word.word) ? word.word : String(read.value);
    items.push({ from: at, ...read, digits, isOrdinal: ordinal !== null, gap: word.gap });
    at = read.to;
  }
  return items;
}

/** A number; "oh" is one only after another digit. Long digits are read as they are. */
function cardinalOf(words: readonly Word[], at: number, last: Item | undefined) {
  const word = words[at]?.word ?? "";
  if (/^\d{7,}$/.test(word)) return { value: Number(word), to: at + 1 };
  if (zeros.has(word) && word !== "zero" && last?.to === at) return { value: 0, to: at + 1 };
  return cardinalAt(words, at);
}

/** Digits that are at least a local number, written in groups or said one by one. */
function phoneAt(items: readonly Item[], at: number): { digits: string; to: number } | null {
  let digits = "";
  let to = at;
  for (let item = items[to]; item; item = items[to]) {
    const last = items[to - 1];
    const isNext = to === at || (last?.to === item.from && /^[\s().,+-]*$/.test(item.gap));
    if (!isNext || item.isOrdinal || /[$€£]/.test(item.gap)) break;
    if (item.digits.length > 4 && to > at) break;
    digits += item.digits;
    to += 1;
    if (item.digits.length >= phoneDigits) break;
  }
  return digits.length >= phoneDigits ? { digits, to } : null;
}

const clock = (hour: number, minute: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, "0")}`;

function numberAt(
  words: readonly Word[],
  items: readonly Item[],
  at: number,
): { figure: Figure; to: number } {
  const item = items[at];
  if (!item) return { figure: figure("number", "0", true), to: at + 1 };
  let { value, to: end } = item;
  let to = at + 1;
  const next = items[to]?.from === end ? items[to] : undefined;
  const isMoneySign = /[$€£]\s*$/.test(item.gap);
  if (next?.gap === ":" && value <= 24 && next.value < 60) {
    // The seconds of a written time.
    const seconds = items[to + 1]?.gap === ":" ? 1 : 0;
    return { figure: figure("time", clock(value, next.value)), to: to + 1 + seconds };
  }
  if (next?.gap === "." && /^\d+$/.test(next.digits)) {
    value = Number(`${value}.${next.digits}`);
    [to, end] = [to + 1, next.to];
  } else if (next?.gap === "," && /^\d{3}$/.test(next.digits)) {
    value = value * 1000 + next.value;
    [to, end] = [to + 1, next.to];
  }
  const after = words[end]?.word ?? "";
  const before = words[item.from - 1]?.word ?? "";
  if (isMoneySign || moneyWords.has(after)) return { figure: figure("money", String(value)), to };
  const minutes = items[to]?.from === end && items[to]?.gap === " " ? items[to] : undefined;
  const isHour = !item.isOrdinal && value >= 1 && value <= 12 && Number.isInteger(value);
  const between = `${words[item.from - 2]?.word ?? ""} ${before}`;
  if (isHour && between === "half past") return { figure: figure("time", clock(value, 30)), to };
  if (isHour && between === "quarter past") return { figure: figure("time", clock(value, 15)), to };
  if (isHour && between === "quarter to") return { figure: figure("time", clock(value + 11, 45)), to };
  if (isHour && minutes && minutes.value >= 10 && minutes.value < 60 && !minutes.isOrdinal) {
    const unit = words[minutes.to]?.word ?? "";
    if (moneyWords.has(unit)) return { figure: figure("money", `${value}.${minutes.digits}`), to: to + 1 };
    if (!unitWords.has(unit)) return { figure: figure("time", clock(value, minutes.value)), to: to + 1 };
  }
  const isClock =
    halves.has(after) || /^[ap]$/.test(after) || (after === "o" && words[end + 1]?.word === "clock");
  const isAt = beforeHours.has(before) && !unitWords.has(after) && before !== "and" && before !== "to";
  if (isHour && (isClock || isAt)) return { figure: figure("time", clock(value, 0)), to };
  return { figure: figure("number", String(value), isBare(item, value, before, after)), to };
}

function isBare(item: Item, value: number, before: string, after: string): boolean {
  if (item.isOrdinal) return !monthWords.has(before) && after !== "of" && !/^\d/.test(item.digits);
  if (value === 1 && momentWords.has(after)) return true;
  return value < smallest && !unitWords.has(after) && !monthWords.has(before);
}
