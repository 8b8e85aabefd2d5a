/** Reads yes, no and bare answers: the last question decides their meaning. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { nameNamed, partNamed } from "#workers/conversation/english/booking.ts";
import { declinesMessage, wantsMessage } from "#workers/conversation/english/emergencies.ts";
import { somethingElse } from "#workers/conversation/english/offers.ts";
import { halfByPlace } from "#workers/conversation/english/openings.ts";
import { exampleFor } from "#workers/conversation/english/questions.ts";
import { anythingElse, howCanIHelp } from "#workers/conversation/english/sayings.ts";
import { kindSaid } from "#workers/conversation/english/slots.ts";
import { openOn } from "#workers/conversation/time/openings.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { askField, askUnsure, partsOf, whenField } from "./asking.ts";
import { askWhichPart, commitBooking } from "./book.ts";
import { commitChange } from "./change.ts";
import { callBackText, handOver, sayGoodbye, toPerson } from "./endings.ts";
import { commitLead } from "./lead.ts";
import { takeMessage } from "./left-message.ts";
import { fieldById, kindField, kindOf, nameField, phoneField } from "./needs.ts";
import { isOfMessage } from "./repair.ts";
import { type Taken, takeOffer } from "./take-in.ts";
import { takeValue } from "./take-value.ts";
import { finish, passOn, start } from "./tasks.ts";
import { replyToMessage } from "./told-message.ts";
import { ask, react, searchOf, type Turn } from "./turn.ts";
import { offerSlots, settleWish, takeWish } from "./wishes.ts";
import { replyToWhichPart } from "./wrong-part.ts";

type Verdict = "yes" | "no" | null;

/** Whether the utterance agrees or declines; the last word counts. */
export function verdictOf(acts: readonly Act[]): Verdict {
  const last = acts.findLast(({ act }) => act === "affirm" || act === "deny");
  return last ? (last.act === "affirm" ? "yes" : "no") : null;
}

/**
 * Reads the utterance as an answer to the last question.
 * @returns whether it was one
 */
export function reply(turn: Turn, acts: readonly Act[], taken: Taken, utterance: string): boolean {
  const { state } = turn;
  const { asked } = state;
  const verdict = verdictOf(acts);
  switch (asked.what) {
    case "field":
      return replyToField(turn, asked.field, acts, taken, verdict, utterance);
    case "offer":
      return replyToOffer(turn, taken, verdict, asked.slots);
    case "morning_or_afternoon":
      // "The first one" is the first half, and no hour; "the earlier one" is nothing earlier.
      if (byPlace(turn, asked) || taken.wish) return settle(turn);
      return verdict === "yes" ? anyOn(turn, asked.date) : verdict === "no" ? elsewhere(turn) : false;
    case "confirm":
      return replyToConfirm(turn, taken, verdict);
    case "which_part_is_wrong":
      return replyToWhichPart(turn, taken, verdict, utterance);
    case "anything_else":
      return replyToAnythingElse(turn, acts, taken, verdict);
    case "yes_no":
      // A caller who answers with something else has moved on.
      if (taken.wish || taken.fields.length > 0) return moveOn(turn);
      return verdict === null ? false : replyToYesNo(turn, asked.about, verdict);
    case "message":
      return replyToMessage(turn, acts, taken, utterance);
    case "call_time":
    case "appointment":
    case "nothing":
      return false;
  }
}

function moveOn(turn: Turn): true {
  turn.state.unsure = null;
  turn.state.asked = { what: "nothing" };
  return settle(turn);
}

function settle(turn: Turn): true {
  turn.settled = true;
  return true;
}

