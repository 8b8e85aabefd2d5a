/** Reads the caller's words for a day or time that a model passes on, and looks in the calendar: no model computes a date. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { durationOf, whyNot } from "#app/bookings/calendar.ts";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import { calendarOf } from "#workers/conversation/dialogue/turn.ts";
import { slotSaid } from "#workers/conversation/english/slots.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { callTimeOf } from "#workers/conversation/time/call-time.ts";
import {
  findOpening,
  nearest,
  type Obstacle,
  openOn,
  type Search,
  soonest,
} from "#workers/conversation/time/openings.ts";
import type { ReadContext } from "#workers/conversation/words/acts.ts";
import type { ModelMemory } from "./model-memory.ts";

const obstacleWords: Record<Obstacle, string> = {
  past: "that time is over",
  too_soon: "that is too soon to be booked",
  beyond_horizon: "that is too far ahead to be booked",
  closed_day: "it is closed on that day",
  closed_hour: "it is closed at that time",
  off_step: "appointments don't start at that minute",
  too_long: "the appointment would not end before it closes",
  taken: "that time is taken",
  closed_for_today: "it is closed for today",
  full: "nothing is free then",
  ruled_out: "the caller ruled that out",
  nothing_earlier: "nothing earlier is free",
  nothing_later: "nothing later is free",
};

/** The most times that a model is given at once: a listener remembers three. */
const mostTimes = 3;

/** What the calendar says to a phrase: one free start time, or times to offer, or what to ask. */
export type Looked =
  | { is: "slot"; slot: number }
  | { is: "offer"; slots: number[]; problem: string | null }
  | { is: "ask"; problem: string };

/** What the readers need to know for a phrase about a time. */
function contextOf(
  { agent, organization, caller }: World,
  now: number,
  { focus, offered }: Pick<ModelMemory, "focus" | "offered">,
): ReadContext {
  const field = {
    id: "appointment",
    label: "Day and time",
    type: "appointment",
    required: true,
    question: "",
    options: [],
  } as const;
  return {
    now,
    time_zone: organization.time_zone,
    country: organization.country,
    hours: agent.hours,
    asked:
      offered.length > 0
        ? { what: "offer", slots: offered }
        : { what: "field", field: { ...field, options: [] } },
    fields: [],
    kinds: [],
    emergency_words: [],
    caller_number: caller.phone_number,
    focus: { date: focus, at: null },
    agreed: null,
    named: focus,
    within: [],
    unfinished: null,
  };
}

/** When someone is to call, in the caller's words; null: no time was understood. */
export function callTimeIn(phrase: string, world: World, now: number): number | null {
  const { when } = read(phrase, contextOf(world, now, { focus: null, offered: [] }));
  const { time_zone } = world.organization;
  return when && callTimeOf(when, { now, time_zone, hours: world.agent.hours });
}

/** Where to look; null when the agent books nothing. */
export function searchFor(world: World, now: number, kind: string): Search | null {
  const calendar = calendarOf(world);
  const duration_minutes = durationOf(world.agent.actions.book?.kinds ?? [], kind);
  if (!calendar || duration_minutes === null) return null;
  return { calendar, duration_minutes, now, except: [], refused: [], lost: [] };
}

const written = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/;

/** An instant that find_times gave, written as it gave it; null for anything else. */
function offeredSlot(phrase: string, time_zone: string, offered: readonly number[]): number | null {
  const [, date, clock] = written.exec(phrase.trim()) ?? [];
  if (!date || !clock) return null;
  const slot = instantOf(date, clock, time_zone);
  return offered.includes(slot) ? slot : null;
}

/**
 * Looks for a start time for the caller's words.
 * @param phrase null: the earliest times
 */
