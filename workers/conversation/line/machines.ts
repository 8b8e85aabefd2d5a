/** What an agent does when a machine answers its call: leaves its message after the beep, or hangs up. */
import type { Answering } from "./answering.ts";
import type { Scene } from "./conversation.ts";
import { filled } from "./filled.ts";
import type { Answerer } from "./line-events.ts";
import type { Ending, LoopState } from "./loop-state.ts";

export const isMachine = (who: Answerer): boolean => who !== "human" && who !== "unknown";

type Met = {
  reason: "voicemail_left" | "voicemail_hangup" | "mailbox_full" | "ivr";
  /** Null: it hangs up without a word. */
  say: string | null;
};

const full =
  /\bmailbox is full\b|\b(?:cannot|can't|not|unable to) accept(?:ing)? (?:any )?(?:new |more )?messages\b/i;
const menu = /\bpress (?:one|two|three|zero|star|pound|[0-9*#])/i;
const recording = /\b(?:message|voicemail|voice mail|tone|beep)\b/i;

/** @returns null: a person, or its greeting still plays and a message is to be left */
function machineMet(who: Answerer, state: LoopState, world: Scene): Met | null {
  const { voicemail, voicemail_message } = world.agent;
  if (!isMachine(who) || voicemail === "off" || voicemail === "default") return null;
  const heard = state.transcript
    .filter((line) => line.who === "caller")
    .map(({ text }) => text)
    .join(" ");
  if (full.test(heard)) return { reason: "mailbox_full", say: null };
  // A fax, or a menu that takes no message.
  if (who === "fax" || (menu.test(heard) && !recording.test(heard))) return { reason: "ivr", say: null };
  if (voicemail === "hang_up" || !voicemail_message) return { reason: "voicemail_hangup", say: null };
  return who === "machine_end" ? { reason: "voicemail_left", say: filled(voicemail_message, world) } : null;
}

/**
 * Ends the call, where a machine has it: after the agent's message, or at once.
 * @returns null: the call goes on, or is ending already
 */
export function meetMachine(
  who: Answerer,
  agent: Answering,
  state: LoopState,
  world: Scene,
): (Ending & { isSilent: boolean }) | null {
  const met = machineMet(who, state, world);
  if (!met || (state.ending && !state.ending.reopened)) return null;
  state.ending = { reason: met.reason, transfer: null, reopened: false };
  if (met.say !== null) {
    agent.begin();
    agent.say(met.say);
  }
  return { ...state.ending, isSilent: met.say === null };
}
