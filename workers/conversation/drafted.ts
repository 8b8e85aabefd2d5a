/** What "change" means while an appointment is being made, a part of it, and what it means once that is booked. */
import type { Act } from "./acts.ts";
import { partsOf, whenField } from "./asking.ts";
import { askWhichPart } from "./book.ts";
import {
  asksForChange,
  changesSomething,
  partNamed,
  whichDayInstead,
  whichTimeInstead,
} from "./english-booking.ts";
import { asksForAnother } from "./english-second.ts";
import { takesBack } from "./english-signals.ts";
import { nameField } from "./needs.ts";
import type { Taken } from "./take-in.ts";
import { ask, type Turn } from "./turn.ts";
import { replyToWhichPart } from "./wrong-part.ts";

/** Whether an appointment is being made: a time was wished for or agreed, and nothing is booked yet. */
export function isDrafted({ state }: Turn): boolean {
  return state.task === "book" && state.wished.length > 0;
}

/**
 * A call to change what is being booked: takes the new value, or asks which part it is about.
 * @returns whether the utterance was one
 */
export function changesDraft(turn: Turn, acts: readonly Act[], taken: Taken): boolean {
  const { state } = turn;
  const text = turn.reading?.text ?? "";
  const called = acts.find(({ act }) => act === "new_task");
  const reschedules = called?.value === "reschedule" && !/\b(existing|upcoming|other)\b/.test(text);
  const vague = reschedules || changesSomething(text);
  if (!vague && !asksForChange(text)) return false;
  turn.settled ||= reschedules;
  if (taken.wish || taken.fields.length > 0) return reschedules;
  const appointment = whenField(turn);
  const part = partNamed(text);
  const name = /\bname\b/.test(text) && state.fields[nameField(turn.world.agent).id] !== undefined;
  if (name || (part !== null && state.fields[appointment.id] !== undefined))
    return replyToWhichPart(turn, taken, null, text);
  if (part !== null)
    ask(turn, part === "day" ? whichDayInstead : whichTimeInstead, { what: "field", field: appointment });
  else if (vague) askWhichPart(turn, partsOf(turn));
  else return false;
  turn.settled = true;
  return true;
}

/**
 * Whether the appointment that was just booked is to be another one: a second booking would keep the first.
 * "Also", "another" and "for my son" ask for a second one.
 */
export function changesBooked({ state, reading }: Turn, acts: readonly Act[]): boolean {
  if (state.done.bookings.length === 0 || state.task !== "open") return false;
  const text = reading?.text ?? "";
  if (asksForAnother(text)) return false;
  const called = acts.find(({ act }) => act === "new_task")?.value;
  if (called !== undefined) return called === "reschedule";
  const informs = acts.some(
    ({ act, field }) => (act === "inform" || act === "correct") && field !== undefined,
  );
  return informs ? takesBack(text) !== null || asksForChange(text) : changesSomething(text);
}
