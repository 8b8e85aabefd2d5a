/** Messages as actions: their words, sender and number; a message that was left is corrected when the caller corrects a value. */

import type { Reach } from "#workers/conversation/english/sayings.ts";
import { upper } from "#workers/conversation/english/slots.ts";
import { topicWords } from "#workers/conversation/english/topics.ts";
import type { Action } from "#workers/conversation/line/conversation.ts";
import { asksForCall } from "#workers/conversation/reading/call-backs.ts";
import { askField } from "./asking.ts";
import { messageField, nameField, nameOf, phoneField, phoneOf } from "./needs.ts";
import type { CallState, LeftMessage } from "./state.ts";
import { newId, type Turn } from "./turn.ts";

/** Only this many messages of a call can be corrected. */
const MOST_LEFT = 10;

export const messageAction = (
  { state, world }: Turn,
  id: string,
  { text, call_back }: LeftMessage,
): Action => ({
  type: "take_message",
  id,
  text,
  name: nameOf(state, world),
  phone_number: phoneOf(state, world),
  call_back,
  ...(call_back && state.call_at !== null && { call_at: state.call_at }),
});

/**
 * The words of a message; they also fill the agent's own field for them. If the caller asked for a call before, the
 * words tell what it is about.
 * @param call_back whether a colleague is to call back about them
 */
export function takeMessage({ state, world }: Turn, words: string, call_back = false): void {
  const text = state.called_for === "" ? words : `${upper(state.called_for)}: ${words}`;
  state.called_for = "";
  const asked_for_call = state.message === null && state.call_back;
  state.message = text;
  state.call_back = call_back || asked_for_call || asksForCall(words);
  const field = messageField(world.agent);
  if (field) state.fields[field.id] = { value: text, words: text, turn: state.turn, trust: "heard" };
}

/** The number for a call back, as far as it is known. */
export function reachOf({ state, world }: Turn): Reach {
  const phone = phoneOf(state, world);
  if (phone === null) return "none";
  return phone === world.caller.phone_number ? "calling_from" : "given";
}

/** Remembers a message that was left, so that a correction can reach it. */
export function keepLeft(state: CallState, message: LeftMessage): void {
  const others = state.messages_left.filter(({ text }) => text !== message.text);
  state.messages_left = [...others, message].slice(-MOST_LEFT);
}

/**
 * A name or a number was corrected after messages were left: the same messages again, with the new value. The number
 * is the caller's in every task; a name given for an appointment may be another person's.
 * @param fields the ids of the fields that have a new value
 */
export function mendMessages(turn: Turn, fields: readonly string[]): void {
  const { state, world, known } = turn;
  const [name, phone] = [nameField(world.agent).id, phoneField(world.agent)];
  if (state.messages_left.length === 0) return;
  const renamed =
    fields.includes(name) &&
    (state.task === "open" || (!state.for_other && typeof known[name]?.value === "string"));
  if (!renamed && !fields.includes(phone.id)) return;
  for (const message of state.messages_left)
    turn.before.push(messageAction(turn, newId(state, "take_message"), message));
  if (state.task === "open" && phoneOf(state, world) === null && state.fields[phone.id] === undefined)
    askField(turn, phone);
}

/** Words around a number that say nothing of what a call is about. */
const ofNumber =
  /\b(number|numbers|phone|cell|mobile|line|work|home|office|back|ring|text|reach|\p{N}[\p{N}\s-]*)\b/giu;

/** Whether a request for a call only gives the number for a call that is already promised. */
export function repeatsPromise({ state, utterance, world }: Turn, fields: readonly string[]): boolean {
  const id = phoneField(world.agent).id;
  const promised = [
    ...state.messages_left.filter(({ call_back }) => call_back).map(({ text }) => text),
    ...state.owed,
  ];
  if (promised.length === 0 || !fields.includes(id) || !asksForCall(utterance)) return false;
  const said = utterance.replace(state.fields[id]?.words ?? "", " ").replace(ofNumber, " ");
  const known = new Set(promised.flatMap(topicWords));
  return topicWords(said).every((word) => known.has(word));
}
