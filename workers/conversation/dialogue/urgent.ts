/** Handles what comes before corrections, values and questions: a wish for a person, goodbye, "hold on", "what did you say", anger. */

import { addresseeOf } from "#workers/conversation/english/call-backs.ts";
import { callNow, callsForHelp, goesOn, isOver, takenIn } from "#workers/conversation/english/emergencies.ts";
import { asksForAppointment, asksIfThere } from "#workers/conversation/english/openings.ts";
import { abuseGoodbye, takesLeave, wrongNumber } from "#workers/conversation/english/partings.ts";
import {
  calm,
  dropped,
  goOn,
  howCanIHelp,
  iAmHere,
  leadOfRepeat,
  listening,
  notCaught,
  nothingBooked,
  notInterested,
  notUnderstood,
  takeYourTime,
} from "#workers/conversation/english/sayings.ts";
import { upper } from "#workers/conversation/english/slots.ts";
import type { Act, ActName } from "#workers/conversation/words/acts.ts";
import { tellAppointment } from "./answers.ts";
import { stillEmergency } from "./emergency.ts";
import { nobody, sayGoodbye, toPerson } from "./endings.ts";
import { askOtherwise } from "./repair.ts";
import { verdictOf } from "./replies.ts";
import { sentencesOf } from "./say.ts";
import { finish, next, start } from "./tasks.ts";
import { answer, ask, end, react, type Turn } from "./turn.ts";

/** "Hold on" waits this long in quiet (docs/conversation.md, "Not understood"). */
const QUIET_MS = 60_000;
const LINES_OF_ABUSE = 3;

/** Decides a turn in which something urgent was said. @returns whether the turn is decided by it */
export function urgent(turn: Turn, acts: readonly Act[], utterance: string): boolean {
  const { state, world } = turn;
  const has = (...names: ActName[]) => acts.some(({ act }) => names.includes(act));
  const informs = has("inform", "correct", "choose");
  if (has("person") && !(state.asked.what === "message" && !world.agent.actions.transfer)) {
    if (toPerson(turn, turn.utterance)) return true;
    nobody(turn);
    if (world.agent.actions.take_message) {
      const whom = addresseeOf(turn.utterance);
      if (whom !== null) state.called_for = `For ${whom}`;
      start(turn, "message");
      state.call_back = true;
    } else turn.settled = false;
    next(turn);
    return true;
  }
  if (has("wrong_number") && !informs) {
    end(turn, "wrong_number", wrongNumber);
    return true;
  }
  if (state.emergency && state.task === "open" && !informs && afterDanger(turn, acts)) return true;
  if (state.last.heard !== null && listening.test(turn.reading?.text ?? "")) {
    // Said over our words without taking the turn: the caller is listening, and has not heard the end.
    repeat(turn);
    return true;
  }
  if (world.direction === "outbound" && state.asked.what !== "message" && notInterested.test(utterance)) {
    sayGoodbye(turn);
    return true;
  }
  const agreed = state.asked.what === "confirm" && verdictOf(acts) === "yes";
  const message = state.asked.what === "message" && utterance.trim().split(/\s+/).length > 4;
  if (has("goodbye") && agreed) state.leaving = true;
  else if (has("goodbye") && !message && (!informs || has("cancel_task", "deny"))) {
    sayGoodbye(turn);
    return true;
  }
  if (!informs && asksIfThere(turn.reading?.text ?? "")) {
    answerCall(turn, utterance);
    return true;
  }
  if (leavesUnasked(turn) && !informs) {
    sayGoodbye(turn);
    return true;
  }
  if (has("cancel_task") && !informs && !message && cancels(turn)) return true;
  if (has("abuse") && !informs) return abused(turn);
  const other = has("ask", "affirm", "deny", "new_task", "repeat") || informs;
  if (has("wait") && !other) {
    state.quiet_until = turn.now + QUIET_MS;
    react(turn, takeYourTime);
    return true;
  }
  if (has("repeat") && !informs && !has("ask", "affirm")) {
    repeat(turn);
    return true;
  }
  if (state.unfinished && !informs) {
    // A number or address that breaks off waits for its rest instead of failing.
    ask(turn, goOn, state.asked);
    return true;
  }
  return false;
}

