/** A whole call between a simulated or scripted caller and the built-in brain, on a simulated clock: for demo data, benches and tests. Pure. */
import type { BusyStretch } from "#app/bookings/bookings.schema.ts";
import type { Action, Note, Outcome, World } from "#workers/conversation/line/conversation.ts";
import { type Caller, callerOf, type Persona } from "./simulated-caller.ts";
import {
  type CallerTurn,
  type EndedBy,
  SimulatedLine,
  type SimulatedStep,
  type SimulatedTurn,
} from "./simulated-line.ts";

/** A call from its first ring to its end. */
export type SimulatedCall = {
  turns: SimulatedTurn[];
  /** The agent's actions, with times and outcomes. */
  actions: { at_ms: number; action: Action; outcome: Outcome }[];
  /** The agent's conclusions, with their sources. */
  notes: { at_ms: number; note: Note }[];
  /** The collected values by field id, in the dashboard's format. */
  collected: Record<string, string>;
  /** Times that the call added to the calendar (ms UTC). */
  booked: BusyStretch[];
  ended_by: EndedBy;
  duration_ms: number;
  /** Every event with the moves that answered it and the state after it. */
  steps: SimulatedStep[];
};

/** More turns than any call needs; then the line hangs up. */
const MOST_TURNS = 80;

/**
 * Runs one call. The same arguments give the same call.
 * @param caller a script (then the caller hangs up), or a persona whose behaviour `seed` decides
 * @param now ms UTC of the beginning
 * @param meanwhile times that another caller takes between the agent's question and its booking
 */
export function simulateCall({
  world,
  caller,
  seed,
  now,
  meanwhile = [],
}: {
  world: World;
  caller: Persona | readonly CallerTurn[];
  seed: number;
  now: number;
  meanwhile?: readonly BusyStretch[];
}): SimulatedCall {
  const line = new SimulatedLine(world, now);
  for (const stretch of meanwhile) line.takeMeanwhile(stretch, false);
  if ("wants" in caller) converse(line, callerOf(caller, seed));
  else for (const turn of caller) line.do(turn);
  line.do({ hang_up: true });
  const collected: Record<string, string> = {};
  for (const { note } of line.notes) if (note.type === "filled_in") Object.assign(collected, note.values);
  return {
    turns: line.turns,
    actions: line.actions,
    notes: line.notes,
    collected,
    booked: line.booked.filter((stretch) => !meanwhile.includes(stretch)),
    ended_by: line.ended_by ?? "caller",
    duration_ms: line.at_ms,
    steps: line.steps,
  };
}

function converse(line: SimulatedLine, caller: Caller): void {
  for (let turns = 0; turns < MOST_TURNS && line.ended_by === null; turns++)
    line.do(caller({ text: line.last_words, state: line.state }));
}
