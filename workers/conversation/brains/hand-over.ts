/** Code answers for a model's brain: in a turn that no model answered in time, or for the rest of the call. */
import type { CallEvent } from "#workers/conversation/line/conversation.ts";
import type { ModelMemory } from "#workers/conversation/model/model-memory.ts";
import { knownFromBuiltIn, knownInSpanish, knownToBuiltIn } from "#workers/conversation/model/take-over.ts";
import { builtInDesk } from "./built-in-brain.ts";
import { heir, leftInSpanish } from "./desk.ts";
import { type Moves, sayOwn, type Turn } from "./model-ports.ts";

/** Lets code answer, and keeps its memory. */
export async function* builtIn({ memory, world, now, signal }: Turn, event: CallEvent): Moves {
  const moves = heir.respond(memory.built_in, event, world, now, signal);
  let next = await moves.next();
  for (; !next.done; next = await moves.next()) {
    if (next.value.type === "say") yield* sayOwn(next.value.text);
    else yield next.value;
  }
  memory.built_in = next.value;
}

/** So many turns in a row without a model, and the built-in brain goes on for the rest of the call. */
const mostFailed = 2;

/**
 * No model answered: code goes on with what is known. Models that were only too slow are asked again at the next turn,
 * except in Spanish, where code only puts through or takes a message.
 */
export async function* takeOver(turn: Turn, event: CallEvent, isSlow: boolean): Moves {
  const { memory, world } = turn;
  memory.failed_turns += 1;
  const isSpanish = world.language === "es-US";
  memory.taken_over = !isSlow || isSpanish || memory.failed_turns >= mostFailed;
  // A second turn in a row goes on from the first.
  if (isSpanish) memory.built_in = leftInSpanish(knownInSpanish(memory, world));
  else if (memory.failed_turns === 1) memory.built_in = knownToBuiltIn(memory, world);
  memory.lent = true;
  yield { type: "note", note: { type: "taken_over" } };
  yield { type: "remember", memory: structuredClone(memory) };
  const caller = world.transcript.findLast(({ who }) => who === "caller")?.text ?? "";
  // What came of an action, or of words that were not spoken, was the model's: the caller still waits for an answer.
  const isModels = event.type === "outcome" || event.type === "refused";
  yield* builtIn(turn, isModels ? { type: "said", text: caller } : event);
}

/** Whether an event is for the built-in brain: it has the call, or it began the action in this turn. */
export const isForBuiltIn = ({ taken_over, lent, waiting }: ModelMemory, event: CallEvent): boolean =>
  taken_over || (lent && event.type === "outcome" && !waiting.some(({ id }) => id === event.id));

/** Whether the built-in brain asked something in the turn that it answered: a bare yes or no is for it. */
export const builtInAsked = ({ lent, built_in }: ModelMemory): boolean => lent && builtInDesk.holds(built_in);

/** The models are asked again: what the built-in brain found out and did meanwhile is known to them. */
export function handBack({ memory, world, after }: Turn): void {
  if (!memory.lent) return;
  memory.lent = false;
  knownFromBuiltIn(memory, world);
  memory.notes.push({
    after,
    text: "You were too slow, so your last lines were not your own. They are true; keep what they promise.",
  });
}
