/** Between the turn loop and the carrier: what is sent is said as the dictionary has it, and what comes back is in written words again. */
import { type Dictionary, heardAsWritten, playedAsWritten, pronounced } from "#app/voices/pronounce.ts";
import type { LineEvent, LineOrder } from "#workers/conversation/line/line-events.ts";
import type { LoopState } from "#workers/conversation/line/loop-state.ts";

export const asSpoken = (order: LineOrder, words: Dictionary): LineOrder =>
  order.type === "text" ? { ...order, token: pronounced(order.token, words) } : order;

type Speaking = { readonly words: Dictionary; readonly state: LoopState };

export function asWritten(event: LineEvent, { words, state }: Speaking): LineEvent {
  const { lines } = state.talk;
  if (event.type === "interrupt") return { ...event, heard: heardAsWritten(event.heard, lines, words) };
  if (event.type === "played") return { ...event, text: playedAsWritten(event.text, lines, words) };
  return event;
}
