/** A line on a simulated clock around one turn loop: a test's caller does something, and what the agent said and did of it is collected. */
import type { TestTurn } from "#app/agents/tests/agent-tests.schema.ts";
import { type TestedAction, testedActions } from "#app/agents/tests/test-terms.schema.ts";
import { callerWords } from "#workers/conversation/brains/caller-words.ts";
import type { Action, Brain, Note, Outcome, Scene } from "#workers/conversation/line/conversation.ts";
import type { LoopTimer } from "#workers/conversation/line/line-events.ts";
import { keys_ms } from "#workers/conversation/line/loop-limits.ts";
import { freshLoop, type LoopState } from "#workers/conversation/line/loop-state.ts";
import { TurnLoop } from "#workers/conversation/line/turn-loop.ts";

/** How fast people and voices speak (docs/telephony.md, "Frames to the carrier" and "Scripted calls"). */
const agentCharacter_ms = 66;
const callerCharacter_ms = 70;
const callerPause_ms = 900;

type Ports = {
  brain: Brain;
  scene(): Scene;
  act(action: Action): Promise<Outcome>;
};

export class TestedLine {
  /** ms UTC */
  now: number;
  readonly state: LoopState;
  readonly notes: Note[] = [];
  /** Whether the caller has hung up. */
  isLeft = false;
  readonly #loop: TurnLoop;
  readonly #timers = new Map<LoopTimer, number>();
  readonly #brain: Brain;
  readonly #ports: Ports;
  #seq = 0;
  /** The agent's words since the caller last did something, and those that are not played yet. */
  #words = "";
  #unplayed = "";
  #deeds = 0;
  /** When the caller last asked for an answer that has no word yet, and how long the last answer's first word took: by the real clock. */
  #asked_at: number | null = null;
  #waited_ms: number | null = null;
  #hasEnded = false;

  constructor(ports: Ports, now: number) {
    this.#ports = ports;
    this.#brain = ports.brain;
    this.now = now;
    this.state = freshLoop(ports.brain.fresh());
    this.#loop = new TurnLoop(
      {
        brain: ports.brain,
        now: () => this.now,
        world: () => ports.scene(),
        send: (order) => {
          if (order.type === "text") this.#unplayed += order.token;
          if (order.type === "text" && order.token !== "") this.#heardFirst();
          if (order.type === "text") this.#words += order.last ? " " : order.token;
        },
        act: (action) => ports.act(action),
        write: ({ detail }) => {
          if (isNote(detail)) this.notes.push(detail);
          this.#seq += 1;
          return this.#seq;
        },
        revise: () => {},
        keep: () => {},
        wake: (timer, at) => (at === null ? this.#timers.delete(timer) : this.#timers.set(timer, at)),
        // The clock stands still while the agent answers: no filler is due.
        later: () => () => {},
        ...callerWords,
        failed: () => {},
      },
      this.state,
    );
  }

  get isOver(): boolean {
    return this.isLeft || this.state.over;
  }

  open = (): Promise<void> => this.#loop.hear({ type: "opened", transfer_failed: false });

  /** Stops an answer that takes too long. */
  stop(): void {
    void this.#loop.quiet();
  }

  /** @returns false when the call has ended before, so that it was not heard */
  async do(turn: TestTurn): Promise<boolean> {
    if (!("interrupt_after_ms" in turn)) await this.playOut();
    if (this.isOver) return false;
    if ("interrupt_after_ms" in turn) await this.#interrupt(turn.interrupt_after_ms, turn.say);
    else if ("say" in turn) await this.#say(turn.say);
    else if ("press" in turn) await this.#press(turn.press);
    else if ("silence_ms" in turn) await this.#pass(turn.silence_ms);
    else if ("drop_socket" in turn) await this.open();
    else await this.#leave();
    return true;
  }

  #heardFirst(): void {
    if (this.#asked_at !== null) this.#waited_ms = Date.now() - this.#asked_at;
    this.#asked_at = null;
  }

