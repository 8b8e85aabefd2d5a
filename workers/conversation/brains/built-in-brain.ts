/** The built-in brain: deterministic, without key or network; a pure step from state and event to moves. */

import type { Json } from "#app/platform/json.ts";
import { said } from "#workers/conversation/dialogue/decide.ts";
import { interrupted, keyed, resumed, silence, started } from "#workers/conversation/dialogue/line.ts";
import { lookedUp, lookUp } from "#workers/conversation/dialogue/looked-up.ts";
import { breakLoop } from "#workers/conversation/dialogue/loops.ts";
import { fieldById } from "#workers/conversation/dialogue/needs.ts";
import { findFirst, foundOwn } from "#workers/conversation/dialogue/own-appointments.ts";
import { keepPromises } from "#workers/conversation/dialogue/promises.ts";
import { type CallState, callState, freshState } from "#workers/conversation/dialogue/state.ts";
import { settleOutcome } from "#workers/conversation/dialogue/tasks.ts";
import { close, openTurn, type Turn } from "#workers/conversation/dialogue/turn.ts";
import type { Action, Brain, CallEvent, Move, World } from "#workers/conversation/line/conversation.ts";
import type { Desk } from "#workers/conversation/line/guard-terms.ts";
import { isMemberTransfer } from "#workers/conversation/line/member-transfer.ts";

/**
 * One event of a call. Pure: the same state, event, world and time give the same moves (docs/conversation.md, "Invariants").
 * @param now ms UTC
 */
export function step(
  state: CallState,
  event: CallEvent,
  world: World,
  now: number,
): { state: CallState; moves: Move[] } {
  if (event.type === "outcome") {
    const own = foundOwn(state, event.id, event.outcome);
    if (own) return step(own.state, own.event, world, now);
    const known = lookedUp(state, event.id, event.outcome);
    if (known?.looking && known.looking.waiting.length > 0) return { state: known, moves: [] };
    if (known?.looking) return turned(known, { type: "said", text: known.looking.text }, world, now);
  }
  const answered = turned(event.type === "said" ? { ...state, looking: null } : state, event, world, now);
  const first = answered.finds && findFirst(state, event, answered.finds);
  if (first) return first;
  if (event.type !== "said" || !world.has_knowledge) return answered;
  return lookUp(state, event.text, answered.moves) ?? answered;
}

function turned(state: CallState, event: CallEvent, world: World, now: number) {
  const turn = openTurn(state, world, now);
  happen(turn, event);
  if (event.type === "said") breakLoop(turn, state);
  return { ...close(turn), finds: turn.finds };
}

function happen(turn: Turn, event: CallEvent): void {
  switch (event.type) {
    case "started":
      started(turn);
      return;
    case "resumed":
      resumed(turn);
      return;
    case "said":
      said(turn, event.text);
      return;
    case "keyed":
      keyed(turn, event.digits);
      return;
    case "interrupted":
      interrupted(turn, event.heard);
      return;
    case "silence":
      silence(turn);
      return;
    case "refused":
      // No guard stands before this brain: it says what it knows, and its own dialogue is what a guard falls back on.
      return;
    case "outcome":
      // Outcomes of other actions need no answer; only the action that the caller waits for changes the words.
      if (isMemberTransfer(event.id)) turn.state.pending ??= { what: "transfer", id: event.id };
      if (turn.state.pending?.id === event.id) settleOutcome(turn, event.outcome);
  }
}

const isRecord = (memory: Json): memory is Record<string, Json> =>
  typeof memory === "object" && memory !== null && !Array.isArray(memory);

/** The stored state, or a new one when it cannot be read (another version wrote it). */
function stateOf(memory: Json): CallState {
  // The version before kept one message, as `left`; a call that goes on across a deployment still has it.
  const parsed = callState.safeParse(
    isRecord(memory) && memory.left ? { messages_left: [memory.left], ...memory } : memory,
  );
  return parsed.success ? parsed.data : freshState();
}

/** Promised actions for a caller who is gone: the same memory gives the same ones. */
export function owedAfter(state: CallState, world: World): Action[] {
  return state.ended ? [] : keepPromises(structuredClone(state), world, null);
}

/** Answers in under a millisecond or two; never throws on what a caller says. */
export const builtInBrain: Brain = {
  fresh: () => freshState(),
  isKeying(memory) {
    const { asked, keyed: keys } = stateOf(memory);
    return (
      keys !== "" ||
      (asked.what === "field" && (asked.field.type === "phone" || asked.field.type === "number"))
    );
  },
  owed: (memory, world) => owedAfter(stateOf(memory), world),
  async *respond(memory, event, world, now, signal) {
    const { state, moves } = step(stateOf(memory), event, world, now);
    for (const move of moves) {
      if (signal.aborted) break;
      yield move;
    }
    return state;
  },
};

/** Values that are kept as the caller gave them; a time or an amount is found out anew. */
const plainTypes: ReadonlySet<string> = new Set(["name", "phone", "email", "text", "choice"]);

/** The built-in brain in the middle of a call that another brain answers: it takes over what code has to answer. */
export const builtInDesk: Desk = {
  ...builtInBrain,
  joins(memory, collected, world) {
    const state = memory === null ? { ...freshState(), turn: 1 } : structuredClone(stateOf(memory));
    for (const [id, value] of Object.entries(collected)) {
      const type = fieldById(world, id)?.type;
      if (type === undefined || !plainTypes.has(type) || value === "") continue;
      state.fields[id] ??= { value, words: value, turn: state.turn, trust: "said_back" };
    }
    return state;
  },
  holds(memory) {
    const { asked, pending, ended, task } = stateOf(memory);
    const isIdle = asked.what === "nothing" || asked.what === "anything_else";
    return ended || pending !== null || task === "message" || !isIdle;
  },
};
