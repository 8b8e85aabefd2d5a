/** A line without a carrier and a clock that only moves when told, around one turn loop: what a test says happens, and what came of it. */

import { specFor } from "#app/agents/agent-templates.ts";
import type { Json } from "#app/platform/json.ts";
import { callerWords } from "#workers/conversation/brains/caller-words.ts";
import type {
  Action,
  Brain,
  CallEvent,
  Move,
  Outcome,
  World,
} from "#workers/conversation/line/conversation.ts";
import type {
  LineEvent,
  LineOrder,
  LoopTimer,
  ScriptChange,
  ScriptLine,
} from "#workers/conversation/line/line-events.ts";
import { freshLoop, type LoopState, loopState } from "#workers/conversation/line/loop-state.ts";
import { TurnLoop } from "#workers/conversation/line/turn-loop.ts";

export const startedAt = Date.parse("2026-11-20T15:00:00Z");

export const world = (more: Partial<World> = {}): World => ({
  organization: {
    name: "Bright Smile",
    time_zone: "America/New_York",
    country: "US",
    address: null,
    phone_number: "+12125550100",
  },
  agent: specFor("receptionist"),
  calendar: { busy: [] },
  caller: { phone_number: "+12125550142" },
  direction: "inbound",
  language: "en-US",
  transcript: [],
  ...more,
});

/** A brain that does as a test says, and remembers every event it was given. */
export function scriptedBrain(
  answer: (event: CallEvent, heard: readonly Json[]) => Move[] | Promise<Move[]>,
): Brain {
  return {
    fresh: () => [],
    isKeying: () => false,
    async *respond(memory, event, _world, _now, signal) {
      const heard = Array.isArray(memory) ? memory : [];
      const moves = await answer(event, heard);
      for (const move of moves) {
        if (signal.aborted) break;
        yield move;
      }
      return [...heard, event.type === "said" ? event.text : event.type];
    },
  };
}

export const say = (text: string): Move => ({ type: "say", text });

type Line = ScriptLine & { heard: string | null };

export class TestLine {
  now = startedAt;
  readonly sent: LineOrder[] = [];
  /** Called with everything that is sent, at once. */
  onSent: (order: LineOrder) => void = () => {};
  readonly script: Line[] = [];
  readonly done: Action[] = [];
  readonly failures: unknown[] = [];
  readonly timers = new Map<LoopTimer, number>();
  readonly #calls = new Set<{ at: number; call: () => void }>();
  state: LoopState;
  loop: TurnLoop;
  readonly #brain: Brain;
  readonly #world: World;
  readonly #act: (action: Action) => Promise<Outcome>;

  constructor(
    brain: Brain,
    more: Partial<World> = {},
    act = async (_: Action): Promise<Outcome> => ({ ok: true }),
  ) {
    this.#brain = brain;
    this.#world = world(more);
    this.#act = act;
    this.state = freshLoop(brain.fresh());
    this.loop = this.#begin();
  }

  #begin(): TurnLoop {
    return new TurnLoop(
      {
        brain: this.#brain,
        now: () => this.now,
        world: () => this.#world,
        send: (order) => {
          this.sent.push(order);
          this.onSent(order);
        },
        act: (action) => {
          this.done.push(action);
          return this.#act(action);
        },
        write: (line) => this.script.push({ ...line, heard: null }),
        revise: (seq, change: ScriptChange) => Object.assign(this.script[seq - 1] ?? {}, change),
        keep: (state) => {
          this.state = loopState.parse(JSON.parse(JSON.stringify(state)));
        },
        wake: (timer, at) => (at === null ? this.timers.delete(timer) : this.timers.set(timer, at)),
        later: (ms, call) => this.later(ms, call),
        ...callerWords,
        failed: (error) => this.failures.push(error),
      },
      this.state,
    );
  }

  /** What is owed to a caller who is gone. */
  promises(): Action[] {
    const { memory, transcript, language } = this.state;
    return this.#brain.owed?.(memory, { ...this.#world, transcript, language }) ?? [];
  }

  later(ms: number, call: () => void): () => void {
    const due = { at: this.now + ms, call };
    this.#calls.add(due);
    return () => this.#calls.delete(due);
  }

  /** The object is restarted: only what was kept is left. */
  restart(): void {
    this.loop = this.#begin();
  }

  open = (transfer_failed = false): Promise<void> => this.loop.hear({ type: "opened", transfer_failed });
  hear = (event: LineEvent): Promise<void> => this.loop.hear(event);
  say = (text: string): Promise<void> => this.loop.hear({ type: "prompt", text, last: true });

  /** The carrier speaks the last words and reports it. */
  async playOut(): Promise<void> {
    await this.hear({ type: "speaking", who: "agent", on: true });
    await this.hear({ type: "speaking", who: "agent", on: false });
  }

  /** Lets time pass; timers fire on the way, in order. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      const [due] = [...this.timers].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1]);
      if (!due) break;
      this.timers.delete(due[0]);
      this.now = Math.max(this.now, due[1]);
      await this.loop.hear({ type: "timer", timer: due[0] });
    }
    this.now = until;
  }

  /** Lets time pass while an event is still being answered. */
  waits(ms: number): void {
    this.now += ms;
    for (const due of [...this.#calls].filter(({ at }) => at <= this.now)) {
      this.#calls.delete(due);
      due.call();
    }
  }

  /** Everything said so far, turn by turn, as the carrier got it. */
  get spoken(): string[] {
    const turns: string[] = [""];
    for (const order of this.sent) {
      if (order.type !== "text") continue;
      turns[turns.length - 1] += order.token;
      if (order.last) turns.push("");
    }
    return turns.filter((text) => text !== "");
  }

  /** How the session was ended, or null. */
  get handoff(): unknown {
    const end = this.sent.find((order) => order.type === "end");
    return end ? JSON.parse(end.handoff) : null;
  }
}
