/** Books an appointment: kind, time and person; one confirmation; the booking; and its outcome. */

import { whyNot } from "#app/bookings/calendar.ts";
import { listSaid } from "#app/hours/spoken-time.ts";
import {
  booked,
  bookedGoodbye,
  confirm,
  confirmChange,
  confirmUnheard,
  whichPart,
} from "#workers/conversation/english/booking.ts";
import { notSaved } from "#workers/conversation/english/sayings.ts";
import { kindSaid, slotSaid, slotSaidAgain, upper } from "#workers/conversation/english/slots.ts";
import type { Action, Outcome } from "#workers/conversation/line/conversation.ts";
import { askField } from "./asking.ts";
import { handOver } from "./endings.ts";
import {
  agendaOf,
  appointmentField,
  callersFirstName,
  fieldById,
  firstName,
  kindField,
  kindOf,
  nameField,
  nameOf,
  phoneOf,
  textOf,
  valueSaid,
  written,
} from "./needs.ts";
import { ask, clockworkOf, end, newId, react, searchOf, type Turn } from "./turn.ts";
import { offerInstead, settleWish } from "./wishes.ts";

const LONGEST_NOTES = 1000;

/** Asks for the next thing that a booking needs, or for its confirmation. */
export function pursueBooking(turn: Turn): void {
  const { state, world } = turn;
  const kind = kindField(world.agent);
  const kind_open = kindOf(state, world) === null;
  if (state.wish && kind_open) {
    askField(turn, kind);
    return;
  }
  if (state.wish) settleWish(turn);
  if (turn.question) return;
  const [need] = agendaOf(state.task, state, world);
  if (need) askField(turn, need.type === "appointment" && kind_open ? kind : need);
  else confirmBooking(turn);
}

/** The start time that the caller agreed to, or null. */
function slotOf({ state, world }: Turn): number | null {
  const value = state.fields[appointmentField(world.agent).id]?.value;
  return typeof value === "number" ? value : null;
}

/** Asks once whether to book: everything the first time, afterwards only what changed (docs/conversation.md, "Saying back and confirming"). */
export function confirmBooking(turn: Turn): void {
  const { state, world, now } = turn;
  const slot = slotOf(turn);
  const search = searchOf(turn);
  const name = nameOf(state, world);
  if (slot === null || !search || name === null) return;
  const why = whyNot(search.calendar, slot, search.duration_minutes, now);
  if (why !== null) {
    offerInstead(turn, slot);
    return;
  }
  const clockwork = clockworkOf(turn);
  const when = { field: appointmentField(world.agent).id, phrase: slotSaid(slot, clockwork) };
  const who = { field: nameField(world.agent).id, phrase: name };
  const kind = kindOf(state, world) ?? "";
  const what = { field: kindField(world.agent).id, phrase: kindSaid(kind) };
  const whole = state.fields[what.field] ? [who, what, when] : [who, when];
  const changes = state.confirming ? changesSaid(turn) : [];
  const itself = [...whole, ...changes];
  // The confirmation says these itself.
  turn.reactions = turn.reactions.filter(
    ({ says = [] }) =>
      says.length === 0 || says.some(({ field }) => itself.every((part) => part.field !== field)),
  );
  sayUnsaid(turn);
  if (changes.length > 0)
    ask(
      turn,
      confirmChange(changes.map(({ phrase }) => phrase).join(", ")),
      { what: "confirm" },
      { says: changes },
    );
  else ask(turn, confirm(name, kind, when.phrase), { what: "confirm" }, { says: whole });
  state.confirming = true;
  state.changed = [];
}

/** An address or number that came in one breath with what the confirmation says is read back before it. */
function sayUnsaid(turn: Turn): void {
  const { state, world } = turn;
  const saying = new Set(turn.reactions.flatMap(({ says = [] }) => says.map(({ field }) => field)));
  const says = world.agent.fields.flatMap((field) => {
    const known = state.fields[field.id];
    const written = field.type === "email" || field.type === "phone";
    if (!written || known?.trust !== "heard" || saying.has(field.id) || state.changed.includes(field.id))
      return [];
    const phrase = valueSaid(field, known, world, clockworkOf(turn));
    return phrase ? [{ field: field.id, phrase }] : [];
  });
  if (says.length === 0) return;
  const list = listSaid(
    says.map(({ phrase }) => phrase),
    "and",
  );
  react(turn, [`${upper(list)}.`, `I have ${list}.`, `That's ${list}.`], says);
}

