/** Callers generated from a seed: what each wants, knows and asks, and how each answers the agent. Pure. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { usualCountry } from "#app/platform/usual-country.ts";
import { emailSaid, phoneSaid } from "#workers/conversation/dialogue/needs.ts";
import type { CallState } from "#workers/conversation/dialogue/state.ts";
import type { CallerTurn } from "./simulated-line.ts";

/** The purpose of a caller, and what they know about themselves. */
export type Persona = {
  name: string;
  /** E.164; null: the number called from will do. */
  phone_number: string | null;
  email: string;
  wants: "appointment" | "message" | "answers" | "offer" | "person" | "nothing" | "no_calls";
  /** The kind of appointment, as the agent names it; empty when there is only one. */
  kind: string;
  /** Days and times to try, in the caller's words; each further request uses the next one. */
  times: readonly string[];
  /** Answers to fields, by their id, in the caller's words. */
  answers: Readonly<Record<string, string>>;
  /** Asked of the agent on the way. */
  questions: readonly string[];
  message: string;
  manner: "plain" | "rushed" | "chatty" | "wavering" | "hard_to_hear";
};

/** Numbers between 0 and 1 from a seed, always the same (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a caller does when the agent has spoken. */
export type Caller = (heard: { text: string; state: CallState }) => CallerTurn;

const MOST_TURNS = 40;

/** A caller who behaves as the persona says; the same seed behaves the same. */
export function callerOf(persona: Persona, seed: number): Caller {
  const random = randomOf(seed);
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? "";
  const questions = [...persona.questions];
  const times = [...persona.times];
  let turns = 0;
  let wavered = persona.manner !== "wavering";
  let mumbled = persona.manner !== "hard_to_hear";

  const when = () =>
    times.shift() ?? pick(["the first one you have", "any time tomorrow", "whatever you have"]);
  const wish = () => {
    const first = persona.name.split(" ")[0] ?? "";
    switch (persona.wants) {
      case "appointment": {
        const what = persona.kind ? `a ${persona.kind.toLowerCase()}` : "an appointment";
        if (persona.manner === "rushed") return `${persona.name} here, I need ${what} ${when()}`;
        if (persona.manner === "chatty")
          return pick([
            `Hi, oh good, somebody's there. I've been meaning to call for weeks. I'd like to book ${what}`,
            `Hello, this is ${persona.name}, how are you today? I was hoping to book ${what}`,
          ]);
        if (random() < 0.3) return `Hi, can I book ${what} for ${when()}`;
        return pick([
          `Hi, I'd like to book ${what}`,
          "Hello, can I make an appointment please",
          `Yes hello, I need ${what}`,
        ]);
      }
      case "message":
        return pick([
          "Could somebody call me back please?",
          "I'd like to leave a message",
          "Can I leave a message?",
        ]);
      case "offer":
        return pick([
          "Hi, I saw your offer and I'm interested",
          "Hello, I'd like to know more",
          `Hi, this is ${first}`,
        ]);
      case "person":
        return pick([
          "Can I talk to a person please?",
          "I'd like to speak to somebody",
          "Put me through to a human",
        ]);
      case "no_calls":
        return pick(["Please stop calling me", "Take me off your list", "Don't call this number again"]);
      case "answers":
        return questions.shift() ?? "No that's all, thank you";
      case "nothing":
        return "Sorry, wrong number";
    }
  };

  const fieldAnswer = (field: AgentField): string => {
    const own = persona.answers[field.id];
    if (own !== undefined) return own;
    switch (field.type) {
      case "name":
        return pick([
          persona.name,
          `It's ${persona.name}`,
          `My name is ${persona.name}`,
          `${persona.name}, thanks`,
        ]);
      case "phone":
        return persona.phone_number === null
          ? pick(["Yes, this number is fine", "this number please", "Yes"])
          : phoneSaid(persona.phone_number, usualCountry).replaceAll(",", "");
      case "email":
        return emailSaid(persona.email);
      case "appointment":
        return when();
      case "choice":
        return (
          field.options.find(({ name }) => name === persona.kind)?.name ??
          pick(field.options.map(({ name }) => name))
        );
      case "yes_no":
        return pick(["Yes", "No", "Yes I am", "No, I don't think so"]);
      case "number":
        return String(1 + Math.floor(random() * 9));
      case "date":
        return "March third";
      case "time":
        return "half past nine";
      case "text":
        return persona.message;
    }
  };

  const answer = (state: CallState): string => {
    const { asked } = state;
    switch (asked.what) {
      case "field":
        return fieldAnswer(asked.field);
      case "offer":
        if (times.length > 0 && random() < 0.25) return `Hmm, neither really. ${when()}?`;
        return asked.slots.length === 1
          ? pick(["Yes, that works", "Okay, yes"])
          : pick(["The first one", "The later one please", "The first one is good", "the second one"]);
      case "morning_or_afternoon":
        return pick(["Morning", "The afternoon please", "In the morning"]);
      case "appointment":
        return pick(["The first one", "The later one"]);
      case "confirm": {
        if (wavered || times.length === 0)
          return pick(["Yes please", "Yes, go ahead", "Perfect, yes", "Please do"]);
        wavered = true;
        return `Oh wait, no. ${when()}?`;
      }
      case "which_part_is_wrong":
        return pick(["The time", "The day"]);
      case "anything_else":
        return questions.shift() ?? pick(["No thanks, bye", "No that's all, thank you", "Nope, that's it"]);
      case "yes_no":
        return persona.wants === "person" && asked.about === "book" ? "No" : "Yes please";
      case "message":
        return persona.message;
      case "call_time":
        return pick(["Tomorrow at ten", "Any time", "Thursday afternoon"]);
      case "nothing":
        return wish();
    }
  };

  return ({ state }) => {
    turns += 1;
    if (turns > MOST_TURNS) return { hang_up: true };
    if (!mumbled && turns > 1) {
      mumbled = true;
      return { say: pick(["", "mmfh the uh brrr"]) };
    }
    const said = answer(state);
    const curious = persona.manner === "chatty" && questions.length > 0 && state.asked.what === "field";
    if (curious && random() < 0.5) return { say: `${said}. ${questions.shift()}` };
    return { say: said };
  };
}
