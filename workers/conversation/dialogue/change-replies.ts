/** Answers a caller while an appointment of theirs is being moved or cancelled. */

import { staysAsItIs } from "#workers/conversation/english/own-appointments.ts";
import { anythingElse } from "#workers/conversation/english/sayings.ts";
import type { Act, ActName } from "#workers/conversation/words/acts.ts";
import { commitChange, dropChange } from "./change.ts";
import { tellsOfChange } from "./change-told.ts";
import { finish, next } from "./tasks.ts";
import { ask, react, type Turn } from "./turn.ts";

/** Which one, yes, no, "just cancel it". @returns whether the turn is decided by it */
export function goesOnWithChange(turn: Turn, acts: readonly Act[]): boolean {
  const { state } = turn;
  const others: readonly ActName[] = ["person", "goodbye", "ask", "repeat", "wait", "abuse"];
  if (!state.change || acts.some(({ act }) => others.includes(act))) return false;
  const told = tellsOfChange(turn, acts);
  if (told === "other") return false;
  state.fruitless = 0;
  turn.settled = true;
  if (told === "agreed") commitChange(turn);
  if (told === "left") {
    dropChange(turn);
    react(turn, staysAsItIs);
    finish(turn);
    ask(turn, anythingElse, { what: "anything_else" });
  }
  next(turn);
  return true;
}
