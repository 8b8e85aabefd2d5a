/** Moves or cancels an appointment that the caller has: which one, to when, one confirmation, the deed, and its outcome (docs/conversation.md, "Appointments that exist"). */
import { whyNot } from "#app/bookings/calendar.ts";
import { canceled, confirmCancel, confirmMove, moved } from "#workers/conversation/english/changing.ts";
import {
  moveOrCancel,
  moveWhen,
  runsLate,
  whichOfThem,
} from "#workers/conversation/english/own-appointments.ts";
import { notSaved } from "#workers/conversation/english/sayings.ts";
import { slotSaid, slotSaidAgain } from "#workers/conversation/english/slots.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import { whenField } from "./asking.ts";
import { beginAt, forgetTimes, mostNamed, takeTold, textOf, timesIn } from "./change-told.ts";
import { handOver } from "./endings.ts";
import { callersFirstName } from "./needs.ts";
import { areKnown } from "./own-appointments.ts";
import { answer, ask, changedAppointment, clockworkOf, newId, react, searchOf, type Turn } from "./turn.ts";
import { offerInstead, settleWish } from "./wishes.ts";

/**
 * Begins to move or cancel an appointment of the caller.
 * @returns false: this agent does not book, or no appointment was found; true also while they are looked for
 */
export function beginsChange(turn: Turn, words: string): boolean {
  const { state, world } = turn;
  if (!world.agent.actions.book) return false;
  const text = textOf(words);
  const said = timesIn(turn, words);
  if (runsLate.test(text) && said.length < 2) return false;
  if (!areKnown(turn)) return true;
  const found = state.appointments?.found ?? [];
  if (found.length === 0) return false;
  if (state.task === "book" && (state.wants_appointment || state.wished.length > 0))
    state.set_aside.push("book");
  state.task = "change";
  state.change = { booking_id: null, wants: null, words };
  state.changing = false;
  state.confirming = true;
  state.has_one = "";
  state.message = null;
  state.call_back = false;
  state.set_aside = state.set_aside.filter((task) => task !== "message");
  // What was read from the whole utterance before is read anew, clause by clause.
  turn.question = null;
  forgetTimes(turn);
  takeTold(turn, words);
  turn.settled = true;
  return true;
}

/** Takes up a change that waited for the caller's name and number, when an appointment was found with them. @returns whether the turn goes on with it, or waits for what is found */
export function resumesChange(turn: Turn): boolean {
  const { state } = turn;
  if (!state.changing || state.message === null || turn.reading === null) return false;
  return beginsChange(turn, state.message.slice(state.message.indexOf(": ") + 1).trim());
}

/** Ends the change in the memory; the task is finished by its caller. */
export function dropChange(turn: Turn): void {
  forgetTimes(turn);
  turn.state.change = null;
  turn.state.confirming = false;
}

/** Asks for what the change still needs, or for its confirmation. */
export function pursueChange(turn: Turn): void {
  const { state } = turn;
  const { change, appointments } = state;
  const clockwork = clockworkOf(turn);
  const current = changedAppointment(state);
  if (!change || !current) {
    const times = (appointments?.found ?? [])
      .slice(0, mostNamed)
      .map((one) => slotSaid(one.starts_at, clockwork));
    ask(turn, whichOfThem(times), { what: "appointment" });
    return;
  }
  const old = slotSaid(current.starts_at, { ...clockwork, said_date: null });
  const field = whenField(turn);
  if (change.wants === "cancel") {
    state.fields[field.id] ??= {
      value: current.starts_at,
      words: "",
      turn: state.turn,
      trust: "heard",
    };
    ask(turn, confirmCancel(old), { what: "confirm" }, { says: [{ field: field.id, phrase: old }] });
    return;
  }
  if (state.wish) settleWish(turn);
  if (turn.question) return;
  const slot = state.fields[field.id]?.value;
  if (typeof slot !== "number" || slot === current.starts_at) {
    delete state.fields[field.id];
    beginAt(turn, current);
    ask(turn, change.wants === null ? moveOrCancel(old) : moveWhen(old), { what: "field", field });
    return;
  }
  const search = searchOf(turn);
  if (search && whyNot(search.calendar, slot, search.duration_minutes, turn.now) !== null) {
    offerInstead(turn, slot);
    return;
  }
  const phrase = slotSaid(slot, { ...clockwork, said_date: null });
  // The confirmation says it itself.
  turn.reactions = turn.reactions.filter(({ says = [] }) => says.every((one) => one.field !== field.id));
  ask(turn, confirmMove(old, phrase), { what: "confirm" }, { says: [{ field: field.id, phrase }] });
  state.changed = [];
}

/** The caller agreed: does it, unless the time was interrupted and never heard. */
export function commitChange(turn: Turn): void {
  const { state } = turn;
  const known = state.fields[whenField(turn).id];
  const { change } = state;
  if (!change || !known || known.trust === "heard") {
    pursueChange(turn);
    return;
  }
  known.trust = "confirmed";
  const what = change.wants === "cancel" ? "cancel_appointment" : "move_appointment";
  state.pending = { what, id: newId(state, what) };
  state.asked = { what: "nothing" };
  turn.before.push(...changeAction(turn, state.pending.id));
}

/** The action of the change, made from what is known; the same id is the same deed. */
export function changeAction(turn: Turn, id: string): Action[] {
  const { state } = turn;
  const current = changedAppointment(state);
  const slot = state.fields[whenField(turn).id]?.value;
  if (!current || !state.change) return [];
  const { booking_id, duration_minutes } = current;
  if (state.change.wants === "cancel") return [{ type: "cancel_appointment", id, booking_id }];
  if (typeof slot !== "number") return [];
  return [{ type: "move_appointment", id, booking_id, starts_at: slot, duration_minutes }];
}

/**
 * Says what became of the change.
 * @returns `done`; `asks`: another time is asked for; `gone`: it cannot be changed any more; `failed`
 */
export function changeOutcome(turn: Turn, outcome: Outcome): "done" | "asks" | "gone" | "failed" {
  const { state, world } = turn;
  const current = changedAppointment(state);
  const slot = state.fields[whenField(turn).id]?.value;
  if (!current || typeof slot !== "number" || !state.change) return "gone";
  if (!outcome.ok && outcome.reason === "failed") {
    react(turn, notSaved);
    dropChange(turn);
    handOver(turn);
    return "failed";
  }
  if (!outcome.ok) {
    if (outcome.busy) turn.world = { ...world, calendar: { busy: outcome.busy } };
    const search = searchOf(turn);
    const why = search && whyNot(search.calendar, slot, search.duration_minutes, turn.now);
    if (state.change.wants === "cancel" || (!why && outcome.reason === "not_bookable")) return "gone";
    offerInstead(turn, slot);
    return "asks";
  }
  const cancels = state.change.wants === "cancel";
  const when = slotSaidAgain(slot, clockworkOf(turn));
  answer(turn, cancels ? canceled(when) : moved(when));
  const others = state.done.bookings.filter(({ starts_at }) => starts_at !== current.starts_at);
  const { kind } = current;
  const now = { starts_at: slot, kind, caller: callersFirstName(state, world) };
  state.done.bookings = cancels ? others : [...others, now];
  state.done.changes += 1;
  state.appointments = null;
  dropChange(turn);
  return "done";
}
