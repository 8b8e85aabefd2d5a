/** The list of numbers as text for its page. */
import { ago, count, counted, money, type Place } from "#app/platform/format.ts";
import type { NumberStatus } from "./number-terms.schema.ts";
import { healthOf } from "./number-words.ts";
import type { MonthlyPrice } from "./numbers.schema.ts";

type Row = {
  id: string;
  shown: string;
  label: string | null;
  status: NumberStatus;
  place: string | null;
  agent_id: string | null;
  agent_name: string | null;
  monthly: MonthlyPrice | null;
  last_call_at: number | null;
};

type Reader = Place & {
  /** An agency's client: what its numbers cost is its agency's, and on no bill of its own. */
  isClient: boolean;
  /** The number that has just been bought, if any. */
  bought: string | null;
  /** ms UTC */
  now: number;
};

const pricedAt = ({ micros, currency }: MonthlyPrice, locale: string) =>
  micros === 0 ? "Included" : `${money(micros, currency, locale)} a month`;

/** @param reader the zone and language of times and money */
export function numberList(rows: readonly Row[], reader: Reader) {
  const { locale, now, bought, isClient } = reader;
  const active = rows.filter(({ status }) => status === "active");
  const silent = active.filter(({ agent_name }) => agent_name === null).length;
  const fresh = active.find(({ id }) => id === bought);
  return {
    sentence: sentenceFor(active.length, silent, locale),
    boughtWords: fresh ? boughtSentence(fresh) : null,
    numbers: rows.map((row) => ({
      id: row.id,
      shown: row.shown,
      label: row.label,
      place: row.place,
      agent_id: row.agent_id,
      agent_name: row.agent_name,
      health: healthOf(row.status, row.agent_name),
      last_call:
        row.last_call_at === null ? "No calls yet" : `Last call ${ago(row.last_call_at, now, reader)}`,
      price: isClient ? null : row.monthly && pricedAt(row.monthly, locale),
      rent: !isClient && row.monthly && row.monthly.micros > 0 ? pricedAt(row.monthly, locale) : null,
      isActive: row.status === "active",
    })),
  };
}

/** "3 numbers, all assigned.", "2 numbers, 1 not assigned." */
function sentenceFor(active: number, silent: number, locale: string): string {
  if (active === 0) return "When people call a number, one of your agents answers.";
  const held = counted(active, "number", "numbers", locale);
  if (silent === 0) return `${held}, ${active === 1 ? "" : active === 2 ? "both " : "all "}assigned.`;
  if (silent === active) return `${held}, ${active === 1 ? "not" : "none"} assigned.`;
  return `${held}, ${count(silent, locale)} not assigned.`;
}

const boughtSentence = ({ shown, agent_name }: Row): string =>
  agent_name === null
    ? `${shown} is yours. Choose an agent to answer it, then give it a call.`
    : `${shown} is yours, and ${agent_name} answers it. Give it a call.`;
