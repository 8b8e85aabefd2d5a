/** What a call knows when no model answers any more, as the built-in brain's memory. */

import { longDate, timeOfDay } from "#app/platform/format.ts";
import type { Json } from "#app/platform/json.ts";
import {
  appointmentField,
  fieldById,
  kindField,
  nameField,
  phoneField,
} from "#workers/conversation/dialogue/needs.ts";
import { type CallState, freshState, type Known } from "#workers/conversation/dialogue/state.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import type { ModelMemory } from "./model-memory.ts";

/** Values that the built-in brain would have heard itself; times among the details are the caller's words, which it asks for again. */
const asHeard = (value: Known["value"], words: string): Known => ({ value, words, turn: 1, trust: "heard" });

const plain = new Set(["name", "phone", "email", "choice", "text"]);

/** The memory of a built-in brain that takes the call over: details, an appointment that waits for a yes, and what is booked. */
export function knownToBuiltIn({ details, proposal, booked, saved }: ModelMemory, world: World): Json {
  const { agent } = world;
  const state: CallState = freshState();
  // The caller was greeted.
  state.turn = 1;
  state.task = agent.kind === "lead_qualification" ? "lead" : "open";
  for (const [id, value] of Object.entries(details)) {
    const field = fieldById(world, id);
    if (field && plain.has(field.type)) state.fields[id] = asHeard(value, value);
  }
  if (proposal?.what === "book") {
    state.task = "book";
    state.wants_appointment = true;
    state.fields[nameField(agent).id] = asHeard(proposal.name, proposal.name);
    state.fields[appointmentField(agent).id] = asHeard(proposal.starts_at, "");
    if (proposal.kind !== "") state.fields[kindField(agent).id] = asHeard(proposal.kind, proposal.kind);
    state.asked = { what: "confirm" };
    state.confirming = true;
  }
  state.done.bookings = booked.map(({ starts_at, kind, name }) => ({
    starts_at,
    kind,
    caller: name.split(" ")[0] ?? "",
  }));
  state.done.lead = saved;
  return state;
}

/** What a call in Spanish knows when no model answers any more; `about` is for the team, which reads the message. */
export function knownInSpanish({ details, proposal, booked }: ModelMemory, { agent, organization }: World) {
  const wanted =
    proposal &&
    {
      book: "was about to book",
      move: "was about to move an appointment to",
      cancel: "was about to cancel the appointment on",
    }[proposal.what];
  const place = { timeZone: organization.time_zone, locale: "en-US" };
  const name = details[nameField(agent).id] ?? (proposal?.what === "book" ? proposal.name : booked[0]?.name);
  return {
    name: name ?? null,
    phone_number: details[phoneField(agent).id] ?? null,
    about: proposal
      ? `${wanted} ${longDate(proposal.starts_at, proposal.starts_at, place)}, ${timeOfDay(proposal.starts_at, place)}`
      : "",
  };
}
