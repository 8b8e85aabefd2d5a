/** Continues a call whose caller wants no appointment: drops what was begun of one, and answers what they ask instead. */

import { declinesBooking } from "#workers/conversation/english/booking.ts";
import { asksForHours } from "#workers/conversation/english/openings.ts";
import { anythingElse, nothingBooked } from "#workers/conversation/english/sayings.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { answerIfKnown, answerQuestions } from "./answers.ts";
import { appointmentField, kindField } from "./needs.ts";
import { ask, react, type Turn } from "./turn.ts";

/**
 * Drops the appointment that a caller explicitly declines.
 * @returns whether the utterance declined one, which settles the turn
 */
export function declines(turn: Turn, acts: readonly Act[], utterance: string): boolean {
  const { state } = turn;
  const part =
    state.asked.what === "message" || state.changing || state.pending ? null : declinesBooking(utterance);
  if (part === null || acts.some(({ act }) => act === "goodbye" || act === "person")) return false;
  const begun = state.task === "book" && (state.wished.length > 0 || state.wants_appointment);
  drop(turn);
  const rest = utterance.replaceAll("’", "'").replace(part, " ").trim();
  const asks = acts.filter(({ act }) => act === "ask");
  const hours: Act[] = asksForHours(rest) ? [{ act: "ask", value: rest, words: rest, sure: 1 }] : [];
  const answered = answerQuestions(turn, asks.length > 0 ? asks : hours) || answerIfKnown(turn, rest);
  if (!answered && begun) react(turn, nothingBooked);
  ask(turn, anythingElse, { what: "anything_else" });
  return true;
}

function drop(turn: Turn): void {
  const { state, world } = turn;
  delete state.fields[appointmentField(world.agent).id];
  delete state.fields[kindField(world.agent).id];
  state.wants_appointment = false;
  state.wish = null;
  state.wished = [];
  state.offered = [];
  state.second = null;
  state.focus = { date: null, at: null };
  state.set_aside = state.set_aside.filter((task) => task !== "book");
  if (state.task === "book") state.task = "open";
  state.asked = { what: "nothing" };
  turn.settled = true;
}
