/**
 * Random calls over turn loop, guard and a scripted brain that streams, lies, hangs and never ends, on a line that plays
 * words and knows what was heard. Each call is checked against what really happened.
 */

import { specFor } from "#app/agents/agent-templates.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { callerWords } from "#workers/conversation/brains/caller-words.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import type {
  Action,
  Brain,
  CallEvent,
  Move,
  Outcome,
  World,
} from "#workers/conversation/line/conversation.ts";
import type { LineEvent, LineOrder, LoopTimer, ScriptLine } from "#workers/conversation/line/line-events.ts";
import { freshLoop, type LoopState, loopState } from "#workers/conversation/line/loop-state.ts";
import { TurnLoop } from "#workers/conversation/line/turn-loop.ts";
import { randomOf } from "#workers/conversation/simulation/simulated-caller.ts";
import { randomModel } from "./random-model.ts";

const target = "+12125550177";
const receptionist = specFor("receptionist");
const agent: AgentSpec = {
  ...receptionist,
  model: { chain: [{ provider: "openai", model: "test" }], temperature: 0.3, first_token_ms: 2500 },
  actions: { ...receptionist.actions, transfer: { phone_number: target, name: "Dr. Lund" } },
};

const utterances = [
  "I'd like to come by",
  "next Tuesday at noon",
  "yes",
  "no, the other one",
  "and parking?",
  "wait",
  "",
  "put me through to a person",
  "I can't breathe",
  "bye",
];
const sentences = [
  "Of course.",
  "How can I help?",
  "Let me see, one second.",
  "Which day suits you?",
  "Good.",
];
/** Noon on Tuesday the 24th, and four on Thursday the 26th, where the call takes place. */
const noon = Date.parse("2026-11-24T17:00:00Z");
const four = Date.parse("2026-11-26T21:00:00Z");
const people = ["Zebulon", "Yolanda"];
type Row = { name: string; starts_at: number };
/** Each is true only of its own row; the last ones once for each. */
const lies: { text: string; of: (row: Row) => boolean; once?: true }[] = [
  { text: "You're booked, Zebulon.", of: ({ name }) => name === "Zebulon" },
  { text: "You're booked, Yolanda.", of: ({ name }) => name === "Yolanda" },
  { text: "I've booked you in for Tuesday at noon.", of: ({ starts_at }) => starts_at === noon },
  { text: "I've booked you in for Thursday at four.", of: ({ starts_at }) => starts_at === four },
  {
    text: "I've booked Yolanda in for Thursday at four.",
    of: (row) => row.name === "Yolanda" && row.starts_at === four,
  },
  { text: "I've booked that for you.", of: () => true, once: true },
];

/** What actions find out. */
const findings: Partial<Record<Action["type"], Json>> = {
  find_appointments: {
    appointments: [
      {
        booking_id: "b1",
        starts_at: Date.parse("2026-11-24T15:00:00Z"),
        duration_minutes: 30,
        kind: "",
        name: "Zebulon",
      },
    ],
  },
  search_knowledge: {
    passages: [{ source_id: "s1", title: "Parking", text: "Parking is behind the building." }],
  },
  look_up_contact: { known: false },
};

/** The same as rows. */
const foundRows: Row[] = [{ name: "Zebulon", starts_at: Date.parse("2026-11-24T15:00:00Z") }];

const none: Json = { appointments: [] };

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
/** Lets everything that is ready run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The agent's words of one line: all that were sent, and how many of them were played. */
type Spoken = { words: string[]; played: number; isGone: boolean; isUnsure: boolean };

/** Who answers: a brain that streams what comes to its mind, or the model brain over such a model. */
export type Walker = "stream" | "model";