function replyToField(
  turn: Turn,
  field: AgentField,
  acts: readonly Act[],
  taken: Taken,
  verdict: Verdict,
  utterance: string,
): boolean {
  const { state, world } = turn;
  if (taken.fields.includes(field.id) || (taken.wish && field.type === "appointment")) return settle(turn);
  if (state.unsure?.field === field.id) {
    askUnsure(turn);
    return settle(turn);
  }
  if (field.type === "yes_no" && verdict !== null)
    return takePlain(turn, field, verdict === "yes", utterance);
  const offered = field.type === "phone" && !state.other_number ? world.caller.phone_number : null;
  if (offered !== null && verdict === "yes") return takePlain(turn, field, offered, utterance);
  if (offered !== null && verdict === "no") {
    state.other_number = true;
    askField(turn, field);
    return settle(turn);
  }
  const skips = verdict === "no" || acts.some(({ act }) => act === "cancel_task");
  if (skips && (!field.required || isOfMessage(turn, field))) {
    state.fields[field.id] = { value: null, words: utterance, turn: state.turn, trust: "heard" };
    return settle(turn);
  }
  const plain = acts.every(
    ({ act }) => act === "not_understood" || act === "affirm" || act === "deny" || act === "thanks",
  );
  if (field.type === "text" && plain) return takePlain(turn, field, utterance.trim(), utterance);
  return false;
}

function takePlain(turn: Turn, field: AgentField, value: string | boolean, words: string): boolean {
  takeValue(turn, field, { value, words, sure: 1 });
  return settle(turn);
}

function replyToOffer(turn: Turn, taken: Taken, verdict: Verdict, slots: readonly number[]): boolean {
  const { state } = turn;
  if (taken.wish || taken.fields.includes(whenField(turn).id)) return settle(turn);
  if (verdict === "yes" && slots.length === 1)
    return takeOffer(turn, { value: 0, words: turn.reading?.text ?? "" });
  if (verdict !== "no") return false;
  state.refused = [...state.refused, ...slots].slice(-40);
  return elsewhere(turn);
}

/** No offer suits: asks what would. The offers stay known, so that "later" is relative to them. */
function elsewhere(turn: Turn): true {
  const { state } = turn;
  state.wished = [];
  ask(turn, somethingElse, { what: "field", field: whenField(turn) });
  return settle(turn);
}

/** "The first": the morning, or the earlier of two readings of an hour. */
function byPlace(turn: Turn, asked: { date: string; at: string[] }): boolean {
  const place = halfByPlace(turn.reading?.text ?? "");
  if (place === null) return false;
  const clock = asked.at[place];
  const half = place === 0 ? { to: "12:00" } : { from: "12:00" };
  const option = clock === undefined ? { date: asked.date, ...half } : { date: asked.date, at: [clock] };
  takeWish(turn, { options: [option], except: [], relation: null });
  return true;
}

/** Any time of a day: offers two of it. */
function anyOn(turn: Turn, date: string): boolean {
  const search = searchOf(turn);
  const slots = search ? openOn(search, date) : [];
  const [first] = slots;
  if (!search || first === undefined) return false;
  const second = slots[Math.floor(slots.length / 2)];
  const two = second !== undefined && second !== first ? [first, second] : [first];
  offerSlots(turn, two, "", { date });
  return settle(turn);
}

function replyToConfirm(turn: Turn, taken: Taken, verdict: Verdict): boolean {
  const { state, world } = turn;
  if (state.change) return replyToChange(turn, taken, verdict);
  // "Yes, and text me at this number" adds something and changes nothing of what was confirmed.
  const confirmed = [whenField(turn), nameField(world.agent), kindField(world.agent)].map(({ id }) => id);
  const phone = phoneField(world.agent).id;
  // When the number is refused at the end, another one is asked for before the booking.
  const lacks_number = taken.fields.includes(phone) && state.fields[phone] === undefined;
  const changes =
    taken.wish ||
    lacks_number ||
    state.changed.some((id) => verdict !== "yes" || state.task === "lead" || confirmed.includes(id));
  if (changes && (lacks_number || !(verdict === "yes" && onlyTellsKind(turn, taken)))) return settle(turn);
  const text = turn.reading?.text ?? "";
  if (partNamed(text) || nameNamed(text))
    return replyToWhichPart(turn, taken, verdict, turn.reading?.text ?? "");
  if (verdict === "no") {
    askWhichPart(turn, partsOf(turn));
    return settle(turn);
  }
  if (verdict !== "yes") return false;
  const books = typeof state.fields[whenField(turn).id]?.value === "number";
  if (books) commitBooking(turn);
  else if (state.task === "lead") commitLead(turn);
  return settle(turn);
}