function changesSaid(turn: Turn): { field: string; phrase: string }[] {
  const { state, world } = turn;
  const clockwork = clockworkOf(turn);
  return [...new Set(state.changed)].flatMap((id) => {
    const field = fieldById(world, id);
    const known = state.fields[id];
    if (!field || !known) return [];
    const phrase =
      field.id === kindField(world.agent).id && typeof known.value === "string"
        ? kindSaid(known.value)
        : valueSaid(field, known, world, clockwork);
    return phrase ? [{ field: id, phrase }] : [];
  });
}

/** The caller agreed: books, unless name, time or e-mail address were interrupted and never heard. */
export function commitBooking(turn: Turn): void {
  const { state, world, now } = turn;
  const slot = slotOf(turn);
  const search = searchOf(turn);
  if (slot === null || !search) return;
  if (whyNot(search.calendar, slot, search.duration_minutes, now) !== null) {
    offerInstead(turn, slot);
    return;
  }
  const email = world.agent.fields.find(({ type }) => type === "email");
  const unheard = [nameField(world.agent).id, appointmentField(world.agent).id, email?.id ?? ""].filter(
    (id) => state.fields[id]?.trust === "heard" && state.fields[id]?.value !== null,
  );
  if (unheard.length > 0) {
    // The question itself contains them.
    turn.reactions = turn.reactions.filter(
      ({ says = [] }) => !says.some(({ field }) => unheard.includes(field)),
    );
    state.changed = unheard;
    const phrases = changesSaid(turn);
    state.changed = [];
    const words = phrases.map(({ phrase }) => phrase).join(", ");
    ask(turn, confirmUnheard(words), { what: "confirm" }, { says: phrases });
    return;
  }
  for (const known of Object.values(state.fields)) known.trust = "confirmed";
  state.pending = { what: "book", id: newId(state, "book") };
  state.asked = { what: "nothing" };
  turn.before.push(...bookAction(turn, state.pending.id));
}

/** The action of a booking, made from what is known; the same id is the same booking. */
export function bookAction(turn: Turn, id: string): Action[] {
  const { state, world } = turn;
  const slot = slotOf(turn);
  const search = searchOf(turn);
  if (slot === null || !search) return [];
  const own = [nameField(world.agent).id, appointmentField(world.agent).id, kindField(world.agent).id];
  const notes = world.agent.fields
    .filter(({ id, type }) => !own.includes(id) && type !== "phone" && type !== "email")
    .flatMap((field) => {
      const known = state.fields[field.id];
      return known && known.value !== null ? [`${field.label}: ${written(field, known, world)}`] : [];
    });
  const email = world.agent.fields.find(({ type }) => type === "email");
  return [
    {
      type: "book",
      id,
      kind: kindOf(state, world) ?? "",
      starts_at: slot,
      duration_minutes: search.duration_minutes,
      name: nameOf(state, world) ?? "",
      phone_number: phoneOf(state, world),
      email: email ? textOf(state, email.id) : null,
      notes: notes.join("; ").slice(0, LONGEST_NOTES),
    },
  ];
}

/** Handles the outcome of a booking. @returns whether it is valid */
export function bookingOutcome(turn: Turn, outcome: Outcome): boolean {
  const { state, world } = turn;
  const slot = slotOf(turn);
  if (slot === null) return false;
  if (!outcome.ok && outcome.reason !== "failed") {
    if (outcome.busy) turn.world = { ...world, calendar: { busy: outcome.busy } };
    offerInstead(turn, slot);
    return false;
  }
  if (!outcome.ok) {
    react(turn, notSaved);
    handOver(turn);
    return false;
  }
  const caller = callersFirstName(state, world);
  state.done.bookings.push({ starts_at: slot, kind: kindOf(state, world) ?? "", caller });
  const person = firstName(state, world);
  const other = person.toLowerCase() === caller.toLowerCase() ? "" : person;
  const words = [slotSaidAgain(slot, clockworkOf(turn)), caller, other] as const;
  if (state.leaving) end(turn, "goodbye", bookedGoodbye(...words));
  else turn.answers.unshift({ wordings: booked(...words) });
  return true;
}

/** "No" alone: asks what is wrong. */
export function askWhichPart(turn: Turn, parts: readonly string[]): void {
  ask(turn, whichPart(parts), { what: "which_part_is_wrong" });
}