class Walk {
  readonly #random: () => number;
  readonly #script: ScriptLine[] = [];
  readonly #spoken = new Map<number, Spoken>();
  readonly #timers = new Map<LoopTimer, number>();
  readonly #rows = new Set<string>();
  readonly #begun = new Set<string>();
  /** Done, but the object was restarted before it kept the outcome. */
  readonly #cutOff = new Set<string>();
  /** Waits of brains and actions, released one by one. */
  readonly #waits: (() => void)[] = [];
  #fillers: (() => void)[] = [];
  #now = Date.parse("2026-11-20T15:00:00Z");
  #line = 0;
  #isNewTurn = true;
  #isAudible = false;
  #ends = 0;
  #isOpen = false;
  /** The appointments that were made or found, and how many of the lies of each kind were told. */
  readonly #appointments: Row[] = [];
  #madeOnes = 0;
  #toldOnes = 0;
  /** The words of the turn that is being sent, as far as they were judged. */
  #sentWords = "";
  #ids = 0;
  #last: Action | null = null;
  #generation = 0;
  #kept: LoopState;
  #loop: TurnLoop;
  readonly #brain: Brain;
  readonly #heard: Promise<void>[] = [];
  readonly broken: string[] = [];

  constructor(seed: number, walker: Walker) {
    this.#random = randomOf(seed);
    const scripted = walker === "stream" ? this.#scripted() : this.#modelled();
    this.#brain = brainFor(agent, { model: () => scripted });
    this.#kept = freshLoop(this.#brain.fresh());
    this.#loop = this.#begin();
  }

  #below = (most: number): number => Math.floor(this.#random() * most);
  #chance = (part: number): boolean => this.#random() < part;
  #pick = <One>(some: readonly One[]): One | undefined => some[this.#below(some.length)];
  #wait = (): Promise<void> => new Promise((resolve) => this.#waits.push(resolve));

