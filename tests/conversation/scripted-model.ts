/** A language model that does as a test says: one answer after the other, as the events of a stream. */
import {
  ModelError,
  type ModelEvent,
  type ModelFault,
  type ModelRequest,
  type UsableModel,
} from "#workers/conversation/model/model.ts";

type Asked = Omit<ModelRequest, "model">;

/** What a model answers next: words, tools that it calls, a fault, silence, or words that break off. */
export type Answer =
  | string
  | { say?: string; calls?: { name: string; arguments: unknown }[]; ends?: ModelFault | "silence" }
  | ((request: Asked) => Answer);

const usage = { input: 900, output: 30, cached: 800 };

/** Words as a model streams them. */
const pieces = (text: string): string[] => text.match(/\s*\S{1,4}/g) ?? [];

export class ScriptedModel {
  readonly requests: Asked[] = [];
  aborted = 0;
  readonly #answers: Answer[];
  #calls = 0;

  constructor(...answers: Answer[]) {
    this.#answers = answers;
  }

  /** Adds what it answers after what it was told so far. */
  adds(...answers: Answer[]): void {
    this.#answers.push(...answers);
  }

  get model(): UsableModel {
    return {
      label: "Test model",
      payer: () => "platform",
      cost: ({ output }) => output * 10,
      ask: (request, signal) => this.#ask(request, signal),
    };
  }

  async *#ask(request: Asked, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    this.requests.push(structuredClone(request));
    let answer = this.#answers.shift() ?? "";
    while (typeof answer === "function") answer = answer(request);
    const { say = "", calls = [], ends } = typeof answer === "string" ? { say: answer } : answer;
    for (const text of pieces(say)) {
      await Promise.resolve();
      if (signal.aborted) {
        this.aborted += 1;
        throw new ModelError("cut");
      }
      yield { type: "text", text };
    }
    if (ends === "silence") {
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      this.aborted += 1;
      throw new ModelError("cut");
    }
    if (ends) throw new ModelError(ends);
    for (const call of calls) {
      this.#calls += 1;
      const written = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
      yield { type: "call", id: `call_${this.#calls}`, name: call.name, arguments: written };
    }
    yield { type: "end", reason: calls.length > 0 ? "calls" : "stop", usage };
  }
}
