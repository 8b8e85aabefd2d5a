/** What a call knows when no model answers, as the memory of the code that answers; and what that code found out, when a model answers again. */
import { z } from "zod";
import { longDate, timeOfDay } from "#app/platform/format.ts";
import type { Json } from "#app/platform/json.ts";
import {
  appointmentField,
  fieldById,
  kindField,
  nameField,
  phoneField,
} from "#workers/conversation/dialogue/needs.ts";
import { type CallState, callState, freshState, type Known } from "#workers/conversation/dialogue/state.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import type { ModelMemory } from "./model-memory.ts";

/** Values that the built-in brain would have heard itself; times among the details are the caller's words, which it asks for again. */
const asHeard = (value: Known["value"], words: string): Known => ({ value, words, turn: 1, trust: "heard" });
/** What a question for confirmation told the caller. */
const asSaidBack = (value: Known["value"]): Known => ({ value, words: "", turn: 1, trust: "said_back" });

const plain = new Set(["name", "phone", "email", "choice", "text"]);
/** More times are not offered at once. */
const mostOffered = 3;

/** The memory of a built-in brain that takes the call over: details, what waits for a yes, what was found and offered, a message in the making, and what is done. */
export function knownToBuiltIn(memory: ModelMemory, world: World): Json {
  const { agent } = world;
  const state: CallState = freshState();
  // The caller was greeted.
  state.turn = 1;
  // Its actions are other ones than the model's.
  state.deeds = memory.deeds;
  state.task = agent.kind === "lead_qualification" ? "lead" : "open";
  for (const [id, value] of Object.entries(memory.details)) {
    const field = fieldById(world, id);
    if (field && plain.has(field.type)) state.fields[id] = asHeard(value, value);
  }
  state.done.bookings = memory.booked.map(({ starts_at, kind, name }) => ({
    starts_at,
    kind,
    caller: name.split(" ")[0] ?? "",
  }));
  state.done.lead = memory.saved;
  takeAppointments(state, memory);
  takeOffers(state, memory);
  takeMessage(state, memory, world);
  takeProposal(state, memory, world);
  return state;
}

function takeAppointments(state: CallState, { appointments }: ModelMemory): void {
  if (appointments.length === 0) return;
  state.appointments = { asked_with: "", found: appointments.map(({ handle: _, ...one }) => one) };
}

/** The times that the model offered: for a new appointment, or in place of the one that was found. */
function takeOffers(state: CallState, { offered, focus, appointments }: ModelMemory): void {
  state.focus.date = focus;
  const slots = offered.slice(0, mostOffered);
  if (slots.length === 0) return;
  state.offered = slots;
  state.asked = { what: "offer", slots };
  const [only, another] = appointments;
  if (!only) {
    state.task = "book";
    state.wants_appointment = true;
  } else if (!another) {
    state.task = "change";
    state.change = { booking_id: only.booking_id, wants: "move", words: "" };
    state.confirming = true;
  }
}

/** What waits for a yes. */
function takeProposal(state: CallState, { proposal }: ModelMemory, { agent }: World): void {
  if (proposal === null) return;
  const when = appointmentField(agent).id;
  state.fields[when] =
    proposal.what === "book" ? asHeard(proposal.starts_at, "") : asSaidBack(proposal.starts_at);
  state.asked = { what: "confirm" };
  state.confirming = true;
  if (proposal.what !== "book") {
    state.task = "change";
    state.change = { booking_id: proposal.booking_id, wants: proposal.what, words: "" };
    return;
  }
  state.task = "book";
  state.wants_appointment = true;
  state.fields[nameField(agent).id] = asHeard(proposal.name, proposal.name);
  if (proposal.kind !== "") state.fields[kindField(agent).id] = asHeard(proposal.kind, proposal.kind);
}

const partOfMessage = z.object({
  text: z.string().min(1),
  name: z.string().nullish(),
  call_back: z.boolean().nullish(),
});

/** The message that the model tried to leave last, when it is not left; those that are left are counted. */
function takeMessage(state: CallState, { steps, details }: ModelMemory, { agent }: World): void {
  const tried = steps.flatMap(({ calls, results }) =>
    calls
      .filter(({ name }) => name === "take_message")
      .map(({ id, arguments: given }) => ({
        given,
        isLeft: results.some((one) => one.id === id && one.result === "Done."),
      })),
  );
  state.done.messages = tried.filter(({ isLeft }) => isLeft).length;
  const last = tried.at(-1);
  if (!last || last.isLeft || !agent.actions.take_message) return;
  const part = partOfMessage.safeParse(jsonOf(last.given)).data;
  if (!part) return;
  state.task = "message";
  state.message = part.text;
  state.call_back = part.call_back ?? false;
  state.asked = { what: "nothing" };
  const name = nameField(agent).id;
  if (part.name && details[name] === undefined) state.fields[name] = asHeard(part.name, part.name);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Takes in what the built-in brain found out and did in a turn that it answered for the models. Changes `memory`. */
export function knownFromBuiltIn(memory: ModelMemory, world: World): void {
  const state = callState.safeParse(memory.built_in).data;
  if (!state) return;
  memory.deeds = Math.max(memory.deeds, state.deeds);
  memory.saved ||= state.done.lead;
  for (const [id, { value }] of Object.entries(state.fields)) {
    const type = fieldById(world, id)?.type;
    if (type !== undefined && plain.has(type) && typeof value === "string") memory.details[id] ??= value;
  }
  const isKnown = (starts_at: number) => memory.booked.some((one) => one.starts_at === starts_at);
  const booked = state.done.bookings.filter(({ starts_at }) => !isKnown(starts_at));
  memory.booked.push(...booked.map(({ starts_at, kind, caller }) => ({ starts_at, kind, name: caller })));
  if (state.done.changes > 0) memory.appointments = [];
  if (booked.length > 0 || state.done.changes > 0) memory.proposal = null;
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
