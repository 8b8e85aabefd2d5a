/**
 * What answers where code has to: the built-in brain in English, the Spanish one in Spanish. Beside a model it is the
 * guard's desk; after one it has the rest of the call.
 */
import type { Json } from "#app/platform/json.ts";
import { nameField } from "#workers/conversation/dialogue/needs.ts";
import type { Brain, CallEvent, World } from "#workers/conversation/line/conversation.ts";
import type { Desk } from "#workers/conversation/line/guard-terms.ts";
import { builtInBrain, builtInDesk } from "./built-in-brain.ts";
import { spanishWish } from "./caller-words.ts";
import { spanishBrain } from "./spanish-brain.ts";
import { freshSpanish, isBusy, type SpanishMemory, spanishOf } from "./spanish-memory.ts";

/** Whether an event is answered in Spanish. */
function isSpanish(event: CallEvent, world: World): boolean {
  return world.language === "es-US" || (event.type === "said" && spanishWish(event.text) !== null);
}

/** The memory with which an event is answered: a caller who changes the language is asked in the other one. */
function inLanguage(memory: Json, event: CallEvent, world: World, stays: boolean): Json {
  const spanish = spanishOf(memory);
  // An outcome goes to the brain that asked for the action.
  if (event.type === "outcome") return memory;
  if (!spanish) return isSpanish(event, world) ? freshSpanish({ stays }) : memory;
  if (event.type !== "said" || isSpanish(event, world)) return memory;
  return builtInDesk.joins(null, spanish.name ? { [nameField(world.agent).id]: spanish.name } : {}, world);
}

const brainOf = (memory: Json): Brain => (spanishOf(memory) ? spanishBrain : builtInBrain);

/** @param stays whether no other brain answers any more */
const inBoth = (stays: boolean): Brain => ({
  fresh: builtInBrain.fresh,
  isKeying: (memory) => brainOf(memory).isKeying?.(memory) ?? false,
  owed: (memory, world) => brainOf(memory).owed?.(memory, world) ?? [],
  respond(memory, event, world, now, signal) {
    const known = inLanguage(memory, event, world, stays);
    return brainOf(known).respond(known, event, world, now, signal);
  },
});

/** Answers for the rest of a call that no model answers any more. */
export const heir = inBoth(true);

/** The memory with which the heir begins in Spanish. */
export const leftInSpanish = (known: Partial<SpanishMemory>): Json => freshSpanish({ ...known, stays: true });

export const desk: Desk = {
  ...inBoth(false),
  joins(memory, collected, world) {
    const spanish = spanishOf(memory);
    if (spanish) return { ...spanish, name: spanish.name ?? collected[nameField(world.agent).id] ?? null };
    if (world.language !== "es-US") return builtInDesk.joins(memory, collected, world);
    return freshSpanish({ name: collected[nameField(world.agent).id] ?? null });
  },
  holds(memory) {
    const spanish = spanishOf(memory);
    return spanish ? isBusy(spanish) : builtInDesk.holds(memory);
  },
};
