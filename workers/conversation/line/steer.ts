/** Carries out what a member orders who follows a running call, and tells a caller that it is no longer recorded. */
import type { Answering } from "./answering.ts";
import type { Action } from "./conversation.ts";
import type { CallOrder } from "./line-events.ts";
import type { LoopState } from "./loop-state.ts";
import { actionSaid, loopWords } from "./loop-words.ts";
import { memberTransfer } from "./member-transfer.ts";
import { keepHeard } from "./transcript.ts";

/** @returns whether the agent has something to say now; a whisper waits for the next turn */
export function steer(order: CallOrder, agent: Answering, state: LoopState): boolean {
  // A goodbye is under way: what is said after it would not be heard.
  if (state.ending && !state.ending.reopened) return false;
  if (order.do === "whisper") {
    const seq = agent.write("note", `Told the agent: ${order.text}`, { type: "whispered" });
    keepHeard(state.transcript, { seq, who: "colleague", text: order.text });
    return false;
  }
  agent.begin();
  switch (order.do) {
    case "say":
      agent.say(order.text, { type: "said_for_member", member: order.by });
      // The caller is answered by a person: what they said before is no longer open.
      Object.assign(state, { ending: null, unanswered: null, waits_since: null });
      break;
    case "end":
      state.ending = { reason: "stopped_by_member", transfer: null, reopened: false };
      agent.say(loopWords(state.language).stopped);
      break;
    case "transfer": {
      const { phone_number, takeover } = order;
      const id = memberTransfer(state.turn);
      const action: Action = { type: "transfer", id, phone_number, reason: "a member asked for it" };
      const seq = agent.write("action", actionSaid(action, null), { action, outcome: null });
      state.deeds[id] = { seq, action, outcome: null };
      const reason = takeover ? "human_takeover" : "transferred";
      state.ending = { reason, transfer: { id, phone_number, alone: true }, reopened: false };
      agent.say(loopWords(state.language).connecting);
    }
  }
  return true;
}

/** The caller wants no recording, which has been stopped: says so, and waits for what they called about. */
export function sayNotRecorded(agent: Answering, state: LoopState): void {
  Object.assign(state, { ending: null, unanswered: null, waits_since: null });
  agent.begin();
  agent.write("note", "The caller wanted no recording", { type: "recording_declined" });
  agent.say(loopWords(state.language).not_recorded);
}
