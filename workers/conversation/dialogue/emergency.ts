/** Handles a danger to life: says first what to do, then offers a person; the call continues when the caller resumes it. */

import type { DangerKind } from "#workers/conversation/english/dangers.ts";
import { dangerSaid, offerUrgent } from "#workers/conversation/english/emergencies.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { offerTransfer } from "#workers/conversation/english/partings.ts";
import { readDanger } from "#workers/conversation/reading/read-dangers.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { ask, type Turn } from "./turn.ts";

/** So much of what was said before is remembered beside what is said now. */
const LONGEST_AILING = 300;
const LONGEST_MESSAGE = 1000;
/** A transfer is tried so often; then a message is left. */
const MOST_TRANSFERS = 1;

/** The danger that an utterance tells of, together with what the caller told before; remembers symptoms that are none by themselves. */
export function dangerOf({ state }: Turn, utterance: string): DangerKind | null {
  const words = wordsOf(`${state.ailing}${utterance}`, sounds);
  const { kind, symptom } = readDanger(words, state.emergency);
  const told = symptom !== null && (words[symptom.from]?.start ?? 0) >= state.ailing.length;
  if (kind !== null) state.ailing = "";
  else if (told) state.ailing = `${state.ailing}${utterance}. `.slice(-LONGEST_AILING);
  return kind;
}

/** Says at once what to do, in the agent's own words if it has some, and offers a person. What was being done waits until the caller takes it up again. */
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

/** "Okay", said after words of danger, agrees to no appointment: what to do is said again, and nothing is asked. */
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
