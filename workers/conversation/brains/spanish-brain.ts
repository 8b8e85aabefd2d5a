/**
 * Looks after a caller in Spanish where code has to: danger, a person, and the rest of a call that no model answers any
 * more. It puts through or takes a message, with the same memory giving the same moves. The built-in brain speaks English only.
 * Long because every move of the desk reads and changes one memory.
 */
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type {
  Action,
  Brain,
  CallEvent,
  EndReason,
  Move,
  World,
} from "#workers/conversation/line/conversation.ts";
import { isMemberTransfer } from "#workers/conversation/line/member-transfer.ts";
import { personFor } from "#workers/conversation/line/people.ts";
import * as times from "#workers/conversation/spanish/call-times.ts";
import * as words from "#workers/conversation/spanish/desk-words.ts";
import { figuresIn } from "#workers/conversation/spanish/figures.ts";
import { wordsOnly } from "#workers/conversation/spanish/plain.ts";
import { dangerIn } from "#workers/conversation/spanish/wishes.ts";
import { callTimeOf } from "#workers/conversation/time/call-time.ts";
import { readWish } from "./caller-words.ts";
import { freshSpanish, type SpanishMemory, spanishOf } from "./spanish-memory.ts";

const longestMessage = 1000;
/** How often a name or a number is asked for before it goes without. */
const mostAsked = 2;

type Turn = { memory: SpanishMemory; world: World; now: number };
type Moves = Generator<Move, void, void>;

const say = (...parts: string[]): Move => ({
  type: "say",
  text: parts.filter((part) => part !== "").join(" "),
});

function* act(memory: SpanishMemory, action: (id: string) => Action): Moves {
  memory.deeds += 1;
  const made = action(`spanish-${memory.deeds}`);
  yield { type: "do", action: made };
}

function* end(memory: SpanishMemory, reason: EndReason): Moves {
  memory.asks = "nothing";
  memory.ended = true;
  yield* act(memory, (id) => ({ type: "end", id, reason }));
}

/** A question, and the words before it. */
function* ask(memory: SpanishMemory, asks: SpanishMemory["asks"], ...parts: string[]): Moves {
  memory.times = memory.asks === asks ? memory.times + 1 : 1;
  memory.asks = asks;
  yield say(...parts);
}

/** Whom callers are put through to, by name. */
const personOf = (world: World): string => personFor(world)?.name || world.organization.name;

const mayTransfer = ({ memory, world }: Turn): boolean =>
  world.agent.actions.transfer !== null && !memory.transferred;

/** Puts the caller through, or takes a message; without both the call can only end. */
function* toPerson(turn: Turn, before: string): Moves {
  const { memory, world } = turn;
  const transfer = personFor(world);
  if (transfer && mayTransfer(turn)) {
    memory.asks = "nothing";
    memory.transferred = true;
    memory.pending = "transfer";
    yield say(before, words.puttingThrough(personOf(world)));
    const { phone_number } = transfer;
    return yield* act(memory, (id) => ({
      type: "transfer",
      id,
      phone_number,
      reason: memory.about || "Spoke Spanish",
    }));
  }
  yield* toMessage(turn, before);
}

function* toMessage(turn: Turn, before: string): Moves {
  const { memory, world } = turn;
  if (world.agent.actions.take_message && !memory.taken)
    return yield* next(turn, [before, words.takeMessage].filter((part) => part !== "").join(" "));
  const lead = before === "" ? words.noOne : before;
  if (!memory.stays) {
    memory.asks = "nothing";
    return yield say(lead, words.anythingElse);
  }
  yield say(lead, words.callAgain);
  yield* end(memory, "goodbye");
}

/** Asks for what is still missing of a message. */
function* next({ memory, world }: Turn, before: string): Moves {
  if (memory.name === null) return yield* ask(memory, "name", before, words.askName);
  memory.phone_number ??= world.caller.phone_number;
  if (memory.phone_number === null) return yield* ask(memory, "number", before, words.askNumber);
  yield* ask(memory, "message", before, words.askMessage);
}

