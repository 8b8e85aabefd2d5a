/** Reacts to a turn that was not understood or not heard: a shorter question, a narrower one, then a way out (docs/conversation.md, "Not understood"). */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { addDays, localClock } from "#app/platform/zoned-time.ts";
import { confirmUnheard } from "#workers/conversation/english/booking.ts";
import { exampleSaid, offerAgain, pressForSlot } from "#workers/conversation/english/offers.ts";
import { asksForSomebody, tellsSomebody } from "#workers/conversation/english/openings.ts";
import { type Example, exampleFor, narrowFor } from "#workers/conversation/english/questions.ts";
import {
  anythingElse,
  notCaught,
  notUnderstood,
  offerBooking,
  offerMessage,
  offerTasks,
  passedOn,
} from "#workers/conversation/english/sayings.ts";
import { slotSaid } from "#workers/conversation/english/slots.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { openOn, soonest } from "#workers/conversation/time/openings.ts";
import { askAgain, askField, keyOf, partsOf, whenField } from "./asking.ts";
import { askWhichPart, confirmBooking } from "./book.ts";
import { endInSilence, handOver, sayGoodbye, toPerson } from "./endings.ts";
import { appointmentField } from "./needs.ts";
import { next, passOn } from "./tasks.ts";
import { ask, clockworkOf, react, searchOf, type Turn } from "./turn.ts";
import { offerSlots } from "./wishes.ts";

/** So many turns of the caller in a row that led nowhere are enough, whatever was asked in each. */
const FRUITLESS = 6;

/** The answer could not be read: goes to the next step for this question. */
export function missed(turn: Turn): void {
  const { state } = turn;
  const { asked } = state;
  const key = keyOf(asked);
  const times = (state.misses[key] ?? 0) + 1;
  state.misses[key] = times;
  state.fruitless += 1;
  if (state.fruitless >= FRUITLESS) {
    state.fruitless = 0;
    handOver(turn);
    return;
  }
  switch (asked.what) {
    case "field":
      missedField(turn, times);
      return;
    case "offer":
      if (times === 1) ask(turn, offerAgain(asked.slots, clockworkOf(turn)), asked);
      else if (times === 2) ask(turn, pressForSlot(asked.slots, clockworkOf(turn)), asked);
      else giveUp(turn, key);
      return;
    case "confirm": {
      const slot = state.fields[appointmentField(turn.world.agent).id]?.value;
      if (times > 2) giveUp(turn, key);
      else if (typeof slot === "number" && state.task === "book")
        ask(turn, confirmUnheard(slotSaid(slot, clockworkOf(turn))), asked);
      else next(turn);
      return;
    }
    case "anything_else":
      if (times > 2) sayGoodbye(turn);
      else {
        react(turn, notUnderstood);
        ask(turn, anythingElse, asked);
      }
      return;
    case "appointment":
      if (times > 2) giveUp(turn, key);
      else {
        react(turn, notUnderstood);
        turn.settled = true;
        next(turn);
      }
      return;
    case "nothing":
      missedOpen(turn, times);
      return;
    case "which_part_is_wrong":
      if (times > 2) giveUp(turn, key);
      else askWhichPart(turn, partsOf(turn));
      return;
    default:
      if (times > 2) {
        giveUp(turn, key);
        return;
      }
      react(turn, notUnderstood);
      askAgain(turn);
  }
}

function missedField(turn: Turn, times: number): void {
  const { state } = turn;
  const { asked } = state;
  if (asked.what !== "field") return;
  const { field } = asked;
  if (times === 1) {
    ask(turn, exampleFor(field, openingIn(turn)), asked);
    return;
  }
  // An address that was not understood twice is better taken by a person than spelled a third time.
  if (times === 2 && field.type !== "email") {
    if (field.type === "appointment" && offerTwo(turn)) return;
    ask(turn, narrowFor(field), asked);
    return;
  }
  if (!field.required || isOfMessage(turn, field)) {
    state.fields[field.id] = { value: null, words: "", turn: state.turn, trust: "heard" };
    turn.settled = true;
    next(turn);
    return;
  }
  giveUp(turn, `field:${field.id}`);
}

