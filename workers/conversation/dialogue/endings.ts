/** Ends a call or hands it on: to a person, by a call back, with goodbye and what was agreed, at a stop request. */

import type { AgentField } from "#app/agents/agents.schema.ts";
import { dateSaid, listSaid } from "#app/hours/spoken-time.ts";
import { addMonths, localDate } from "#app/platform/zoned-time.ts";
import {
  cannotHelp,
  goodbye,
  nobodyHere,
  offerCallBack,
  offerTransfer,
  puttingThrough,
  silenceCallBack,
  silenceGoodbye,
  stopCalling,
} from "#workers/conversation/english/partings.ts";
import { labelSaid } from "#workers/conversation/english/questions.ts";
import { kindSaid, slotSaidAgain, timeSaid } from "#workers/conversation/english/slots.ts";
import { personFor } from "#workers/conversation/line/people.ts";
import { appointmentField, callersFirstName, kindField, phoneOf, textOf } from "./needs.ts";
import { owes, owesCall } from "./promises.ts";
import { ask, changedAppointment, clockworkOf, end, newId, react, type Turn } from "./turn.ts";

/** A stop request: the opt-out is written in this turn. */
export function stop(turn: Turn): void {
  turn.before.push({ type: "opt_out", id: newId(turn.state, "opt_out") });
  end(turn, "opt_out", stopCalling);
}

/**
 * The caller wants a person: transfers them, or takes a message when no person can be reached.
 * @param reason why, as a clause; the caller's own words are quoted
 * @returns whether the transfer began
 */
export function toPerson(turn: Turn, reason: string): boolean {
  const { state, world } = turn;
  const transfer = personFor(world);
  if (!transfer || state.handed_over > 1) return false;
  state.handed_over += 1;
  turn.question = null;
  turn.closing = { wordings: puttingThrough(transfer.name || world.organization.name) };
  const id = newId(state, "transfer");
  state.pending = { what: "transfer", id };
  state.asked = { what: "nothing" };
  const why = turn.utterance.includes(reason) ? `caller said “${reason}”` : reason;
  turn.after.push({ type: "transfer", id, phone_number: transfer.phone_number, reason: why });
  return true;
}

/** No person can be reached from here: says so, and offers a message if the agent takes any. */
export function nobody(turn: Turn): void {
  react(turn, nobodyHere);
}

/** The last resort: a person, else a call back, else a kind end. */
export function handOver(turn: Turn): void {
  const { state, world } = turn;
  const { take_message } = world.agent.actions;
  const transfer = personFor(world);
  state.handed_over += 1;
  if (state.handed_over > 2) {
    end(turn, "goodbye", cannotHelp);
    return;
  }
  if (transfer && state.handed_over === 1)
    ask(turn, offerTransfer(transfer.name || world.organization.name), { what: "yes_no", about: "transfer" });
  else if (take_message) ask(turn, offerCallBack, { what: "yes_no", about: "call_back" });
  else end(turn, "goodbye", cannotHelp);
}

/** Goodbye says what was agreed (docs/conversation.md, "Special situations"). */
export function sayGoodbye(turn: Turn): void {
  const { state, world } = turn;
  end(turn, state.emergency ? "emergency" : "goodbye", goodbye(agreed(turn), callersFirstName(state, world)));
}

function agreed(turn: Turn): string {
  const { state, world } = turn;
  const said = state.done.bookings.map(({ starts_at }) => slotSaidAgain(starts_at, clockworkOf(turn)));
  if (said.length > 0)
    return `Your ${said.length > 1 ? "appointments are" : "appointment is"} ${listSaid(said, "and")}`;
  if (owes(state, world)) return "I'll pass that on";
  if (state.done.messages > 0) return "I've passed your message on";
  if (state.task === "book" && Object.keys(state.fields).length > 0) return "I haven't booked anything";
  return state.done.lead && world.agent.kind === "lead_qualification" ? "We have your details" : "";
}

/** The caller is silent for good: a kind end, with a call back where that is possible and something was begun. */
export function endInSilence(turn: Turn): void {
  const { state, world } = turn;
  const phone = phoneOf(state, world);
  const reason = state.emergency ? "emergency" : "silence";
  const { bookings, messages, changes } = state.done;
  const nothing_done = bookings.length + messages + changes === 0;
  const { urgent } = state;
  const begun =
    urgent !== null ||
    state.change !== null ||
    state.wants_appointment ||
    state.wished.length > 0 ||
    Object.keys(state.fields).length > 0;
  if (
    !world.agent.actions.take_message ||
    phone === null ||
    !(owes(state, world) || (nothing_done && begun)) ||
    world.direction === "outbound"
  ) {
    end(turn, reason, silenceGoodbye);
    return;
  }
  if (urgent !== null || !owes(state, world))
    state.owed = [urgent ?? callBackText(turn, ", then the line went silent")];
  end(turn, reason, owesCall(state, world) ? silenceCallBack : silenceGoodbye);
}

/**
 * What a colleague who calls back should know, as one sentence without its final period.
 * @param why why the call broke off, as the end of that sentence with its comma or semicolon
 */
export function callBackText(turn: Turn, why: string): string {
  const { state, world } = turn;
  const [day, ...others] = new Set(state.wished.map(({ date }) => date));
  const agreed = state.fields[appointmentField(world.agent).id]?.value;
  const when =
    typeof agreed === "number"
      ? slotWritten(turn, agreed)
      : day !== undefined && others.length === 0
        ? dateWritten(day)
        : "";
  const changed = changedAppointment(state);
  if (changed)
    return `Wanted to ${state.change?.wants ?? "change"} the appointment on ${slotWritten(turn, changed.starts_at)}${why}`;
  const what = kindSaid(textOf(state, kindField(world.agent).id) ?? "appointment");
  const wanted =
    state.task === "book" || when !== "" ? `Wanted ${what}${when ? ` for ${when}` : ""}` : "Called";
  const rest = world.agent.fields.flatMap((field) => {
    const value = typeOfPerson.has(field.type) ? "" : textOf(state, field.id);
    return value && field.id !== kindField(world.agent).id ? [`${labelSaid(field.label)}: ${value}`] : [];
  });
  return `${wanted}${rest.length > 0 ? ` (${rest.join("; ")})` : ""}${why}`;
}

/** Fields that appear beside the text, or inside it. */
const typeOfPerson: ReadonlySet<AgentField["type"]> = new Set(["name", "phone", "email", "appointment"]);

/** A start time with its date and month, for a reader who was not in the call. */
export function slotWritten(turn: Turn, slot: number): string {
  const clockwork = clockworkOf(turn);
  return `${dateWritten(localDate(slot, clockwork.time_zone))} at ${timeSaid(slot, clockwork)}`;
}

/** A date with its month, also when it is read on another day: "Monday, November 30th". */
const dateWritten = (date: string): string => dateSaid(date, addMonths(date, -1));
