/** A model that says, calls and suffers whatever its dice say. */
import { ModelError, type ModelFault, type UsableModel } from "#workers/conversation/model/model.ts";

export type Dice = {
  below(most: number): number;
  chance(part: number): boolean;
  /** Until the walk lets it go on. */
  wait(): Promise<void>;
};

/** The same lies as the streaming brain tells: bookings by these names and for these times, and this price. */
const words = [
  "Of course.",
  "How can I help?",
  "You're booked, Zebulon.",
  "You're booked, Yolanda.",
  "I've booked you in for Tuesday at noon.",
  "I've booked you in for Thursday at four.",
  "I've booked Yolanda in for Thursday at four.",
  "I've booked that for you.",
  "It costs 77 dollars.",
  "Which day suits you?",
  "On and on it goes. ",
];
const whens = [
  "Thursday at four in the afternoon",
  "next Tuesday at noon",
  "tomorrow",
  "Monday at ten in the morning",
  "gibberish",
  "2026-11-24 12:00",
  "",
];
const tools = [
  "find_times",
  "book_appointment",
  "find_appointments",
  "move_appointment",
  "cancel_appointment",
  "save_details",
  "take_message",
  "search_knowledge",
  "look_up_contact",
  "note_question",
  "confirm",
  "transfer_call",
  "end_call",
  "launch_rocket",
];
const faults: ModelFault[] = [
  "unauthorized",
  "rate_limited",
  "unavailable",
  "cut",
  "malformed",
  "refused",
  "empty",
];
const usage = { input: 900, output: 30, cached: 800 };

export function randomModel({ below, chance, wait }: Dice): UsableModel {
  const pick = (some: readonly string[]): string => some[below(some.length)] ?? "";
  const given = (): string => {
    if (chance(0.05)) return "{not json";
    if (chance(0.05)) return "[1, 2]";
    const all = {
      when: pick(whens),
      name: chance(0.5) ? "Zebulon" : "Yolanda",
      kind: chance(0.5) ? "Consultation" : "",
      appointment: pick(["A1", "A2", "b1"]),
      details: { name: "Dana", [pick(["phone", "reason", "x"])]: pick(["+14155550142", "a chat", "7"]) },
      text: "Please call about the bill",
      question: "Is there parking?",
      reason: pick(["goodbye", "asked", "abuse"]),
      call_back: chance(0.5),
    };
    const kept = Object.entries(all).filter(() => chance(0.9));
    return JSON.stringify(Object.fromEntries(kept));
  };
  return {
    label: "Random model",
    payer: () => "platform",
    cost: () => 1,
    async *ask(_request, signal) {
      const ignores = chance(0.2);
      const isOver = () => signal.aborted && !ignores;
      const said = chance(0.03) ? 400 : below(4);
      for (let at = 0; at < said; at++) {
        if (at < 6 && chance(0.3)) await wait();
        if (isOver()) throw new ModelError("cut");
        yield { type: "text", text: `${pick(words)} ` };
      }
      if (chance(0.02)) throw new Error("brain");
      if (chance(0.08)) throw new ModelError(faults[below(faults.length)] ?? "cut");
      const calls = chance(0.5) ? 1 + below(3) : 0;
      for (let at = 0; at < calls; at++) {
        if (chance(0.2)) await wait();
        if (isOver()) throw new ModelError("cut");
        yield { type: "call", id: `call_${below(1_000_000)}`, name: pick(tools), arguments: given() };
      }
      yield { type: "end", reason: calls > 0 ? "calls" : "stop", usage };
    },
  };
}
