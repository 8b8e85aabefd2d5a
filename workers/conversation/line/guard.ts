/**
 * The guard around a brain that is not to be trusted (docs/conversation.md, "The guard"). What code has to answer goes to
 * the desk and never to the brain; what the brain says is judged sentence by sentence before it is spoken.
 */
import type { Json } from "#app/platform/json.ts";
import type { Action, Brain, CallEvent, Move, RefusalReason, World } from "./conversation.ts";
import { proofsOf, refusalOf, takeFound, takeInto } from "./guard-checks.ts";
import { type Desk, type Guarded, type GuardReaders, guardMemory } from "./guard-terms.ts";
import { Sentences } from "./sentences.ts";
import { aboutOf } from "./told-deeds.ts";

/** What a brain may say in one turn; the rest is cut at the end of a sentence. */
const mostSentences = 4;
const mostWords = 70;
/** A brain that goes on for so many characters behind the cut, or so many moves, is stopped. */
const mostDropped = 2000;
const mostMoves = 2000;
const longestNote = 300;
/** So often in a turn a brain may try to say it otherwise. */
const mostRetries = 1;

const deskPrefix = "desk-";

type Refused = { text: string; reason: RefusalReason };

const countWords = (text: string): number => text.split(/\s+/).length;

export function guarded(brain: Brain, desk: Desk, readers: GuardReaders): Brain {
  const memoryOf = (memory: Json): Guarded =>
    guardMemory.safeParse(memory).data?.guard ?? freshGuard(brain.fresh());
  const holds = (guard: Guarded): boolean => guard.desk !== null && desk.holds(guard.desk);
  const isKeying = (guard: Guarded): boolean => {
    const holder = holds(guard) ? desk : brain;
    return holder.isKeying?.(holds(guard) ? guard.desk : guard.brain) ?? false;
  };
  return {
    fresh: () => ({ guard: freshGuard(brain.fresh()) }),
    isKeying: (memory) => isKeying(memoryOf(memory)),
    owed(memory, world) {
      const guard = memoryOf(memory);
      const owed = guard.desk === null ? [] : (desk.owed?.(guard.desk, world) ?? []);
      return [...(brain.owed?.(guard.brain, world) ?? []), ...owed.map(renamed)];
    },
    async *respond(memory, event, world, now, signal) {
      const guard = memoryOf(memory);
      if (event.type !== "outcome")
        Object.assign(guard, { sentences: 0, words: 0, refused: 0, isCut: false });
      takeInto(guard, event, readers);
      // A colleague's figures may be said.
      for (const { who, text } of world.transcript) if (who === "colleague") takeFound(guard, text, readers);
      const asked = { guard, event, world, now, signal };
      if (isForDesk(event, guard, world)) yield* answerAtDesk(desk, asked);
      else {
        // Known from here on, even if the answer is stopped.
        if (event.type === "outcome") yield remember(guard);
        yield* new Answer(brain, readers, asked).moves();
      }
      return { guard };
    },
  };

  /** Whether code has to answer. */
  function isForDesk(event: CallEvent, guard: Guarded, world: World): boolean {
    if (event.type === "outcome") return guard.deeds[event.id]?.by === "desk";
    if (event.type === "keyed" && event.digits.replace(/\D/g, "") === "0" && !isKeying(guard)) return true;
    if (event.type === "said") {
      const read = readers.wish(event.text, guard.ailing, world.agent.actions.emergency?.words ?? []);
      guard.ailing = read.ailing;
      if (read.wish !== null) return true;
    }
    return holds(guard);
  }
}

const freshGuard = (brain: Json): Guarded => ({
  brain,
  desk: null,
  deeds: {},
  rows: {},
  collected: {},
  found: [],
  told: [],
  digits: "",
  ailing: "",
  sentences: 0,
  words: 0,
  refused: 0,
  isCut: false,
});

/** The desk's actions are told apart from the brain's. */
const renamed = <Kind extends Action>(action: Kind): Kind => ({ ...action, id: `${deskPrefix}${action.id}` });

const remember = (guard: Guarded): Move => ({ type: "remember", memory: structuredClone({ guard }) });

function note(move: Extract<Move, { type: "note" }>, guard: Guarded): Move {
  if (move.note.type === "filled_in") Object.assign(guard.collected, move.note.values);
  return move;
}

/** An action as it is kept, before its outcome. */
const deedOf = (
  action: Action,
  by: "brain" | "desk",
  guard: Guarded,
  { agent }: World,
): Guarded["deeds"][string] => ({
  type: action.type,
  by,
  ok: false,
  proves: by === "brain" ? proofsOf(action, agent) : [],
  ...aboutOf(action, guard),
  told: false,
  said: [],
});

