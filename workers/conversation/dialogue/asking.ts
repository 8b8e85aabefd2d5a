/** Asks the pending question: a field, or any other kind of question, again in other words. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { whichPart } from "#workers/conversation/english/booking.ts";
import { offerUrgent } from "#workers/conversation/english/emergencies.ts";
import { offerAgain, whichHalf, whichReading } from "#workers/conversation/english/offers.ts";
import { offerCallBack, offerTransfer, whenToCall } from "#workers/conversation/english/partings.ts";
import { partSaid } from "#workers/conversation/english/parts.ts";
import { isItFor, kindQuestion, ownQuestion, questionFor } from "#workers/conversation/english/questions.ts";
import {
  anythingElse,
  askMessage,
  howCanIHelp,
  offerBooking,
  offerMessage,
  wasThat,
} from "#workers/conversation/english/sayings.ts";
import { nameOfOther } from "#workers/conversation/english/second.ts";
import { kindSaid } from "#workers/conversation/english/slots.ts";
import type { Asked } from "#workers/conversation/words/acts.ts";
import {
  appointmentField,
  fieldById,
  kindField,
  messageField,
  nameField,
  textOf,
  valueSaid,
} from "./needs.ts";
import { ask, clockworkOf, type Turn } from "./turn.ts";

/** Asks for a field: first in the agent's own words, later in others. */
export function askField(turn: Turn, field: AgentField): void {
  const { world, state } = turn;
  const { agent, caller } = world;
  const calling_from = field.type === "phone" && caller.phone_number !== null && !state.other_number;
  const kinds = agent.actions.book?.kinds ?? [];
  const built_in =
    field.id === "appointment_kind"
      ? kindQuestion(kinds.map(({ name }) => kindSaid(name)))
      : questionFor(field, calling_from);
  const own = field.question !== "" && !(field.type === "phone" && state.other_number);
  if (field.type === "name" && state.for_other) {
    ask(turn, nameOfOther, { what: "field", field });
    return;
  }
  const known_type = ["name", "phone", "email", "appointment"].includes(field.type);
  const others = known_type ? [field.question, ...built_in] : ownQuestion(field.question);
  ask(turn, own ? others : built_in, { what: "field", field }, { own_first: own });
}

/** The name of a question, under which failures are counted. */
export function keyOf(asked: Asked): string {
  if (asked.what === "field") return `field:${asked.field.id}`;
  return asked.what === "yes_no" ? `yes_no:${asked.about}` : asked.what;
}

/** The parts of a confirmation that a caller may want changed; at most three are named. */
export function partsOf(turn: Turn): string[] {
  const { world, state } = turn;
  const { agent } = world;
  const told = agent.fields.filter(({ id }) => (state.fields[id]?.value ?? null) !== null);
  if (state.task === "lead")
    return told
      .toSorted((one, two) => placeOf(one) - placeOf(two))
      .slice(0, MOST_PARTS)
      .map(partSaid);
  const named = state.fields[nameField(agent).id] !== undefined;
  // Of number and address the one that was told last stands in the caller's ear.
  const [contact] = told
    .filter(({ type }) => type === "phone" || type === "email")
    .toSorted((one, two) => turnOf(turn, two) - turnOf(turn, one));
  if (!contact) return named ? ["the day", "the time", "the name"] : ["the day", "the time"];
  return ["the day or time", ...(named ? ["the name"] : []), partSaid(contact)];
}

const MOST_PARTS = 3;
/** What was read back comes first; what was only noted (docs/conversation.md, "Saying back and confirming") last. */
const readBack: readonly AgentField["type"][] = [
  "name",
  "phone",
  "email",
  "appointment",
  "date",
  "time",
  "choice",
  "number",
];
const placeOf = ({ type }: AgentField): number => {
  const place = readBack.indexOf(type);
  return place < 0 ? readBack.length : place;
};
const turnOf = ({ state }: Turn, { id }: AgentField): number => state.fields[id]?.turn ?? 0;

/**
 * Asks the pending question again, in other words. Questions that the task computes anew (a field, the confirmation)
 * are left to it.
 * @returns whether it was a question of its own
 */
export function askAgain(turn: Turn): boolean {
  const { state, world } = turn;
  const { asked } = state;
  const clockwork = clockworkOf(turn);
  switch (asked.what) {
    case "offer":
      ask(turn, offerAgain(asked.slots, clockwork), asked);
      return true;
    case "morning_or_afternoon":
      ask(
        turn,
        asked.at.length > 1
          ? whichReading(asked.date, asked.at, clockwork)
          : whichHalf(asked.date, clockwork),
        asked,
      );
      return true;
    case "which_part_is_wrong":
      ask(turn, whichPart(partsOf(turn)), asked);
      return true;
    case "message":
      askForMessage(turn);
      return true;
    case "call_time":
      ask(turn, whenToCall, asked);
      return true;
    case "anything_else":
      ask(turn, anythingElse, asked);
      return true;
    case "nothing":
      if (state.task !== "open") return false;
      ask(turn, howCanIHelp, asked);
      return true;
    case "yes_no": {
      const { transfer } = world.agent.actions;
      const about = asked.about;
      if (about === "transfer") ask(turn, offerTransfer(transfer?.name || world.organization.name), asked);
      else if (about === "book") ask(turn, offerBooking, asked);
      else if (about === "message") ask(turn, offerMessage, asked);
      else if (about === "kind") askGuessedKind(turn);
      else if (about === "unsure" && state.unsure) askUnsure(turn);
      else ask(turn, state.urgent !== null ? offerUrgent : offerCallBack, asked);
      return true;
    }
    default:
      return false;
  }
}

/** Asks what a message should say, in the agent's own words if it has any. */
export function askForMessage(turn: Turn): void {
  const own = messageField(turn.world.agent)?.question ?? "";
  ask(turn, own ? ownQuestion(own) : askMessage, { what: "message" }, { own_first: own !== "" });
}

/** Asks whether the inferred kind of appointment is right. */
function askGuessedKind(turn: Turn): void {
  const { id } = kindField(turn.world.agent);
  const phrase = kindSaid(textOf(turn.state, id) ?? "");
  ask(turn, isItFor(phrase), { what: "yes_no", about: "kind" }, { says: [{ field: id, phrase }] });
}

/** Asks whether an unsure value was heard right. */
export function askUnsure(turn: Turn): void {
  const { state, world } = turn;
  if (!state.unsure) return;
  const { field: id, value, words } = state.unsure;
  const field = fieldById(world, id);
  const heard = { value, words, turn: state.turn, trust: "heard" } as const;
  const said = (field && valueSaid(field, heard, world, clockworkOf(turn))) || value;
  ask(turn, wasThat(said), { what: "yes_no", about: "unsure" });
}

/** The field of a start time, when this agent books. */
export function whenField(turn: Turn): AgentField {
  return appointmentField(turn.world.agent);
}