/** Where no one took the transfer, a time is asked for once the message is told, unless that says it. */
function* told(turn: Turn, text: string): Moves {
  const { memory, world } = turn;
  memory.text = text;
  const canBeCalled = (memory.phone_number || world.caller.phone_number) !== null;
  if (!memory.unreached || memory.urgent || !canBeCalled) return yield* message(turn, text);
  memory.call_at = callsForIt.test(wordsOnly(text)) ? timeIn(turn, text) : null;
  if (memory.call_at !== null) return yield* message(turn, text);
  yield* ask(memory, "time", times.whenToCall);
}

const callsForIt = /\bllam/;

function timeIn({ world, now }: Turn, text: string): number | null {
  const { time_zone } = world.organization;
  const when = times.whenIn(text, localDate(now, time_zone));
  return when && callTimeOf(when, { now, time_zone, hours: world.agent.hours });
}

function* time(turn: Turn, text: string): Moves {
  const { memory } = turn;
  memory.call_at = timeIn(turn, text);
  const isOpen = memory.call_at === null && !times.isAnyTime(text) && words.agrees(text) !== "no";
  if (isOpen && memory.times < mostAsked) return yield* ask(memory, "time", times.whenToCallAgain);
  yield* message(turn, memory.text);
}

function* message({ memory, world }: Turn, text: string): Moves {
  memory.asks = "nothing";
  memory.pending = "message";
  yield* act(memory, (id) => messageOf(memory, world, id, text));
}

const messageOf = (memory: SpanishMemory, world: World, id: string, text: string): Action => ({
  type: "take_message",
  id,
  text: [
    memory.urgent ? "Urgent (in Spanish):" : "In Spanish:",
    text,
    memory.about === "" ? "" : `(${memory.about})`,
  ]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, longestMessage),
  name: memory.name || null,
  phone_number: memory.phone_number || world.caller.phone_number,
  call_back: true,
  ...(memory.call_at !== null && { call_at: memory.call_at }),
});

function* said(turn: Turn, text: string): Moves {
  const { memory, world } = turn;
  const { wish } = readWish(text, "", world.agent.actions.emergency?.words ?? []);
  if (wish === "emergency") return yield* danger(turn, text);
  if (wish === "stop_calling") {
    yield* act(memory, (id) => ({ type: "opt_out", id }));
    yield say(words.optedOut);
    return yield* end(memory, "opt_out");
  }
  if (wish === "person" && memory.asks !== "message")
    return yield* toPerson(turn, mayTransfer(turn) ? "" : words.noOne);
  const { asks } = memory;
  switch (asks) {
    case "offer":
      return yield* offered(turn, words.agrees(text));
    case "name": {
      const name = words.nameIn(text);
      if (name === null && memory.times < mostAsked) return yield* ask(memory, "name", words.askNameAgain);
      memory.name = name ?? "";
      return yield* next(turn, "");
    }
    case "number":
      return yield* number(turn, text);
    case "message":
      return yield* told(turn, text.trim());
    case "time":
      return yield* time(turn, text);
    case "nothing":
      if (memory.pending !== null) return;
      if (memory.taken || words.isLeave(text)) {
        yield say(words.goodbye);
        return yield* end(memory, "goodbye");
      }
      yield* toPerson(turn, words.trouble);
  }
}

/** A person or an urgent message was offered. */
function* offered(turn: Turn, answer: "yes" | "no" | null): Moves {
  const { memory, world } = turn;
  if (answer === "yes") return yield* toPerson(turn, "");
  if (answer === null && memory.times < mostAsked) return yield* ask(memory, "offer", offerOf(turn, world));
  yield* settled(turn, words.allRight);
}

const offerOf = (turn: Turn, world: World): string =>
  mayTransfer(turn) ? words.offerPerson(personOf(world)) : words.offerUrgent;

function* number(turn: Turn, text: string): Moves {
  const { memory, world } = turn;
  const digits = text.replaceAll(/\D/g, "");
  const inWords = figuresIn(text)
    .map(({ value }) => value.replaceAll(/\D/g, ""))
    .join("");
  const found = phoneNumberFrom(digits.length >= 7 ? digits : inWords, world.organization.country);
  if (found === null && memory.times < mostAsked) return yield* ask(memory, "number", words.askNumberAgain);
  // What was said is passed on as it was.
  if (found === null) memory.about = `${memory.about} number: ${text.trim().slice(0, 60)}`.trim();
  memory.phone_number = found ?? "";
  yield* ask(memory, "message", words.askMessage);
}

