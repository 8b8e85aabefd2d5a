/**
 * Asks an agent's models in their order: the first whose answer begins in time answers, and none is asked once the
 * caller has waited too long. Words are given on by the sentence as they stream.
 */
import { second_ms } from "#app/platform/durations.ts";
import type { Note } from "#workers/conversation/line/conversation.ts";
import { type SentenceMarks, Sentences } from "#workers/conversation/line/sentences.ts";
import {
  ModelError,
  type ModelEvent,
  type ModelFault,
  type ModelRequest,
  type ToolCall,
  type UsableModel,
} from "./model.ts";

/** A stream that pauses longer than this is cut: the caller hears the pause. */
const stall_ms = 4 * second_ms;
/** How much longer each further model may let the caller wait for an answer to begin, and how long all together may. */
const furtherModel_ms = 2 * second_ms;
const mostBeginning_ms = 6 * second_ms;
/** So long after the last words a caller has the next finished sentence, or the answer is cut. */
const mostWordless_ms = 8 * second_ms;
/** An answer is a few sentences; a longer one is not waited for. */
const mostCharacters = 1500;
const mostCalls = 6;

export type Asking = {
  models: readonly UsableModel[];
  request: Omit<ModelRequest, "model">;
  /** How long each model has until its answer begins. */
  first_token_ms: number;
  /** ms UTC */
  now(): number;
  /** Calls back once after so many ms. @returns a function that cancels it */
  later(ms: number, call: () => void): () => void;
  /** How the language that is spoken cuts into sentences. */
  marks: SentenceMarks;
};

export type Answered = {
  calls: ToolCall[];
  /** What was given on. */
  said: string;
};

/** A piece of an answer: words to say, or how a model did. */
export type Piece = { type: "say"; text: string; ends?: true } | { type: "note"; note: Note };

/** The caller's wait for words. */
type Wait = {
  /** Since when there were none (ms UTC). */
  since: number;
  /** How long after that an answer has to begin, whichever model gives it. */
  readonly begins_ms: number;
};

type Step = { is: "event"; event: ModelEvent } | { is: "done" } | { is: "slow" };

/**
 * @returns the answer; null when no model gave one that can be used
 */
export async function* askModels(
  asking: Asking,
  signal: AbortSignal,
): AsyncGenerator<Piece, Answered | null, void> {
  const { models, first_token_ms, now } = asking;
  let said = "";
  const begins_ms = Math.min(mostBeginning_ms, first_token_ms + furtherModel_ms * (models.length - 1));
  const wait: Wait = { since: now(), begins_ms };
  for (const model of models) {
    if (now() >= wait.since + begins_ms) return null;
    const messages: ModelRequest["messages"] =
      said === ""
        ? asking.request.messages
        : [
            ...asking.request.messages,
            { role: "assistant", text: said, calls: [] },
            { role: "user", text: "[You were cut off there. Go on from there without repeating it.]" },
          ];
    const attempt = askOne(model, { ...asking, request: { ...asking.request, messages } }, wait, signal);
    let next = await attempt.next();
    for (; !next.done; next = await attempt.next()) {
      if (next.value.type === "say") said = `${said} ${next.value.text}`.trim();
      yield next.value;
      if (next.value.type === "say") wait.since = now();
    }
    if (signal.aborted) return null;
    if (next.value !== null) return { ...next.value, said };
  }
  return null;
}

/** Words with the end of their sentence; a long one is cut before it. */
const sentence = (text: string): Piece => ({
  type: "say",
  text,
  ...(/[.!?…]["'”’)\]]*$/u.test(text) && { ends: true }),
});

async function* askOne(
  model: UsableModel,
  { request, first_token_ms, now, later, marks }: Asking,
  wait: Wait,
  signal: AbortSignal,
): AsyncGenerator<Piece, { calls: ToolCall[] } | null, void> {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener("abort", stop, { once: true });
  const begun = now();
  let first: number | null = null;
  const sentences = new Sentences(marks);
  const calls: ToolCall[] = [];
  let length = 0;
  const events = model.ask(request, own.signal)[Symbol.asyncIterator]();
  /** The next event, unless it takes too long. */
  const step = async (): Promise<Step> => {
    const left_ms = wait.since + (first === null ? wait.begins_ms : mostWordless_ms) - now();
    if (left_ms <= 0) return { is: "slow" };
    let cancel = () => {};
    const slow = new Promise<Step>((resolve) => {
      const patience_ms = first === null ? first_token_ms : stall_ms;
      cancel = later(Math.min(patience_ms, left_ms), () => resolve({ is: "slow" }));
    });
    const coming = events
      .next()
      .then((next): Step => (next.done ? { is: "done" } : { is: "event", event: next.value }));
    try {
      return await Promise.race([coming, slow]);
    } finally {
      cancel();
      // A model that is too slow may fail later; this answer no longer waits for it.
      coming.catch(() => {});
    }
  };
  try {
    for (;;) {
      const next = await step();
      if (next.is === "slow") throw new ModelError(first === null ? "timeout" : "cut");
      if (next.is === "done") throw new ModelError("cut");
      first ??= now();
      const { event } = next;
      if (event.type === "text") {
        length += event.text.length;
        for (const text of sentences.add(event.text)) yield sentence(text);
        if (length > mostCharacters) throw new ModelError("too_long");
      } else if (event.type === "call") {
        if (calls.length < mostCalls)
          calls.push({ id: event.id, name: event.name, arguments: event.arguments });
      } else if (event.type === "end") {
        for (const text of sentences.rest()) yield sentence(text);
        if (length === 0 && calls.length === 0) throw new ModelError("empty");
        yield {
          type: "note",
          note: {
            type: "model_answered",
            model: model.label,
            first_token_ms: first - begun,
            whole_ms: now() - begun,
            ...event.usage,
            payer: model.payer(),
            cost_micros: model.cost(event.usage),
          },
        };
        return { calls };
      }
    }
  } catch (error) {
    if (signal.aborted) return null;
    const fault: ModelFault = error instanceof ModelError ? error.kind : "unavailable";
    yield {
      type: "note",
      note: { type: "model_failed", model: model.label, fault, after_ms: now() - begun },
    };
    // An endless answer was spoken as far as it makes sense: it is no reason to ask another model.
    return fault === "too_long" ? { calls: [] } : null;
  } finally {
    signal.removeEventListener("abort", stop);
    own.abort();
  }
}
