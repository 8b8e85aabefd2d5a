/** What the agent says of a message is what it stores: a call is promised exactly where the message is a call back to a known number. */
import { describe, expect, it } from "vitest";
import { messageTaken } from "#workers/conversation/english/sayings.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { friday } from "./reader-context.ts";

const promisesCall = (words: string): boolean => /\b(will call you|get a call|call you back)\b/.test(words);

const texts = {
  message: ["Please tell Doctor Lund that I'm late", "and please tell her the crown is fine"],
  "call back": ["Can somebody call me back about my bill", "and please call me back about my crown"],
};
/** Small talk before a message, so that another wording has its turn. */
const detours = ["What are your hours?", "Where are you?", "Is there parking?"];
const numbers = {
  "the number the caller calls from": { from: "+14155550198", says: "yes" },
  "a number the caller gives": { from: "+14155550198", says: "no, 212 555 0142" },
  "no number": { from: null, says: "no" },
} as const;

/** Plays calls that leave messages of one kind. @returns each message with what was said of it */
function messagesOf(kind: keyof typeof texts, { from, says }: { from: string | null; says: string }) {
  const left: { call_back: boolean; has_number: boolean; said: string }[] = [];
  for (let before = 0; before <= detours.length; before++) {
    const line = new SimulatedLine({ ...worlds.answering_service(), caller: { phone_number: from } }, friday);
    const [first = "", second = ""] = texts[kind];
    for (const say of [...detours.slice(0, before), first, "Ann Smith", says, second]) {
      const [turns, actions] = [line.turns.length, line.actions.length];
      line.do({ say });
      const words = line.turns.slice(turns).filter(({ role }) => role === "agent");
      const said = words.map(({ text }) => text).join(" ");
      for (const { action } of line.actions.slice(actions))
        if (action.type === "take_message")
          left.push({ call_back: action.call_back, has_number: action.phone_number !== null, said });
    }
  }
  return left;
}

describe.each(["message", "call back"] as const)("a %s", (kind) => {
  it.each(Object.entries(numbers))("on %s is said as it is stored, in every wording", (_, number) => {
    const left = messagesOf(kind, number);
    expect(left.length).toBeGreaterThanOrEqual(4);
    for (const { call_back, has_number, said } of left) {
      expect([said, call_back]).toEqual([said, kind === "call back"]);
      expect([said, promisesCall(said)]).toEqual([said, call_back && has_number]);
    }
    const reach = number.from === null ? "none" : number.says === "yes" ? "calling_from" : "given";
    for (const wording of messageTaken(kind === "call back", reach)) {
      expect(promisesCall(wording)).toBe(kind === "call back" && reach !== "none");
      expect(left.map(({ said }) => said).join(" ")).toContain(wording);
    }
  });
});
