/** Collects a lead: asks for its fields, reads them back once, and saves it. */

import { confirmLead } from "#workers/conversation/english/booking.ts";
import { wantSaid } from "#workers/conversation/english/wants.ts";
import { askField } from "./asking.ts";
import { pursueBooking } from "./book.ts";
import { agendaOf, appointmentField, fieldsOf, nameField, valueSaid } from "./needs.ts";
import { ask, clockworkOf, collected, newId, type Turn } from "./turn.ts";

const MOST_SAID = 3;

/** Asks for the next thing that a lead needs, or for its confirmation. */
export function pursueLead(turn: Turn): void {
  const { state, world } = turn;
  if (state.wish || typeof state.fields[appointmentField(world.agent).id]?.value === "number") {
    pursueBooking(turn);
    return;
  }
  const [need] = agendaOf("lead", state, world);
  if (need) {
    askField(turn, need);
    return;
  }
  const clockwork = clockworkOf(turn);
  const said = fieldsOf("lead", world).flatMap((field) => {
    const known = state.fields[field.id];
    if (!known) return [];
    const isText = field.type === "text" && typeof known.value === "string";
    const phrase = isText ? wantSaid(String(known.value)) : valueSaid(field, known, world, clockwork);
    return phrase ? [{ field: field.id, phrase }] : [];
  });
  const changed = said.filter(({ field }) => state.confirming && state.changed.includes(field));
  // The name and all that was not said back yet; beyond them an ear keeps three, the number before the rest.
  const name = nameField(world.agent).id;
  const phone = world.agent.fields.find(({ type }) => type === "phone")?.id;
  const weight = (id: string) =>
    id === name ? 0 : state.fields[id]?.trust === "heard" ? 1 : id === phone ? 2 : 3;
  const first = said.toSorted((a, b) => weight(a.field) - weight(b.field));
  const unsaid = first.filter(({ field }) => weight(field) < 2).length;
  const says = (changed.length > 0 ? changed : first).slice(0, Math.max(MOST_SAID, unsaid));
  turn.reactions = turn.reactions.filter(({ says: own = [] }) => own.length === 0);
  ask(turn, confirmLead(says.map(({ phrase }) => phrase)), { what: "confirm" }, { says });
  state.confirming = true;
  state.changed = [];
}

/** The lead's confirmation was given: saves it. */
export function commitLead(turn: Turn): void {
  const { state, world } = turn;
  for (const known of Object.values(state.fields)) known.trust = "confirmed";
  state.pending = { what: "save_lead", id: newId(state, "save_lead") };
  state.asked = { what: "nothing" };
  turn.before.push({ type: "save_lead", id: state.pending.id, fields: collected(world, state) });
}

/** A booking saves what it collected as a lead too, without a word about it. */
export function saveLeadQuietly(turn: Turn): void {
  const { state, world } = turn;
  if (!world.agent.actions.save_lead) return;
  const fields = collected(world, state);
  if (Object.keys(fields).length === 0) return;
  turn.before.push({ type: "save_lead", id: newId(state, "save_lead"), fields });
  state.done.lead = true;
}
