/** A message as an action: what it says, who left it, and on which number they can be called. */

import type { Reach } from "#workers/conversation/english/sayings.ts";
import type { Action } from "#workers/conversation/line/conversation.ts";
import { nameField, nameOf, phoneField, phoneOf } from "./needs.ts";
import { newId, type Turn } from "./turn.ts";

export const messageAction = (
  { state, world }: Turn,
  id: string,
  { text, call_back }: { text: string; call_back: boolean },
): Action => ({
  type: "take_message",
  id,
  text,
  name: nameOf(state, world),
  phone_number: phoneOf(state, world),
  call_back,
});

/** On which number the caller can be called back, as far as it is known. */
export function reachOf({ state, world }: Turn): Reach {
  const phone = phoneOf(state, world);
  if (phone === null) return "none";
  return phone === world.caller.phone_number ? "calling_from" : "given";
}

/**
 * A name or a number that is corrected after a message was left: the same message once more, with what is right.
 * @param fields the ids of the fields that have a new value
 */
export function mendMessage(turn: Turn, fields: readonly string[]): void {
  const { state, world } = turn;
  const known = [nameField(world.agent).id, phoneField(world.agent).id];
  if (!state.left || state.task !== "open" || !fields.some((id) => known.includes(id))) return;
  turn.before.push(messageAction(turn, newId(state, "take_message"), state.left));
}
