/**
 * The brain of an agent with language models: a model listens and answers; code computes dates, asks for confirmation, and
 * carries out what was confirmed. When no model answers, the built-in brain goes on with what is known.
 */
import type { Json } from "#app/platform/json.ts";
import { lineBack, stillThere } from "#workers/conversation/english/sayings.ts";
import type { Brain, CallEvent } from "#workers/conversation/line/conversation.ts";
import { filled } from "#workers/conversation/line/filled.ts";
import { closedAnswer, isLastQuestion } from "#workers/conversation/model/agreement.ts";
import {
  beginTurn,
  freshMemory,
  type ModelMemory,
  modelMemory,
} from "#workers/conversation/model/model-memory.ts";
import * as spanish from "#workers/conversation/spanish/sayings.ts";
import { builtInBrain } from "./built-in-brain.ts";
import { heir } from "./desk.ts";
import { builtIn, builtInAsked, handBack, isForBuiltIn } from "./hand-over.ts";
import type { ModelPorts, Moves, Turn } from "./model-ports.ts";
import { confirmed, converse, end, leadOf, settled } from "./model-turn.ts";

/** A brain for one call. */
export function modelBrain(ports: ModelPorts): Brain {
  return {
    fresh: () => freshMemory("en-US", builtInBrain.fresh()),
    isKeying: (memory) => {
      const state = memoryOf(memory);
      return (state.taken_over || state.lent) && (heir.isKeying?.(state.built_in) ?? false);
    },
    owed(memory, world) {
      const state = memoryOf(memory);
      if (state.taken_over || state.lent) return heir.owed?.(state.built_in, world) ?? [];
      return leadOf(state, world);
    },
    async *respond(stored, event, world, now, signal) {
      const memory = memoryOf(stored);
      const after = world.transcript.at(-1)?.seq ?? 0;
      yield* answer({ memory, world, now, signal, ports, after }, event);
      return memory;
    },
  };
}

/** The stored memory, or a new one when it cannot be read (another version wrote it). */
function memoryOf(stored: Json): ModelMemory {
  const parsed = modelMemory.safeParse(stored);
  return parsed.success ? parsed.data : freshMemory("en-US", builtInBrain.fresh());
}

async function* answer(turn: Turn, event: CallEvent): Moves {
  const { memory, world } = turn;
  if (isForBuiltIn(memory, event)) return yield* builtIn(turn, event);
  switch (event.type) {
    case "started":
      memory.language = world.language;
      return yield* greet(turn, event);
    case "resumed":
      return yield {
        type: "say",
        text: memory.language === "es-US" ? "Perdón, se cortó un momento. Siga, por favor." : lineBack[0],
      };
    case "interrupted":
      return;
    case "silence":
      if (event.times > 1) {
        yield { type: "say", text: memory.language === "es-US" ? spanish.goodbye : goodbyeInSilence };
        return yield* end(turn, "silence");
      }
      return yield { type: "say", text: memory.language === "es-US" ? "¿Sigue ahí?" : stillThere[0] };
    case "keyed":
      memory.notes.push({ after: turn.after, text: `The caller typed ${event.digits} on the keypad.` });
      beginTurn(memory);
      handBack(turn);
      return yield* converse(turn, event);
    case "said":
      return yield* said(turn, event.text);
    case "refused":
      memory.notes.push({
        after: turn.after,
        text: `“${event.text}” was not spoken: ${refusedBecause[event.reason]}. The caller heard a short excuse instead. Go on truthfully.`,
      });
      return yield* converse(turn, event);
    case "outcome":
      return yield* settled(turn, event.id, event.outcome);
  }
}

const refusedBecause = {
  not_done:
    "no tool has done that, or not for that day, time or name. What was done and told is told again only with its day and time",
  unknown_figure: "its figure is neither in your instructions nor from a tool",
} as const;

const goodbyeInSilence = "I can't hear you anymore, so I'll say goodbye for now. Please call again any time.";

/** The greeting is the agent's own, said at once: no caller waits for a model to be greeted. */
async function* greet(turn: Turn, event: CallEvent): Moves {
  const { world, memory } = turn;
  const { agent, direction } = world;
  if (memory.language !== "en-US") {
    const own = direction === "outbound" ? agent.outbound_greeting : null;
    return yield { type: "say", text: filled(own ?? agent.greeting, world) };
  }
  yield* builtIn(turn, event);
}

async function* said(turn: Turn, text: string): Moves {
  const { memory, world, now } = turn;
  beginTurn(memory);
  // An answer that was interrupted is not waited for any more.
  memory.steps = memory.steps.filter(({ calls, results }) => results.length >= calls.length);
  memory.language = world.language;
  yield { type: "remember", memory: structuredClone(memory) };
  const awaitsAnswer = memory.proposal !== null || memory.lent;
  const closed = awaitsAnswer ? closedAnswer(text, world, now, memory.language) : null;
  if (closed !== null && builtInAsked(memory)) return yield* builtIn(turn, { type: "said", text });
  handBack(turn);
  dropStale(turn);
  if (memory.proposal && closed === "yes") return yield* confirmed(turn);
  if (memory.proposal && closed === "no") {
    memory.proposal = null;
    memory.notes.push({ after: turn.after, text: "The caller said no to that: nothing was done." });
  }
  yield* converse(turn, { type: "said", text });
}

/** What waits for a yes waits no longer once the agent has asked something else: a yes would answer that. */
function dropStale({ memory, world, after }: Turn): void {
  const { proposal, waiting } = memory;
  if (!proposal || isLastQuestion(memory, world.transcript)) return;
  // What the caller agreed to is under way.
  if (waiting.some(({ call_id, tool }) => call_id === null && tool === proposal.what)) return;
  memory.proposal = null;
  memory.notes.push({
    after,
    text: "The caller was asked something else since: what waited to be confirmed was not done. Propose it anew if they still want it; then they are asked again.",
  });
}