/** A yes that comes with a question or a goodbye. */
function replyToChange(turn: Turn, taken: Taken, verdict: Verdict): boolean {
  if (taken.wish) return settle(turn);
  if (verdict !== "yes") return false;
  commitChange(turn);
  return settle(turn);
}

/** "Yes, for a cleaning", when no kind was named before, agrees to everything that was read back; a longer kind may not fit the time. */
function onlyTellsKind(turn: Turn, taken: Taken): boolean {
  const { state, world } = turn;
  const kind = kindField(world.agent).id;
  const told = () => state.changed.every((id) => id === kind);
  if (state.task !== "book" || taken.wish || taken.guess !== undefined || turn.known[kind] || !told())
    return false;
  settleWish(turn);
  if (turn.question || !told()) return false;
  const known = kindOf(state, world);
  if (known) react(turn, [`I've put down ${kindSaid(known)}.`]);
  return true;
}

function replyToAnythingElse(turn: Turn, acts: readonly Act[], taken: Taken, verdict: Verdict): boolean {
  const busy =
    acts.some(({ act }) => act === "ask" || act === "new_task") || taken.wish || taken.fields.length > 0;
  if (busy) return false;
  if (verdict === "no" || (verdict === null && acts.some(({ act }) => act === "thanks"))) {
    sayGoodbye(turn);
    return true;
  }
  if (verdict !== "yes") return false;
  ask(turn, howCanIHelp, { what: "nothing" });
  return settle(turn);
}

function replyToYesNo(turn: Turn, about: string, verdict: "yes" | "no"): boolean {
  const { state } = turn;
  turn.settled = true;
  if (about === "unsure" && state.unsure) {
    const { field: id, value, words } = state.unsure;
    const field = fieldById(turn.world, id);
    state.unsure = null;
    if (!field) return true;
    if (verdict === "yes") return takeValue(turn, field, { value, words, sure: 1 });
    ask(turn, exampleFor(field), { what: "field", field });
    return true;
  }
  if (about === "kind") {
    const field = kindField(turn.world.agent);
    state.asked = { what: "nothing" };
    if (verdict === "no") {
      delete state.fields[field.id];
      askField(turn, field);
    }
    return true;
  }
  if (about === "book") {
    if (verdict === "yes") {
      state.wants_appointment = true;
      start(turn, "book");
    } else if (state.task === "book" && !state.wants_appointment) state.task = "open";
    state.asked = { what: "nothing" };
    if (verdict === "no" && state.task === "open") ask(turn, anythingElse, { what: "anything_else" });
    return true;
  }
  if (about === "message" && verdict === "yes") {
    const text = state.draft ?? "";
    state.draft = null;
    start(turn, "message");
    if (text !== "") takeMessage(turn, text);
    return true;
  }
  if (about === "transfer") {
    if (verdict === "yes") return toPerson(turn, state.urgent ?? "caller asked for a person");
    return declineHelp(turn);
  }
  if (about === "call_back") {
    const goes_on = state.urgent !== null && wantsMessage.test(turn.reading?.text ?? "");
    if (verdict === "no" && !goes_on) return declineHelp(turn);
    // The person who calls back takes over what was begun here.
    const said = state.draft ? `, then said “${state.draft}”` : "";
    const { urgent } = state;
    const text = urgent ?? callBackText(turn, `${said}; the agent couldn't help`);
    // After words of danger no task is taken up by itself.
    state.set_aside = urgent === null ? [] : [...state.set_aside, "open"];
    state.draft = null;
    state.task = "open";
    return passOn(turn, text, true);
  }
  state.asked = { what: "nothing" };
  return true;
}

/** A way out was declined: the task goes on, unless it had been declined before. */
function declineHelp(turn: Turn): true {
  const { state } = turn;
  state.asked = { what: "nothing" };
  if (state.urgent !== null) {
    if (declinesMessage.test(turn.reading?.text ?? "")) state.urgent = null;
    ask(turn, anythingElse, { what: "anything_else" });
    return true;
  }
  if (state.handed_over > 1) {
    if (state.task === "open") handOver(turn);
    else finish(turn);
  }
  return true;
}