/** Whether a field may stay empty: a told message is kept without a name or a number, and a refused number need not be replaced. */
export function isOfMessage({ state, world }: Turn, { id, type }: AgentField): boolean {
  if (type === "phone" && state.other_number && !(state.task === "lead" || isListed(world, id))) return true;
  const told = state.task === "message" ? state.message !== null : state.task === "open";
  return told && (type === "phone" || type === "name");
}

const isListed = ({ agent }: World, field: string) => agent.fields.some(({ id }) => id === field);

/** The days ahead in which a weekday alone is that day. */
const WEEK = [1, 2, 3, 4, 5, 6];
/** A usual hour for appointments. */
const USUAL = "10:00";

/** A free start time of the next days as an example, never on a closed day. */
function openingIn(turn: Turn): Example | null {
  const search = searchOf(turn);
  if (!search) return null;
  const clock = (slot: number) => localClock(slot, search.calendar.time_zone);
  for (const ahead of WEEK) {
    const slots = openOn(search, addDays(turn.today, ahead));
    const slot = slots.find((one) => clock(one) >= USUAL && clock(one).endsWith(":00")) ?? slots[0];
    if (slot !== undefined) return exampleSaid(slot, clockworkOf(turn));
  }
  return null;
}

/** Two real openings are the narrowest question about a time. */
function offerTwo(turn: Turn): boolean {
  const search = searchOf(turn);
  if (!search) return false;
  const finding = soonest(search, {});
  if (finding.found !== "offer") return false;
  offerSlots(turn, finding.slots, "", {});
  return true;
}

function giveUp(turn: Turn, key: string): void {
  turn.state.misses[key] = 0;
  handOver(turn);
}

/** The caller's wish was not understood: names the choices. */
function missedOpen(turn: Turn, times: number): void {
  const { state, world, reading } = turn;
  const { agent } = world;
  if (state.task !== "open") {
    next(turn);
    return;
  }
  if (asksForSomebody(turn.utterance) && toPerson(turn, turn.utterance)) return;
  const by_name = asksForSomebody(turn.utterance) || tellsSomebody(turn.utterance);
  if (by_name && agent.actions.take_message) {
    passOn(turn, turn.utterance);
    react(turn, passedOn);
    next(turn);
    return;
  }
  const words = reading?.text.split(" ").length ?? 0;
  if (agent.actions.book && (times > 1 || words > 2) && times < 3) {
    if (times > 1) react(turn, notUnderstood);
    ask(turn, offerBooking, { what: "yes_no", about: "book" });
    return;
  }
  if (!agent.actions.book && agent.actions.take_message && words > 2 && times < 3) {
    state.draft = turn.utterance;
    ask(turn, offerMessage, { what: "yes_no", about: "message" });
    return;
  }
  if (times > 2) {
    handOver(turn);
    return;
  }
  const tasks = [
    agent.actions.book ? "book an appointment" : "",
    agent.knowledge.length > 0 ? "answer a question" : "",
    agent.actions.take_message ? "take a message" : "",
  ].filter((task) => task !== "");
  if (tasks.length > 0) ask(turn, offerTasks(tasks), { what: "nothing" });
  else {
    react(turn, notUnderstood);
    askAgain(turn);
  }
}

/** An empty or noisy turn: first "I didn't catch that", then a simpler question, then a kind end. */
export function unheard(turn: Turn): void {
  const { state } = turn;
  state.unheard += 1;
  if (state.unheard > 2) {
    endInSilence(turn);
    return;
  }
  react(turn, notCaught);
  const { asked } = state;
  if (asked.what === "field" && asked.field.id !== whenField(turn).id && state.unheard === 2)
    ask(
      turn,
      exampleFor(asked.field).map((words) =>
        words.replace(/^Sorry, (\w)/, (_, first) => String(first).toUpperCase()),
      ),
      asked,
    );
  else askOtherwise(turn);
}

/** Asks the pending question again. */
export function askOtherwise(turn: Turn): void {
  const { state } = turn;
  if (askAgain(turn)) return;
  const { asked } = state;
  if (asked.what === "confirm" && state.task === "book") confirmBooking(turn);
  else if (asked.what === "field") askField(turn, asked.field);
  else {
    turn.settled = true;
    next(turn);
  }
}
