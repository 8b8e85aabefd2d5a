/** What a model's brain works with in one turn. */
import type { Move, World } from "#workers/conversation/line/conversation.ts";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import type { ModelMemory } from "#workers/conversation/model/model-memory.ts";

/** What a model's brain needs of the world that it runs in. */
export type ModelPorts = {
  /** The agent's models in their order; empty when none can be asked. Asked once a turn. */
  models(): Promise<readonly UsableModel[]>;
  /** ms UTC */
  now(): number;
  /** Calls back once after so many ms. @returns a function that cancels it */
  later(ms: number, call: () => void): () => void;
};

export type Turn = {
  memory: ModelMemory;
  world: World;
  now: number;
  signal: AbortSignal;
  ports: ModelPorts;
  after: number;
};
export type Moves = AsyncGenerator<Move, void, void>;

/** Words that code composed: their figures are as true as what was found out. */
export function* sayOwn(text: string): Generator<Move, void, void> {
  yield { type: "found", data: text };
  yield { type: "say", text };
}
