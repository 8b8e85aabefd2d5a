/** What the agent owes a caller: promised call backs and messages that are not left yet, and how they become actions. */
import { questionShown } from "#app/calls/question-words.ts";
import { upper } from "#workers/conversation/english/slots.ts";
import type { Action, EndReason, World } from "#workers/conversation/line/conversation.ts";
import { nameOf, phoneOf } from "./needs.ts";
import type { CallState } from "./state.ts";

/** More reasons for one call back than these are told to the person who calls. */
const MOST_REASONS = 5;

/** What may be said about a call back: that it will come, that it can come once a number is known, or nothing. */
export type Keeps = "promised" | "possible" | "no";

/**
 * Promises a call back; it becomes a message when the current task is done, at the latest at the end of the call.
 * @param reason its subject, for the person who calls
 */
export function promiseCallBack(state: CallState, world: World, reason: string): Keeps {
  if (!world.agent.actions.take_message) return "no";
  if (!state.messages_left.some(({ text }) => text.includes(reason)))
    state.owed = [...new Set([...state.owed, reason])].slice(-MOST_REASONS);
  // A caller who has only asked something is not led through an appointment first; it is offered after.
  if (state.task === "book" && !state.wants_appointment) {
    state.task = "open";
    state.offers_booking = true;
  }
  return phoneOf(state, world) === null ? "possible" : "promised";
}

/** A question as the reason of a call back. */
export const wantsToKnow = (question: string): string => `Wants to know: “${questionShown(question)}”`;

/** The reasons of a promised call back as one text. */
export const owedText = ({ owed }: CallState): string => owed.join("; ");

/** What is owed and not under way as an action: each as text, and whether it is a call back. */
function owed(state: CallState): { text: string; call_back: boolean }[] {
  const leaves = state.task === "message" || state.set_aside.includes("message");
  const asked = state.called_for && { text: upper(state.called_for), call_back: true };
  const told = state.message === null ? asked : { text: state.message, call_back: state.call_back };
  const begun = leaves && told && state.pending?.what !== "take_message" ? [told] : [];
  return state.owed.length > 0 ? [...begun, { text: owedText(state), call_back: true }] : begun;
}

/** Whether anything is promised that no action has kept yet. */
export const owes = (state: CallState, world: World): boolean =>
  owed(state).length + urgentOf(state, world).length > 0;

/** Whether a call back is among what is owed. */
export const owesCall = (state: CallState, world: World): boolean =>
  [...owed(state), ...urgentOf(state, world)].some(({ call_back }) => call_back);

/** Calls that end so ask for no call back, whatever was promised in them. */
const NO_CALL_BACK: readonly (EndReason | null)[] = ["opt_out", "wrong_number"];

/** Words of danger that were neither passed on nor declined: a person must ring the caller. */
function urgentOf({ urgent, message }: CallState, world: World): { text: string; call_back: boolean }[] {
  if (urgent === null || message === urgent || !world.agent.actions.take_message) return [];
  return [{ text: urgent, call_back: true }];
}

/**
 * Keeps promises with what is known now; nothing remains promised.
 * @param reason how the call ends; null: the caller hung up or the line was lost
 */
export function keepPromises(state: CallState, world: World, reason: EndReason | null): Action[] {
  const urgent = reason === "transferred" ? [] : urgentOf(state, world);
  const others = owed(state).filter(({ text }) => urgent.every((one) => one.text !== text));
  const all = NO_CALL_BACK.includes(reason) ? [] : [...urgent, ...others];
  state.owed = [];
  state.urgent = null;
  state.message = null;
  state.called_for = "";
  return all.map(({ text, call_back }) => {
    state.deeds += 1;
    return {
      type: "take_message",
      id: `take_message-${state.deeds}`,
      text,
      name: nameOf(state, world),
      phone_number: phoneOf(state, world),
      call_back,
      ...(call_back && state.call_at !== null && { call_at: state.call_at }),
    };
  });
}
