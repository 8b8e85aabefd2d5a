/** A model that calls a tool without a word has begun with the first piece of the call, however long its arguments take. */
import { describe, expect, test, vi } from "vitest";
import type { Note } from "#workers/conversation/line/conversation.ts";
import { type Asking, askModels } from "#workers/conversation/model/ask-models.ts";
import type { Model, UsableModel } from "#workers/conversation/model/model.ts";
import { adapters, askedOf, never, request, script } from "./asking.ts";

/** A clock that moves when told. */
class Clock {
  now = 0;
  readonly #due = new Set<{ at: number; call: () => void }>();

  later = (ms: number, call: () => void): (() => void) => {
    const one = { at: this.now + ms, call };
    this.#due.add(one);
    return () => this.#due.delete(one);
  };

  pass(ms: number): void {
    this.now += ms;
    for (const one of [...this.#due].filter(({ at }) => at <= this.now)) {
      this.#due.delete(one);
      one.call();
    }
  }
}

/** The model, whose calls take so long to come whole. */
const slowCalls = (model: Model, name: string, clock: Clock, ms: number): UsableModel => ({
  label: "Slow",
  payer: () => "organization",
  cost: () => 0,
  async *ask(asked, signal) {
    for await (const event of model({ ...asked, model: name }, signal)) {
      if (event.type === "call") clock.pass(ms);
      yield event;
    }
  },
});

const asking = (clock: Clock, model: UsableModel): Asking => {
  const { model: _, ...asked } = request("any");
  return {
    models: [model],
    request: asked,
    first_token_ms: 1000,
    now: () => clock.now,
    later: clock.later,
    marks: { capitalized: new Set(), shortened: new Set() },
  };
};

describe.each(Object.entries(adapters))("%s", (_, adapter) => {
  test("arguments that take 3 s are waited for under a limit of 1 s for the first token", async () => {
    const { key, model, name } = adapter();
    await script(key, [{ calls: [{ name: "find_times", arguments: { when: "Tuesday" } }] }], {
      tokens_per_second: 100,
    });
    const clock = new Clock();
    const answer = askModels(asking(clock, slowCalls(model, name, clock, 3000)), never());
    const notes: Note[] = [];
    let next = await answer.next();
    for (; !next.done; next = await answer.next())
      if (next.value.type === "note") notes.push(next.value.note);
    expect(next.value?.calls.map((call) => call.name)).toEqual(["find_times"]);
    expect(notes).toEqual([
      expect.objectContaining({ type: "model_answered", first_token_ms: 0, whole_ms: 3000 }),
    ]);
  });
});

// Workers AI's own dialect sends a call in one piece.
const piecewise = Object.entries(adapters).filter(([name]) => name !== "Workers AI (native)");

test.each(piecewise)(
  "%s tells that a call has begun while its arguments are still to come",
  async (_, adapter) => {
    const { key, model, name } = adapter();
    await script(key, [{ fault: "open_call" }]);
    const turned = new AbortController();
    const answer = model(request(name), turned.signal);
    expect(await answer.next()).toEqual({ done: false, value: { type: "begun" } });
    turned.abort(new Error("enough"));
    await expect(answer.return()).resolves.toBeDefined();
    await vi.waitFor(async () => expect((await askedOf(key)).at(-1)?.outcome).toBe("aborted"));
  },
);
