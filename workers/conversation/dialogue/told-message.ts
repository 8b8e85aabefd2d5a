/** How a message begins, and what a caller answers to "what should I pass on": its words, or too little to pass on, which is asked about once. */

import {
  addresseeOf,
  didNotSay,
  namesWho,
  tellsNothing,
  whatAbout,
} from "#workers/conversation/english/call-backs.ts";
import { beforeName } from "#workers/conversation/english/names.ts";
import { saysWhatAbout } from "#workers/conversation/english/openings.ts";
import { asksForCall } from "#workers/conversation/reading/call-backs.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Act, Asked } from "#workers/conversation/words/acts.ts";
import { nobody } from "./endings.ts";
import { takeMessage } from "./left-message.ts";
import { nameField, phoneField } from "./needs.ts";
import type { Taken } from "./take-in.ts";
import { takeValue } from "./take-value.ts";
import { start } from "./tasks.ts";
import { ask, readContextOf, type Turn } from "./turn.ts";

const LONGEST_MESSAGE = 1000;

/** Begins the message or the call back that a caller asks for; "call me back about the crown" is its text already. */
export function beginMessage(turn: Turn, request: string, text: string): void {
  const { state } = turn;
  const whom = addresseeOf(text);
  state.call_back = asksForCall(text);
  if (/\b(call|ring|phone|tell|know)\b/i.test(request) && saysWhatAbout(text, request))
    takeMessage(turn, text);
  else if (namesWho(request)) state.called_for = request;
  else if (whom !== null) state.called_for = `For ${whom}`;
  start(turn, "message");
}

/** Takes the words of a message. A mere name is the caller's; after it, or after a bare "okay", it is asked once what to pass on. */
export function replyToMessage(turn: Turn, acts: readonly Act[], taken: Taken, utterance: string): true {
  const { state, world } = turn;
  turn.settled = true;
  const name = nameOnly(turn, utterance);
  const told = acts.some(({ act, field }) => act === "inform" && field === "message");
  if (told && name === null && !tellsNothing.test(turn.reading?.text ?? "")) {
    // A number to be called on is told for a call.
    const number = taken.fields.includes(phoneField(world.agent).id);
    takeMessage(turn, utterance.trim().slice(0, LONGEST_MESSAGE), number);
    return true;
  }
  const field = nameField(world.agent);
  if (name && name.sure > 0 && takeValue(turn, field, name)) taken.fields.push(field.id);
  if (acts.some(({ act }) => act === "person")) {
    nobody(turn);
    state.call_back = true;
  }
  const times = (state.misses.message ?? 0) + 1;
  state.misses.message = times;
  if (times > 1) takeMessage(turn, didNotSay);
  else ask(turn, whatAbout, state.asked);
  return true;
}

/** Before a noun, so that what follows is no name: "my bill". */
const beforeThings = /^(my|the|a|an|our|your|his|her|their)\b(?! (full |whole )?name\b)/;

/** The name that is all an utterance holds, or null; of an uncommon one it is less sure that it is one. */
function nameOnly(turn: Turn, utterance: string): Act | null {
  const { agent } = turn.world;
  const field = { what: "field", field: phoneField(agent) } as const;
  return nameIn(turn, utterance, field) ?? lessSure(nameIn(turn, utterance, { what: "which_part_is_wrong" }));
}

const lessSure = (name: Act | null): Act | null => name && { ...name, sure: 0 };

function nameIn(turn: Turn, utterance: string, asked: Asked): Act | null {
  const { acts, text } = read(utterance, { ...readContextOf(turn), asked, unfinished: null });
  const name = acts.find(({ act, field }) => act === "inform" && field === nameField(turn.world.agent).id);
  if (!name || beforeThings.test(text)) return null;
  const own = new Set(name.words.toLowerCase().split(/\s+/));
  return text.split(" ").every((word) => own.has(word) || beforeName.has(word)) ? name : null;
}