type Asked = { guard: Guarded; event: CallEvent; world: World; now: number; signal: AbortSignal };

/** The desk answers; its words are the product's own. */
async function* answerAtDesk(
  desk: Desk,
  { guard, event, world, now, signal }: Asked,
): AsyncGenerator<Move, void, void> {
  const told: CallEvent =
    event.type === "outcome" ? { ...event, id: event.id.slice(deskPrefix.length) } : event;
  const memory = event.type === "outcome" ? guard.desk : desk.joins(guard.desk, guard.collected, world);
  const moves = desk.respond(memory, told, world, now, signal);
  for (let step = await moves.next(); ; step = await moves.next()) {
    if (step.done) {
      guard.desk = step.value;
      return;
    }
    const move = step.value;
    if (move.type === "remember") guard.desk = move.memory;
    else if (move.type === "do") {
      const action = renamed(move.action);
      guard.deeds[action.id] ??= deedOf(action, "desk", guard, world);
      yield { type: "do", action };
    } else yield move.type === "note" ? note(move, guard) : move;
  }
}

/** One answer of the guarded brain. */
class Answer {
  readonly #brain: Brain;
  readonly #readers: GuardReaders;
  readonly #asked: Asked;
  /** What the brain was going to say when it was stopped. */
  #refused: Refused | null = null;
  #dropped = 0;

  constructor(brain: Brain, readers: GuardReaders, asked: Asked) {
    this.#brain = brain;
    this.#readers = readers;
    this.#asked = asked;
  }

  /** The brain's moves as they may be made. A brain whose words are refused is told, and may say it otherwise. */
  async *moves(): AsyncGenerator<Move, void, void> {
    const { guard, event, signal } = this.#asked;
    yield* this.#ask(event);
    while (this.#refused && guard.refused <= mostRetries && !signal.aborted) {
      const { text, reason } = this.#refused;
      this.#refused = null;
      yield* this.#ask({ type: "refused", text, reason });
    }
  }

  async *#ask(event: CallEvent): AsyncGenerator<Move, void, void> {
    const { guard, world, now, signal } = this.#asked;
    const own = new AbortController();
    const sentences = new Sentences(this.#readers.marks);
    const moves = this.#brain.respond(guard.brain, event, world, now, AbortSignal.any([signal, own.signal]));
    let isDone = false;
    try {
      for (let made = 0; made < mostMoves && this.#dropped < mostDropped; made++) {
        const step = await moves.next();
        if (step.done) {
          isDone = true;
          guard.brain = step.value;
          yield* this.#speak(sentences.rest());
          return;
        }
        const move = step.value;
        if (move.type === "say") yield* this.#speak(sentences.add(`${move.text}${move.ends ? "\n" : " "}`));
        else if (move.type === "note") yield note(move, guard);
        else if (move.type === "found") takeFound(guard, move.data, this.#readers);
        else if (move.type === "remember") {
          guard.brain = move.memory;
          yield remember(guard);
        } else {
          yield* this.#speak(sentences.rest());
          if (!this.#refused) yield* this.#act(move.action);
        }
        if (this.#refused) return;
      }
      yield* this.#speak(sentences.rest());
    } finally {
      own.abort();
      // The brain may not notice; its end is not waited for.
      if (!isDone) moves.return(guard.brain).catch(() => {});
    }
  }

  *#act(action: Action): Generator<Move, void, void> {
    const { guard, world } = this.#asked;
    guard.deeds[action.id] ??= deedOf(action, "brain", guard, world);
    yield remember(guard);
    yield { type: "do", action };
  }

  *#speak(sentences: readonly string[]): Generator<Move, void, void> {
    const { guard, world, now } = this.#asked;
    for (const text of sentences) {
      if (this.#refused) return;
      const isTooLong =
        guard.isCut ||
        guard.sentences >= mostSentences ||
        (guard.sentences > 0 && guard.words + countWords(text) > mostWords);
      if (isTooLong) {
        this.#dropped += text.length;
        if (!guard.isCut) yield heldBack(text, "too_long");
        guard.isCut = true;
        continue;
      }
      const reason = refusalOf(text, guard, world, now, this.#readers);
      if (reason === null) {
        guard.sentences += 1;
        guard.words += countWords(text);
        yield { type: "say", text };
        continue;
      }
      yield heldBack(text, reason);
      yield { type: "say", text: this.#readers.instead[world.language][reason][guard.refused === 0 ? 0 : 1] };
      guard.refused += 1;
      this.#refused = { text, reason };
    }
  }
}

const heldBack = (text: string, reason: RefusalReason | "too_long"): Move => ({
  type: "note",
  note: { type: "held_back", text: text.slice(0, longestNote), reason },
});
