/** One answer as it grows: text and calls in bounds, joined by index, and whether it ended as it should. */
import {
  ModelError,
  type ModelEvent,
  type ModelUsage,
  type ToolCall,
} from "#workers/conversation/model/model.ts";
import { bounds } from "./endpoint.ts";

type Growing = { id: string; name: string; arguments: string };

/** Collects what an adapter reads. Text goes on at once; calls go on when the answer has ended, and `begun` tells of their pieces. */
export class Answer {
  #length = 0;
  readonly #calls = new Map<number, Growing>();
  usage: ModelUsage = { input: 0, output: 0, cached: 0 };
  /** What the provider said of the end; null: nothing yet. */
  reason: "stop" | "length" | "calls" | null = null;

  /** A piece of text; null for an empty one. */
  text(piece: string): ModelEvent | null {
    if (piece === "") return null;
    this.#length += piece.length;
    if (this.#length > bounds.text) throw new ModelError("too_long");
    return { type: "text", text: piece };
  }

  /** A piece of a call: the first one of an index names it, the others go on with its arguments. */
  call(
    index: number,
    piece: { id?: string | undefined; name?: string | undefined; arguments?: string | undefined },
  ): ModelEvent {
    const call = this.#calls.get(index) ?? { id: "", name: "", arguments: "" };
    call.id ||= piece.id ?? "";
    call.name ||= piece.name ?? "";
    call.arguments += piece.arguments ?? "";
    if (call.arguments.length > bounds.arguments) throw new ModelError("too_long");
    this.#calls.set(index, call);
    if (this.#calls.size > bounds.calls) throw new ModelError("too_long");
    return { type: "begun" };
  }

  /** A whole call, from a stream that does not split them. */
  wholeCall(name: string, args: string): ModelEvent {
    return this.call(this.#calls.size, { id: `call_${this.#calls.size}`, name, arguments: args });
  }

  /**
   * The finished calls and the end.
   * @throws ModelError `cut` when the provider never said that it ended, `empty` when it said nothing
   */
  *ending(): Generator<ModelEvent, void, void> {
    if (this.reason === null) throw new ModelError("cut");
    const calls = [...this.#calls.entries()].sort(([a], [b]) => a - b);
    if (calls.length === 0 && this.#length === 0)
      throw new ModelError(this.reason === "length" ? "too_long" : "empty");
    // A call that was cut in its arguments is not made.
    const finished = this.reason === "length" ? [] : calls;
    for (const [index, call] of finished) {
      if (call.name === "") throw new ModelError("malformed");
      yield { type: "call", ...named(call, index) };
    }
    yield {
      type: "end",
      reason: finished.length > 0 ? "calls" : this.reason === "calls" ? "stop" : this.reason,
      usage: this.usage,
    };
  }
}

const named = (call: Growing, index: number): ToolCall => ({
  id: call.id || `call_${index}`,
  name: call.name,
  // A tool without parameters is called with nothing at all by some providers.
  arguments: call.arguments === "" ? "{}" : call.arguments,
});
