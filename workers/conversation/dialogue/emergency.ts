/** Handles a danger to life: says first what to do, then offers a person; the call continues when the caller resumes it. */

import type { DangerKind } from "#workers/conversation/english/dangers.ts";
import { dangerSaid, offerUrgent } from "#workers/conversation/english/emergencies.ts";
import { offerTransfer } from "#workers/conversation/english/partings.ts";
import { readAiling } from "#workers/conversation/reading/read-wish.ts";
import { ask, type Turn } from "./turn.ts";

const LONGEST_MESSAGE = 1000;
/** How often a transfer is tried before a message is left. */
const MOST_TRANSFERS = 1;

/** The danger that an utterance and the caller's earlier words describe; remembers symptoms that are harmless by themselves. */
export function dangerOf({ state }: Turn, utterance: string): DangerKind | null {
  const { kind, ailing } = readAiling(state.ailing, utterance, state.emergency);
  state.ailing = ailing;
  return kind;
}

/** Says at once what to do, in the agent's own words if it has any, and offers a person. The current task waits until the caller resumes it. */
export function emergency(turn: Turn, kind: DangerKind): void {
  const { state } = turn;
  state.emergency = true;
  state.danger = kind;
  state.urgent = `${state.urgent === null ? "Urgent:" : `${state.urgent};`} ${turn.utterance}`.slice(
    0,
    LONGEST_MESSAGE,
  );
  sayWhatToDo(turn, kind);
  if (state.pending) return;
  if (state.task !== "open") state.set_aside.push(state.task);
  state.task = "open";
  state.asked = { what: "anything_else" };
  offerHelp(turn);
}

/** "Okay" after words of danger does not agree to an appointment: the instructions are repeated, without a question. */
export function stillEmergency(turn: Turn): void {
  sayWhatToDo(turn, turn.state.danger ?? "help");
  turn.settled = true;
}

function sayWhatToDo(turn: Turn, kind: DangerKind): void {
  const { organization, agent } = turn.world;
  const own = agent.actions.emergency?.say ?? null;
  turn.answers.push({ wordings: dangerSaid(kind, organization.country, own), own_first: own !== null });
}

/** Offers a person after words of danger: a transfer, or an urgent message. @returns whether there was anything to offer */
export function offerHelp(turn: Turn): boolean {
  const { state, world } = turn;
  const { transfer, take_message } = world.agent.actions;
  if (state.urgent === null) return false;
  if (transfer && state.handed_over <= MOST_TRANSFERS)
    ask(turn, offerTransfer(transfer.name || world.organization.name), { what: "yes_no", about: "transfer" });
  else if (take_message && !state.call_back) ask(turn, offerUrgent, { what: "yes_no", about: "call_back" });
  else return false;
  return true;
}