  /** Streams whatever comes to its mind. */
  #scripted(): Brain {
    const move = (): Move => {
      const roll = this.#below(20);
      if (roll < 8) return { type: "say", text: this.#pick(sentences) ?? "" };
      if (roll < 10) return { type: "say", text: this.#pick(lies)?.text ?? "" };
      if (roll < 13) return { type: "remember", memory: [this.#ids] };
      if (roll < 17) return { type: "do", action: this.#action() };
      if (roll === 17) return { type: "note", note: { type: "no_answer", question: "parking" } };
      if (roll === 18) return { type: "say", text: "It costs 77 dollars." };
      return { type: "do", action: { type: "end", id: "end", reason: "goodbye" } };
    };
    const check = this.#checkWorld;
    const wait = this.#wait;
    const [chance, below] = [this.#chance, this.#below];
    return {
      fresh: () => [],
      async *respond(memory, event, world, _now, signal) {
        check(world, event);
        if (event.type === "interrupted") return memory;
        const ignores = chance(0.3);
        const endless = chance(0.03);
        const most = endless ? 3000 : below(6);
        for (let made = 0; made < most; made++) {
          if (!endless && chance(0.5)) await wait();
          if (signal.aborted && !ignores) break;
          if (chance(0.01)) throw new Error("brain");
          yield endless ? { type: "say", text: "On and on." } : move();
        }
        return [below(1000)];
      },
    };
  }

  #checkWorld = (world: World, event: CallEvent): void => {
    // What happens in an object that is gone does not matter.
    if (world.organization.name === `Office ${this.#generation}`)
      this.#checkTranscript(world.transcript, `the world at ${event.type}`, true);
  };

  /** The model brain, over models that say and call whatever comes to their mind. */
  #modelled(): Brain {
    const dice = { below: this.#below, chance: this.#chance, wait: this.#wait };
    const inner = modelBrain({
      models: async () => [randomModel(dice), randomModel(dice)],
      now: () => this.#now,
      later: (_ms, call) => this.#later(call),
    });
    const check = this.#checkWorld;
    return {
      ...inner,
      async *respond(memory, event, world, now, signal) {
        check(world, event);
        return yield* inner.respond(memory, event, world, now, signal);
      },
    };
  }

  #later = (call: () => void): (() => void) => {
    this.#fillers.push(call);
    return () => {
      this.#fillers = this.#fillers.filter((known) => known !== call);
    };
  };

  #action(): Action {
    // Now and then a step is taken again.
    if (this.#last === null || this.#chance(0.7)) this.#last = this.#newAction();
    return this.#last;
  }

  #newAction(): Action {
    const id = `call-${++this.#ids}`;
    if (this.#chance(0.1)) return { type: "transfer", id: `t-${id}`, phone_number: target, reason: "asked" };
    if (this.#chance(0.5)) return { type: "note_question", id: `n-${id}`, question: "parking" };
    return {
      type: "book",
      id: `b-${id}`,
      kind: "",
      starts_at: this.#chance(0.5) ? noon : four,
      duration_minutes: 30,
      name: this.#pick(people) ?? "",
      phone_number: null,
      email: null,
      notes: "",
    };
  }

  async #act(action: Action): Promise<Outcome> {
    if (this.#begun.has(action.id)) this.broken.push(`${action.id} was begun while it was under way`);
    this.#begun.add(action.id);
    const generation = this.#generation;
    if (this.#chance(0.7)) await this.#wait();
    if (generation === this.#generation) this.#begun.delete(action.id);
    const isRepeated = this.#rows.has(action.id);
    if (!isRepeated && this.#chance(0.2)) return { ok: false, reason: "failed" };
    // After a restart a step that was cut off is taken again, under the same id, and so is a search.
    const mayRepeat = this.#cutOff.has(action.id) || (generation > 0 && action.type.startsWith("find_"));
    if (isRepeated && !mayRepeat) this.broken.push(`${action.id} was done twice`);
    this.#rows.add(action.id);
    const found = action.type === "find_appointments" && this.#chance(0.5) ? none : findings[action.type];
    if (!isRepeated) this.#made(action);
    // An appointment that was found stands as much as one that was made.
    if (action.type === "find_appointments" && found !== none) this.#appointments.push(...foundRows);
    return { ok: true, ...(found !== undefined && { data: found }) };
  }

  #made(action: Action): void {
    if (action.type !== "book" && action.type !== "move_appointment") return;
    const name = action.type === "book" ? action.name : (foundRows[0]?.name ?? "");
    this.#appointments.push({ name, starts_at: action.starts_at });
    this.#madeOnes += 1;
  }

  /** What was said so far in this turn, judged where a sentence ends. */
  #judge(): void {
    for (const { text, of, once } of lies) {
      if (!this.#sentWords.endsWith(text)) continue;
      if (once) this.#toldOnes += 1;
      const isTrue = this.#appointments.some(of) && (!once || this.#toldOnes <= this.#madeOnes);
      if (!isTrue) this.broken.push(`“${text}” was said without a row`);
    }
  }

  #begin(): TurnLoop {
    const mine = this.#generation;
    const isMine = () => mine === this.#generation;
    return new TurnLoop(
      {
        brain: this.#brain,
        now: () => this.#now,
        world: () => ({
          organization: {
            name: `Office ${mine}`,
            time_zone: "America/New_York",
            country: "US",
            address: null,
            phone_number: "+12125550100",
          },
          agent,
          calendar: { busy: [] },
          caller: { phone_number: "+12125550142" },
          direction: "inbound",
        }),
        send: (order) => {
          if (isMine()) this.#sent(order);
        },
        act: (action) => (isMine() ? this.#act(action) : new Promise(() => {})),
        write: (line) => {
          if (!isMine()) return 0;
          const seq = this.#script.push(line);
          if (line.type === "agent") {
            this.#line = seq;
            this.#spoken.set(seq, { words: [], played: 0, isGone: false, isUnsure: false });
          }
          return seq;
        },
        revise: (seq, change) => {
          if (isMine() && change.text !== undefined && this.#spoken.has(seq)) this.#line = seq;
        },
        keep: (state) => {
          if (isMine()) this.#kept = loopState.parse(structuredClone(state));
        },
        wake: (timer, at) => {
          if (isMine()) at === null ? this.#timers.delete(timer) : this.#timers.set(timer, at);
        },
        later: (_ms, call) => this.#later(call),
        ...callerWords,
        failed: (error) => {
          if (!(error instanceof Error) || error.message !== "brain") this.broken.push(`failed: ${error}`);
        },
      },
      this.#kept,
    );
  }

  #sent(order: LineOrder): void {
    if (!this.#isOpen) this.broken.push(`${order.type} after the end`);
    if (order.type === "end") {
      this.#ends += 1;
      this.#isOpen = false;
      this.#drop();
      return;
    }
    if (order.type === "language") return;
    // A new turn replaces what is still waiting to be played.
    if (this.#isNewTurn && order.token !== "") this.#drop();
    this.#isNewTurn = order.last;
    if (order.token === "") return;
    this.#sentWords = `${this.#sentWords}${order.token}`.trimEnd().slice(-200);
    this.#judge();
    this.#sentWords += " ";
    if (order.token.includes("77")) this.broken.push("a price was made up");
    this.#spoken.get(this.#line)?.words.push(order.token.trim());
  }

  #pending = (): [number, Spoken][] =>
    [...this.#spoken].filter(([, { words, played, isGone }]) => !isGone && played < words.length);

  #drop(): void {
    for (const [, spoken] of this.#pending()) spoken.isGone = true;
    this.#isAudible = false;
  }

  /** What was heard, by the line's own account. */
  #checkTranscript(transcript: World["transcript"], where: string, isWorld = false): void {
    const expected = this.#script.flatMap((line, at) => {
      const seq = at + 1;
      if (line.type === "caller" || line.type === "keys")
        return [{ seq, text: plain(line.text), isUnsure: false, mayGo: false }];
      const spoken = this.#spoken.get(seq);
      if (!spoken) return [];
      const words = spoken.isGone ? spoken.words.slice(0, spoken.played) : spoken.words;
      const sent = spoken.isUnsure ? spoken.words : words;
      // An answer of which nothing was heard yet may be taken back.
      const mayGo = isWorld && !spoken.isGone && spoken.played === 0;
      return [{ seq, text: plain(sent.join(" ")), isUnsure: spoken.isUnsure, mayGo }];
    });
    for (const { seq, text, isUnsure, mayGo } of expected) {
      const kept = plain(transcript.find((line) => line.seq === seq)?.text ?? "");
      if (kept === text || (isUnsure && text.startsWith(kept)) || (mayGo && kept === "")) continue;
      this.broken.push(`${where}: line ${seq} was heard as "${text}" and is kept as "${kept}"`);
    }
    if (transcript.some(({ seq }, at) => seq <= (transcript[at - 1]?.seq ?? 0)))
      this.broken.push(`${where}: the lines are not in order`);
  }

  #tell(event: LineEvent): void {
    this.#heard.push(this.#loop.hear(event));
  }

  /** The carrier plays some words and reports them. */
  async #play(most: number): Promise<void> {
    for (let count = 0; count < most; count++) {
      const [next] = this.#pending();
      if (!next) break;
      const [, spoken] = next;
      if (!this.#isAudible) this.#tell({ type: "speaking", who: "agent", on: true });
      this.#isAudible = true;
      const word = spoken.words[spoken.played] ?? "";
      spoken.played += 1;
      this.#tell({ type: "played", text: word });
    }
    if (this.#isAudible && this.#pending().length === 0) {
      this.#isAudible = false;
      this.#tell({ type: "speaking", who: "agent", on: false });
    }
    await settle();
  }

  /** The caller speaks over the agent: what is not played yet never is. */
  #cutIn(): void {
    const pending = this.#pending();
    if (pending.length === 0) return;
    const heard = pending
      .map(([, { words, played }]) => words.slice(0, played).join(" "))
      .join(" ")
      .trim();
    this.#drop();
    this.#tell({ type: "interrupt", heard });
  }

  async #pass(ms: number): Promise<void> {
    await settle();
    // A carrier does not wait before it speaks.
    await this.#play(ms > 500 ? 10_000 : 1);
    const until = this.#now + ms;
    for (;;) {
      const [due] = [...this.#timers].filter(([, at]) => at <= until).sort((a, b) => a[1] - b[1]);
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1]);
      this.#tell({ type: "timer", timer: due[0] });
      await settle();
      await this.#play(10_000);
    }
    this.#now = until;
  }

  async #open(transfer_failed: boolean): Promise<void> {
    this.#drop();
    this.#isOpen = true;
    this.#isNewTurn = true;
    this.#ends = 0;
    this.#tell({ type: "opened", transfer_failed });
    await settle();
  }

  async #restart(): Promise<void> {
    this.#generation += 1;
    for (const id of this.#rows) if (!this.#kept.deeds[id]?.outcome) this.#cutOff.add(id);
    this.#begun.clear();
    this.#waits.length = 0;
    this.#fillers = [];
    this.#heard.length = 0;
    for (const spoken of this.#spoken.values()) spoken.isUnsure = true;
    this.#kept = structuredClone(this.#kept);
    this.#loop = this.#begin();
    await this.#open(false);
  }

  /** Lets some of what waits go on. */
  #release(most: number): void {
    for (const go of this.#waits.splice(this.#below(this.#waits.length), most)) go();
  }

  async #step(): Promise<void> {
    const roll = this.#below(100);
    if (roll < 22) {
      this.#cutIn();
      this.#tell({ type: "prompt", text: this.#pick(utterances) ?? "", last: true });
    } else if (roll < 26) this.#tell({ type: "prompt", text: "well", last: false });
    else if (roll < 34) this.#cutIn();
    else if (roll < 52) await this.#play(1 + this.#below(6));
    else if (roll < 77) this.#release(1);
    else if (roll < 81) this.#tell({ type: "speaking", who: "caller", on: this.#chance(0.5) });
    else if (roll < 84) {
      this.#cutIn();
      this.#tell({ type: "key", key: this.#pick(["1", "0", "#"]) ?? "1" });
    } else if (roll < 92) await this.#pass(this.#pick([300, 900, 2500, 9000]) ?? 0);
    else if (roll < 94) for (const fill of [...this.#fillers]) fill();
    else if (roll < 95) await this.#restart();
    else if (roll < 96) {
      this.#cutIn();
      this.#tell({ type: "prompt", text: "stop calling me", last: true });
    }
    if (this.#chance(0.7)) await settle();
    if (!this.#isOpen && this.#kept.ending?.transfer && this.#chance(0.5)) {
      await this.#open(true);
    }
  }

  /** Runs one call to its end. @returns what did not hold */
  async run(): Promise<string[]> {
    await this.#open(false);
    const most = 8 + this.#below(40);
    for (let step = 0; step < most && this.broken.length === 0; step++) await this.#step();
    // Everything that waits is let go, and time passes until the call is over.
    for (let round = 0; round < 400 && this.#isOpen && this.broken.length === 0; round++) {
      for (const go of this.#waits.splice(0)) go();
      await settle();
      if (round % 4 === 3) await this.#pass(9000);
      if (round > 100) await this.#pass(600_000);
    }
    let isDone = false;
    Promise.all(this.#heard).then(() => {
      isDone = true;
    });
    for (let round = 0; round < 100 && !isDone; round++) {
      for (const go of this.#waits.splice(0)) go();
      await settle();
    }
    if (!isDone) this.broken.push("an event is never done");
    if (this.#isOpen) this.broken.push("the call does not end");
    if (this.#ends !== 1) this.broken.push(`the session was ended ${this.#ends} times`);
    if (!this.#kept.over || this.#timers.size > 0) this.broken.push("the end is not the end");
    this.#checkTranscript(this.#kept.transcript, "the end");
    const sent = this.#ends;
    this.#tell({ type: "prompt", text: "hello?", last: true });
    await settle();
    if (this.#ends !== sent) this.broken.push("something was sent after the end");
    return this.broken;
  }
}

/** The seeds of the random calls in which something did not hold, and what. */
export async function walkLines(
  first: number,
  count: number,
  walker: Walker = "stream",
): Promise<{ seed: number; broken: string[] }[]> {
  const failed: { seed: number; broken: string[] }[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const broken = await new Walk(seed, walker).run();
    if (broken.length > 0) failed.push({ seed, broken: broken.slice(0, 3) });
  }
  return failed;
}
