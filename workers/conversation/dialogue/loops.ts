/** Detects a call that goes in circles: the same question without progress, or the same answer again, leads to a person or a message. */

import { allIKnow, noFurther, wantsAgain } from "#workers/conversation/english/sayings.ts";
import { keyOf } from "./asking.ts";
import { handOver } from "./endings.ts";
import type { CallState } from "./state.ts";
import { takeAsItIs } from "./tasks.ts";
import { react, type Turn } from "./turn.ts";

/** After this many times without progress, a question is not asked again. */
const MOST_ASKED = 3;

/** The progress of a call; two equal values mean no progress between them. */
const standOf = ({
  fields,
  task,
  message,
  called_for,
  wished,
  refused,
  asked,
  ...state
}: CallState): string =>
  JSON.stringify([
    Object.entries(fields).map(([id, { value }]) => [id, value]),
    [task, message, called_for, wished, refused, state.except, state.owed, state.done, state.second],
    [state.unsure, state.unfinished, state.keyed, state.other_number, state.for_other, state.handed_over],
    asked.what === "offer" ? asked.slots : [],
    state.change,
  ]);

/** One name for the question that ends a turn; the narrowest form of one is another question. */
function questionOf({ asked, misses }: CallState): string {
  const key = keyOf(asked);
  const is_narrow = (asked.what === "field" || asked.what === "offer") && (misses[key] ?? 0) > 1;
  return is_narrow ? `${key}, narrower` : key;
}

/** What was answered in this turn, or null. */
const answerOf = ({ answers }: Turn): string | null =>
  answers.length > 0 ? answers.map(({ wordings }) => wordings[0]).join(" ") : null;

/** A turn that was not heard has a ladder of its own; and a caller who wanted the same once more, or to be waited for, is in no circle. */
const isHarmless = ({ reading, state }: Turn): boolean =>
  state.unheard > 0 ||
  wantsAgain.test(reading?.text ?? "") ||
  (reading?.acts.some(({ act }) => act === "repeat" || act === "wait") ?? false);

/**
 * Breaks a circle, in any task: after a turn is decided, before it is spoken.
 * @param before the state before the turn
 */
export function breakLoop(turn: Turn, before: CallState): void {
  const { state, world } = turn;
  // After words of danger every turn says first what to do and offers a person already.
  if (turn.closing || state.pending || state.emergency || isHarmless(turn)) return;
  const answer = answerOf(turn);
  const is_same = answer !== null && answer === before.answered;
  const repeats = is_same && turn.notes.some(({ type }) => type === "answered_from");
  const moved = standOf(state) !== standOf(before) || (answer !== null && !is_same);
  if (moved) state.stuck = {};
  if (answer !== null || moved) state.answered = answer;
  if (!turn.question) return;
  const key = questionOf(state);
  const times = moved ? 1 : (before.stuck[key] ?? (questionOf(before) === key ? 1 : 0)) + 1;
  state.stuck[key] = times;
  const { transfer, take_message } = world.agent.actions;
  if (!(repeats || times >= MOST_ASKED) || !(transfer || take_message)) return;
  state.stuck = {};
  state.answered = null;
  turn.question = null;
  turn.reactions = [];
  turn.answers = [];
  turn.notes = turn.notes.filter(({ type }) => type !== "answered_from");
  if (takeAsItIs(turn)) return;
  state.draft = turn.utterance;
  react(turn, repeats ? allIKnow : noFurther);
  handOver(turn);
}