function* danger(turn: Turn, text: string): Moves {
  const { memory, world } = turn;
  const { agent, organization } = world;
  memory.urgent = true;
  memory.about = `${memory.about} ${text.trim()}`.trim().slice(0, 300);
  const what = words.dangerSaid(dangerIn(text) ?? "help", organization.country, ownWords(world));
  if (mayTransfer(turn) || (agent.actions.take_message && !memory.taken))
    return yield* ask(memory, "offer", what, offerOf(turn, world));
  yield say(what);
}

/** The agent's words for an emergency, where they are Spanish. */
const ownWords = ({ agent }: World): string | null =>
  agent.languages[0] === "es-US" ? (agent.actions.emergency?.say ?? null) : null;

/** The matter is settled: another brain goes on, or the call ends. */
function* settled({ memory }: Turn, ...parts: string[]): Moves {
  memory.asks = "nothing";
  if (!memory.stays) return yield say(...parts, words.anythingElse);
  yield say(...parts, words.goodbye);
  yield* end(memory, "goodbye");
}

function* outcome(turn: Turn, id: string, ok: boolean): Moves {
  const { memory } = turn;
  if (isMemberTransfer(id) && memory.pending === null) {
    memory.unreached = true;
    return yield* toMessage(turn, words.notReached);
  }
  if (id !== `spanish-${memory.deeds}` || memory.pending === null) return;
  const { pending } = memory;
  memory.pending = null;
  if (pending === "transfer") {
    if (ok) return;
    memory.unreached = true;
    return yield* toMessage(turn, words.notReached);
  }
  memory.taken = ok;
  yield* settled(turn, ok ? words.messageTaken : words.messageLost, ok ? willCall(turn) : "");
}

const willCall = ({ memory, world, now }: Turn): string =>
  memory.call_at === null
    ? words.willCall
    : times.callsAt(times.slotSaid(memory.call_at, { now, time_zone: world.organization.time_zone }));

/** The question that is open, once more. */
const again = (turn: Turn): string =>
  ({
    nothing: "",
    offer: offerOf(turn, turn.world),
    name: words.askName,
    number: words.askNumber,
    message: words.askMessage,
    time: times.whenToCall,
  })[turn.memory.asks];

function* happen(turn: Turn, event: CallEvent): Moves {
  const { memory } = turn;
  if (memory.ended) return;
  switch (event.type) {
    case "said":
      return yield* said(turn, event.text);
    case "keyed":
      if (memory.asks === "number") return yield* number(turn, event.digits);
      return yield* toPerson(turn, "");
    case "silence":
      if (event.times <= 1) return yield say(words.stillThere, again(turn));
      yield say(words.goodbye);
      return yield* end(memory, "silence");
    case "outcome":
      return yield* outcome(turn, event.id, event.outcome.ok);
    case "resumed":
      return yield say(words.lineBack, again(turn));
    case "started":
    case "refused":
      return yield* toPerson(turn, words.trouble);
    case "interrupted":
      return;
  }
}

export const spanishBrain: Brain = {
  fresh: () => freshSpanish(),
  isKeying: (memory) => spanishOf(memory)?.asks === "number",
  owed(memory, world) {
    const state = spanishOf(memory);
    const { take_message } = world.agent.actions;
    if (!state || !take_message || state.taken || state.pending || state.ended) return [];
    // Who gave a name, or was in danger, and is gone now is to be called back.
    const isWaiting = state.asks !== "nothing" && (state.urgent || state.name);
    return isWaiting && (state.phone_number || world.caller.phone_number)
      ? [
          messageOf(
            state,
            world,
            "spanish-owed",
            state.text || "The caller hung up before leaving the message.",
          ),
        ]
      : [];
  },
  async *respond(stored, event, world, now, signal) {
    const memory = structuredClone(spanishOf(stored) ?? freshSpanish());
    for (const move of happen({ memory, world, now }, event)) {
      if (signal.aborted) break;
      yield move;
    }
    return memory;
  },
};
