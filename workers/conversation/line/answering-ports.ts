/** What the agent's side of a turn works with: the brain, the clock, the line, the script and the actions. */
import type { Action, Brain, Language, Outcome, Scene } from "./conversation.ts";
import type { LineOrder, LoopTimer, ScriptChange, ScriptLine } from "./line-events.ts";
import type { LoopState } from "./loop-state.ts";

export type AnsweringPorts = {
  brain: Brain;
  /** ms UTC */
  now(): number;
  world(): Scene;
  send(order: LineOrder): void;
  /** Carries out an action. The same id again does nothing and returns the same. Never rejects. */
  act(action: Action): Promise<Outcome>;
  /** Appends to the script; returns the line's number. */
  write(line: ScriptLine): number;
  revise(seq: number, change: ScriptChange): void;
  /** Stores the state, so that a restarted object goes on from it. */
  keep(state: LoopState): void;
  failed(error: unknown): void;
  /** Calls back once after so many ms, also while an event is being answered. @returns a function that cancels it */
  later(ms: number, call: () => void): () => void;
};

export type LoopPorts = AnsweringPorts & {
  /** Sets a timer (ms UTC), or cancels it (null). */
  wake(timer: LoopTimer, at: number | null): void;
  /** Whether a caller asks not to be called again. The line itself knows no language. */
  isStopCalling(text: string): boolean;
  /** Whether a caller wants no recording, which is stopped then; only once, and in a recorded call. */
  refusesRecording?(text: string): boolean;
  /** The language of an utterance; null: it tells none. */
  languageOf(text: string): Language | null;
};
