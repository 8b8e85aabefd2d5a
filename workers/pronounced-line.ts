/** Between the turn loop and the carrier: what is sent is said as the dictionary has it, and what comes back is in written words again. */
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { spokenLocale, voiceIn } from "#app/voices/chosen-voice.ts";
import { type Dictionary, heardAsWritten, playedAsWritten, pronounced } from "#app/voices/pronounce.ts";
import type { LineEvent, LineOrder } from "#workers/conversation/line/line-events.ts";
import type { LoopState } from "#workers/conversation/line/loop-state.ts";
import type { CallProgress } from "./call-facts.ts";
import { voiceOf } from "./call-voice.ts";

type Spoken = { readonly words: Dictionary; readonly call: PreparedCall; readonly progress: CallProgress };

export function asSpoken(order: LineOrder, { words, call, progress }: Spoken): LineOrder {
  if (order.type === "text") return { ...order, token: pronounced(order.token, words) };
  if (order.type !== "language") return order;
  // Carriers know a language by the accent of its voice, as the session's beginning named it (carriers/twiml.ts).
  const voice = voiceIn(order.language, voiceOf({ call, progress }));
  return { ...order, language: spokenLocale(voice, order.language) };
}

type Speaking = { readonly words: Dictionary; readonly state: LoopState };

export function asWritten(event: LineEvent, { words, state }: Speaking): LineEvent {
  const { lines } = state.talk;
  if (event.type === "interrupt") return { ...event, heard: heardAsWritten(event.heard, lines, words) };
  if (event.type === "played") return { ...event, text: playedAsWritten(event.text, lines, words) };
  return event;
}