/** What a caller says to words of danger that is no symptom: they go on, or take it in. @returns whether the utterance was such */
function afterDanger(turn: Turn, acts: readonly Act[]): boolean {
  const { asked } = turn.state;
  const text = turn.reading?.text ?? "";
  const offered = asked.what === "yes_no" && (asked.about === "transfer" || asked.about === "call_back");
  // "Go ahead", said to the offer of a person, takes it.
  if (goesOn.test(offered ? text.replace("go ahead", "") : text)) {
    if (isOver.test(text)) turn.state.urgent = null;
    finish(turn);
    next(turn);
    return true;
  }
  if (callsForHelp.test(text)) {
    answer(turn, callNow);
    turn.state.asked = { what: "anything_else" };
    turn.settled = true;
    return true;
  }
  if (!takenIn.test(text) || (offered && verdictOf(acts) === "yes")) return false;
  stillEmergency(turn);
  return true;
}

const greetsBack = /^\W*(hi|hey|hiya|howdy|good (morning|afternoon|evening|day)|greetings)( there)?\W*$/i;

/** "Hello?": greets back at the first word, otherwise confirms that the line is open; then asks the open question again. */
function answerCall(turn: Turn, utterance: string): void {
  const { state } = turn;
  const first = state.asked.what === "nothing" && !state.wants_appointment && state.turn < 2;
  // "Hi", said to a question, greets; "hello?" wonders whether anybody is there.
  if (!(first || greetsBack.test(utterance)) || utterance.includes("?")) react(turn, iAmHere);
  if (first && state.task !== "lead") ask(turn, howCanIHelp, { what: "nothing" });
  else askOtherwise(turn);
}

/** "Thanks, that's all" from a caller who wanted no appointment; after a question of ours it would only end the answer. */
function leavesUnasked({ state, reading }: Turn): boolean {
  const { asked } = state;
  const open = state.task === "book" && !state.wants_appointment && asked.what === "field";
  // No time on offer is answered so.
  const offered = asked.what === "offer" || asked.what === "morning_or_afternoon";
  return (open || offered) && takesLeave.test(reading?.text ?? "");
}

/** "What did you say?": what was told comes back too, not the question alone; offers and confirmations tell it themselves. */
function repeat(turn: Turn): void {
  const { last, asked } = turn.state;
  const tells_itself =
    asked.what === "offer" || asked.what === "morning_or_afternoon" || asked.what === "confirm";
  if (asked.what !== "confirm" && asksForAppointment(turn.utterance) && tellAppointment(turn)) {
    askOtherwise(turn);
    return;
  }
  const apologies: readonly string[] = [...notCaught, ...notUnderstood];
  const told = sentencesOf(last.text.replace(leadOfRepeat, "")).filter(
    (sentence) => !sentence.endsWith("?") && !apologies.includes(sentence),
  );
  const plain = told.join(" ").replace(/^(all right|okay|got it|thanks|thank you|hello)[,;]? /i, "");
  if (plain !== "" && !tells_itself) answer(turn, [upper(plain)]);
  else if (last.answer && !apologies.includes(last.answer.replace(leadOfRepeat, "")))
    answer(turn, [last.answer]);
  askOtherwise(turn);
}

/** "Never mind": drops what is being done. @returns whether there was something to drop */
function cancels(turn: Turn): boolean {
  const { state } = turn;
  const optional = state.asked.what === "field" && !state.asked.field.required;
  if (optional) return false;
  react(turn, state.task === "book" ? nothingBooked : dropped);
  state.message = null;
  state.call_back = false;
  state.called_for = "";
  state.second = null;
  state.wish = null;
  state.set_aside = [];
  finish(turn);
  state.task = "open";
  ask(turn, ["Is there anything else?", "Can I do anything else for you?", "Anything else, then?"], {
    what: "anything_else",
  });
  return true;
}

function abused(turn: Turn): boolean {
  const { state, world } = turn;
  state.abuse += 1;
  if (state.abuse >= LINES_OF_ABUSE) {
    end(turn, "abuse", abuseGoodbye);
    return true;
  }
  if (state.abuse === 2 && world.agent.actions.transfer) return toPerson(turn, "caller was upset");
  react(turn, calm);
  askOtherwise(turn);
  return true;
}
