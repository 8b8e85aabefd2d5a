/** When someone is to call back, which is asked where no one took the transfer: the question, the answer, and what is said of it. */
import {
  anyTimeToCall,
  callsAt,
  whenToCall,
  whenToCallAgain,
} from "#workers/conversation/english/partings.ts";
import { messageTaken, type Wordings } from "#workers/conversation/english/sayings.ts";
import { slotSaid } from "#workers/conversation/english/slots.ts";
import { asksForCall } from "#workers/conversation/reading/call-backs.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { callTimeOf } from "#workers/conversation/time/call-time.ts";
import type { Act, ActName } from "#workers/conversation/words/acts.ts";
import { reachOf } from "./left-message.ts";
import { appointmentField, phoneOf } from "./needs.ts";
import { ask, clockworkOf, readContextOf, type Turn } from "./turn.ts";

/** The time in words that are read as nothing but an answer to "when should we call"; null: there is none. */
function timeIn(turn: Turn, utterance: string): number | null {
  const { world, now } = turn;
  const field = appointmentField(world.agent);
  const { when } = read(utterance, {
    ...readContextOf(turn),
    asked: { what: "field", field },
    focus: { date: null, at: null },
    agreed: null,
    named: null,
    within: [],
    unfinished: null,
  });
  const { time_zone } = world.organization;
  return when && callTimeOf(when, { now, time_zone, hours: world.agent.hours });
}

/**
 * Asks for the time, once, where someone can be called, unless the message says it. What cannot wait is not asked for a
 * time.
 * @returns whether that is the question
 */
export function asksCallTime(turn: Turn): boolean {
  const { state, world } = turn;
  if (state.call_time !== "wanted" || !state.call_back || state.emergency || state.urgent !== null)
    return false;
  if (phoneOf(state, world) === null || turn.question) return false;
  const told = asksForCall(state.message ?? "") ? timeIn(turn, state.message ?? "") : null;
  if (told !== null) {
    state.call_time = "told";
    state.call_at = told;
    return false;
  }
  ask(turn, whenToCall, { what: "call_time" });
  return true;
}

/** These have their own answer, and the question is asked again after it. */
const goesElsewhere: readonly ActName[] = [
  "ask",
  "person",
  "repeat",
  "wait",
  "goodbye",
  "robot",
  "wrong_number",
  "abuse",
];

/** How often the time is asked for in vain before someone is called at any time. */
const mostAsked = 2;

/** Takes the answer to the question for a time. @returns whether it was one */
export function tellsCallTime(turn: Turn, acts: readonly Act[], utterance: string): boolean {
  const { state } = turn;
  if (state.asked.what !== "call_time") return false;
  const at = timeIn(turn, utterance);
  const declines = acts.some(({ act }) => act === "deny") && !anyTimeToCall.test(utterance);
  const leaves = declines || anyTimeToCall.test(utterance);
  if (at === null && !leaves && acts.some(({ act }) => goesElsewhere.includes(act))) return false;
  turn.settled = true;
  state.fruitless = 0;
  const times = (state.misses.call_time ?? 0) + 1;
  if (at === null && !leaves && times < mostAsked) {
    state.misses.call_time = times;
    ask(turn, whenToCallAgain, { what: "call_time" });
    return true;
  }
  state.call_time = "told";
  state.call_at = at;
  // Without a call it is a message, as on an answering machine.
  if (at === null && declines) state.call_back = false;
  state.asked = { what: "nothing" };
  return true;
}

/** What is said of a message that is kept: when someone calls, as far as a time was agreed. */
export function takenWords(turn: Turn): Wordings {
  const { call_back, call_at } = turn.state;
  if (!call_back || call_at === null) return messageTaken(call_back, reachOf(turn));
  const said = slotSaid(call_at, clockworkOf(turn));
  return callsAt(said.startsWith("to") ? said : `on ${said}`);
}