  /** What the agent said since it was last asked, what of its actions succeeded, and how long its first word took. */
  taken(): { agent: string; does: TestedAction[]; waited_ms: number | null } {
    const agent = this.#words.replaceAll(/\s+/g, " ").trim();
    this.#words = "";
    const deeds = Object.values(this.state.deeds);
    const transferred = this.state.ending?.transfer?.id;
    const does = deeds
      .slice(this.#deeds)
      .filter(({ action, outcome }) => outcome?.ok || action.type === "opt_out" || action.id === transferred)
      .map(({ action }) => action.type)
      .filter((type) => isTested(type));
    this.#deeds = deeds.length;
    const { ending } = this.state;
    if (ending && !ending.transfer && !this.#hasEnded) {
      this.#hasEnded = true;
      does.push("end");
    }
    const waited_ms = this.#waited_ms;
    this.#waited_ms = null;
    return { agent, does, waited_ms };
  }

  /** The last words are played to their end. */
  async playOut(): Promise<void> {
    if (this.#unplayed === "" || this.state.over) return;
    const length = this.#unplayed.length;
    this.#unplayed = "";
    await this.#loop.hear({ type: "speaking", who: "agent", on: true });
    this.now += length * agentCharacter_ms;
    await this.#loop.hear({ type: "speaking", who: "agent", on: false });
  }

  /** The caller is gone: what was promised is done. */
  async #leave(): Promise<void> {
    this.isLeft = true;
    const world = {
      ...this.#ports.scene(),
      language: this.state.language,
      transcript: this.state.transcript,
    };
    for (const action of this.#brain.owed?.(this.state.memory, world) ?? []) {
      const outcome = await this.#ports.act(action);
      this.state.deeds[action.id] ??= { seq: 0, action, outcome };
    }
  }

  async #say(text: string): Promise<void> {
    this.now += callerPause_ms;
    await this.#loop.hear({ type: "speaking", who: "caller", on: true });
    this.now += text.length * callerCharacter_ms;
    await this.#loop.hear({ type: "speaking", who: "caller", on: false });
    this.#asked_at = Date.now();
    await this.#loop.hear({ type: "prompt", text, last: true });
  }

  async #interrupt(after_ms: number, text: string): Promise<void> {
    const letters = Math.floor(after_ms / agentCharacter_ms);
    if (letters >= this.#unplayed.length) await this.playOut();
    else {
      const heard = this.#unplayed.slice(0, letters).trim();
      this.#unplayed = "";
      await this.#loop.hear({ type: "speaking", who: "agent", on: true });
      this.now += after_ms;
      await this.#loop.hear({ type: "interrupt", heard });
    }
    if (!this.isOver) await this.#say(text);
  }

  async #press(keys: string): Promise<void> {
    this.now += callerPause_ms;
    for (const key of keys) await this.#loop.hear({ type: "key", key });
    if (this.#timers.has("keys")) await this.#pass(keys_ms);
  }

  /** Lets time pass; timers fire on the way, in order, and what the agent says then is played. */
  async #pass(ms: number): Promise<void> {
    const until = this.now + ms;
    while (!this.state.over) {
      const [due] = [...this.#timers].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1]);
      if (!due) break;
      this.#timers.delete(due[0]);
      this.now = Math.max(this.now, due[1]);
      await this.#loop.hear({ type: "timer", timer: due[0] });
      await this.playOut();
    }
    this.now = Math.max(this.now, until);
  }
}

const tested = new Set<string>(testedActions);
const isTested = (type: string): type is TestedAction => tested.has(type);

const noteTypes = new Set<unknown>(["answered_from", "taken_over", "model_failed"] satisfies Note["type"][]);
const isNote = (detail: unknown): detail is Note =>
  typeof detail === "object" && detail !== null && "type" in detail && noteTypes.has(detail.type);
