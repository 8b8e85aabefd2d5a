/** Reads which appointment a caller means, what is to become of it, and to when. */
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import {
  betweenTimes,
  callsOff,
  cannotCome,
  insteadOf,
  keepsIt,
  ofTheirs,
  putsInstead,
  wantsOther,
} from "#workers/conversation/english/own-appointments.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act, When, WhenOption } from "#workers/conversation/words/acts.ts";
import { whenField } from "./asking.ts";
import { appointmentField } from "./needs.ts";
import type { OwnAppointment } from "./state-of-change.ts";
import { changedAppointment, readContextOf, type Turn } from "./turn.ts";
import { takeWish } from "./wishes.ts";

/** More are not told apart by ear. */
export const mostNamed = 3;
/** Longer utterances are not taken apart for their times. */
const longest = 300;

/** The words of an utterance as they are compared. */
export const textOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}:]+/gu, " ")
    .trim();

type Said = { when: When; is_old: boolean };

/** The times of an utterance, clause by clause, as if a time had been asked for. */
export function timesIn(turn: Turn, words: string): Said[] {
  if (words.length > longest) return [];
  const context = { ...readContextOf(turn), asked: { what: "field", field: whenField(turn) } } as const;
  return words.split(insteadOf).flatMap((part, at) =>
    part
      .split(betweenTimes)
      .map((clause) => clause.replace(/\b(?:the|that|this) one\b/gi, " ").trim())
      .filter((clause) => clause !== "")
      .flatMap((clause) => {
        const { when } = read(clause, context);
        if (!when || (when.options.length === 0 && when.relation === null)) return [];
        return [{ when, is_old: at > 0 || tellsOld(textOf(clause)) }];
      }),
  );
}

/** Whether a clause tells of the appointment as it stands: "my appointment on Monday", "I can't make Monday". */
const tellsOld = (text: string): boolean =>
  cannotCome.test(text) || (ofTheirs.test(text) && !putsInstead.test(text));

/** Takes in which appointment the words mean, what is to become of it, and to when. */
export function takeTold(turn: Turn, words: string): void {
  const { state } = turn;
  const { change, appointments } = state;
  if (!change || !appointments) return;
  const { found } = appointments;
  const said = timesIn(turn, words);
  if (change.booking_id === null) {
    const meant = said
      .map(({ when }) => found.filter((one) => isNamedBy(turn, one, when)))
      .find((named) => named.length > 0);
    const just_made = found.find(({ starts_at }) => starts_at === state.done.bookings.at(-1)?.starts_at);
    const chosen = meant ? (meant.length === 1 ? meant[0] : undefined) : just_made;
    change.booking_id = (found.length === 1 ? found[0] : chosen)?.booking_id ?? null;
  }
  const current = changedAppointment(state);
  const wish = current && said.findLast((one) => !one.is_old && !isNamedBy(turn, current, one.when));
  const text = textOf(words);
  const off = callsOff.test(text) && !wantsOther.test(text);
  if (off) change.wants = "cancel";
  else if (current && wish) {
    change.wants = "move";
    beginAt(turn, current);
    // What the new time leaves open is as it was: "to Friday" keeps the hour, "to four" the day.
    const { id } = appointmentField(turn.world.agent);
    state.fields[id] = { value: current.starts_at, words: "", turn: state.turn, trust: "heard" };
    takeWish(turn, wish.when);
  } else if (change.wants === null && !cannotCome.test(text)) change.wants = "move";
}

/** Hours and days are said relative to the appointment as it stands. */
export function beginAt({ state, world }: Turn, { starts_at }: OwnAppointment): void {
  const zone = world.organization.time_zone;
  state.focus = { date: localDate(starts_at, zone), at: localClock(starts_at, zone) };
  state.offered = [starts_at];
}

const isNamedBy = (turn: Turn, one: OwnAppointment, { options }: When): boolean =>
  options.some((option) => isAt(turn, one, option));

/** Whether an appointment is at a time that was said: on its day, and at its hour where one was said. */
function isAt({ world }: Turn, { starts_at }: OwnAppointment, { date, at, from, to }: WhenOption): boolean {
  const zone = world.organization.time_zone;
  const clock = localClock(starts_at, zone);
  if (date === undefined && at === undefined) return false;
  return (
    (date === undefined || date === localDate(starts_at, zone)) &&
    (at === undefined || at.includes(clock)) &&
    (from === undefined || from <= clock) &&
    (to === undefined || clock < to)
  );
}

/** Forgets the times of what was being made before; afterwards only the change's own are known. */
export function forgetTimes({ state, world }: Turn): void {
  delete state.fields[appointmentField(world.agent).id];
  state.wish = null;
  state.wished = [];
  state.offered = [];
  state.chosen_from = [];
  state.refused = [];
  state.except = [];
  state.changed = [];
  state.focus = { date: null, at: null };
}

/** What an utterance means while a change is under way: the next step, a request to leave it, or neither. */
export function tellsOfChange(turn: Turn, acts: readonly Act[]): "goes_on" | "agreed" | "left" | "other" {
  const { state, reading } = turn;
  const { change, asked } = state;
  if (!change) return "other";
  const text = reading?.text ?? "";
  const last = acts.findLast(({ act }) => act === "affirm" || act === "deny");
  if (keepsIt.test(text)) return "left";
  if (change.booking_id === null) {
    if (!choosesOne(turn, text)) return "other";
    return "goes_on";
  }
  const off = callsOff.test(text) || acts.some(({ act }) => act === "cancel_task");
  if (off && change.wants !== "cancel" && !acts.some(({ field }) => field === "appointment")) {
    change.wants = "cancel";
    forgetTimes(turn);
    return "goes_on";
  }
  if (asked.what !== "confirm") return "other";
  const when = reading?.when;
  const has_time = when && (when.options.length > 0 || when.relation !== null);
  if (has_time && acts.some(({ act, field }) => field === "appointment" && act !== "ask")) {
    const current = changedAppointment(state);
    if (change.wants === "cancel") {
      forgetTimes(turn);
      if (current) beginAt(turn, current);
    }
    change.wants = "move";
    return "other";
  }
  if (last?.act === "affirm" || (off && change.wants === "cancel" && last === undefined)) return "agreed";
  if (last?.act !== "deny" && !/^no\b/.test(text)) return "other";
  if (change.wants === "cancel") return "left";
  forgetTimes(turn);
  return "goes_on";
}

/** "The first one", "the one on Tuesday". @returns whether one was chosen */
function choosesOne(turn: Turn, text: string): boolean {
  const { state } = turn;
  const { change } = state;
  const named = (state.appointments?.found ?? []).slice(0, mostNamed);
  const slots = named.map(({ starts_at }) => starts_at);
  const context = { ...readContextOf(turn), asked: { what: "offer", slots } } as const;
  const act = read(text, context).acts.find((one) => one.act === "choose" && one.field === "offer");
  const chosen = typeof act?.value === "number" ? named[act.value] : undefined;
  if (!change) return false;
  if (chosen) {
    change.booking_id = chosen.booking_id;
    if (callsOff.test(text)) change.wants = "cancel";
  } else takeTold(turn, turn.utterance);
  if (change.booking_id === null) return false;
  // The time may have been named before it was known of which appointment.
  if (state.wish === null && change.wants !== "cancel") takeTold(turn, change.words);
  return true;
}