export function look(
  world: World,
  now: number,
  memory: ModelMemory,
  search: Search,
  phrase: string | null,
): Looked {
  const zone = world.organization.time_zone;
  if (phrase === null) {
    const found = soonest(search, {});
    return found.found === "offer"
      ? { is: "offer", slots: found.slots, problem: null }
      : { is: "ask", problem: "nothing is free" };
  }
  const known = offeredSlot(phrase, zone, memory.offered);
  if (known !== null)
    return whyNot(search.calendar, known, search.duration_minutes, now) === null
      ? { is: "slot", slot: known }
      : { is: "offer", slots: nearest(search, localDate(known, zone), known), problem: obstacleWords.taken };
  if (written.test(phrase.trim()))
    return { is: "ask", problem: "give the caller's own words for the day and time, not a date" };
  const { acts, when } = read(phrase, contextOf(world, now, memory));
  const chosen = acts.find(({ act, field }) => act === "choose" && field === "offer")?.value;
  const offered = typeof chosen === "number" ? memory.offered[chosen] : undefined;
  if (offered !== undefined && whyNot(search.calendar, offered, search.duration_minutes, now) === null)
    return { is: "slot", slot: offered };
  if (when?.clash)
    return { is: "ask", problem: "the weekday and the date don't fit; ask which day is meant" };
  if (!when || (when.options.length === 0 && when.relation === null && when.except.length === 0))
    return { is: "ask", problem: "no day or time was understood; ask the caller for it" };
  const within: Search = { ...search, except: when.except };
  const options = when.options.map((option) =>
    option.date || memory.focus === null ? option : { ...option, date: memory.focus },
  );
  if (when.relation !== null && options.length === 0) return relative(within, memory, when.relation, zone);
  const finding = findOpening(within, options);
  switch (finding.found) {
    case "slot":
      return finding.moved === null
        ? { is: "slot", slot: finding.slot }
        : { is: "offer", slots: [finding.slot], problem: obstacleWords[finding.moved.obstacle] };
    case "day": {
      const slots = openOn(within, finding.date);
      const morning = slots.find((slot) => localClock(slot, zone) < "12:00");
      const afternoon = slots.find((slot) => localClock(slot, zone) >= "12:00");
      return { is: "offer", slots: [morning, afternoon].filter((slot) => slot !== undefined), problem: null };
    }
    case "either_half":
      return { is: "ask", problem: `ask whether ${finding.at.join(" or ")} is meant, morning or evening` };
    case "offer":
      return {
        is: "offer",
        slots: finding.slots.slice(0, mostTimes),
        problem: finding.obstacle && obstacleWords[finding.obstacle],
      };
    case "no_day": {
      const found = soonest(within, finding.wished);
      return found.found === "offer"
        ? { is: "offer", slots: found.slots.slice(0, mostTimes), problem: null }
        : { is: "ask", problem: "ask which day" };
    }
    case "nothing":
      return { is: "ask", problem: `${obstacleWords[finding.obstacle]}; ask for another day` };
  }
}

/** "Later", "the next day": relative to what was offered last. */
function relative(search: Search, { offered }: ModelMemory, relation: string, zone: string): Looked {
  const first = offered[0];
  const last = offered.at(-1);
  if (first === undefined || last === undefined || relation === "any") return asOffer(soonest(search, {}));
  const date = localDate(first, zone);
  if (relation.startsWith("earlier")) {
    const slots = openOn(search, date).filter((slot) => slot < first);
    return slots.length > 0
      ? { is: "offer", slots: slots.slice(-2), problem: null }
      : { is: "offer", slots: offered.slice(0, mostTimes), problem: obstacleWords.nothing_earlier };
  }
  const later = relation === "next_day" ? [] : openOn(search, date).filter((slot) => slot > last);
  if (later.length > 0) return { is: "offer", slots: later.slice(0, 2), problem: null };
  const next = addDays(localDate(last, zone), 1);
  return asOffer(soonest(search, {}, next));
}

const asOffer = (found: ReturnType<typeof soonest>): Looked =>
  found.found === "offer"
    ? { is: "offer", slots: found.slots.slice(0, mostTimes), problem: null }
    : { is: "ask", problem: "nothing is free" };

/** Start times as a model passes them on and hands them back. */
export function timesTold(slots: readonly number[], { agent, organization }: World, now: number) {
  const zone = organization.time_zone;
  const clockwork = { hours: agent.hours, time_zone: zone, today: localDate(now, zone), said_date: null };
  return slots.map((slot) => ({
    say: slotSaid(slot, clockwork),
    when: `${localDate(slot, zone)} ${localClock(slot, zone)}`,
  }));
}

/** The agent's kind of appointment of a name; null when there is none of that name. */
export function kindOf({ actions: { book } }: AgentSpec, name: string | null): string | null {
  const kinds = book?.kinds ?? [];
  const [only] = kinds;
  if (kinds.length === 1 && only) return only.name;
  const wanted = name?.toLowerCase();
  const found = kinds.find(
    (kind) =>
      kind.name.toLowerCase() === wanted || kind.synonyms.some((synonym) => synonym.toLowerCase() === wanted),
  );
  return found?.name ?? null;
}
