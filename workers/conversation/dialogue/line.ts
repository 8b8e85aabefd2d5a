/** Handles everything on the line except speech: the start, keys, silence, interruptions, a reconnected line. */

import { howCanIHelp, introduction, lineBack, stillThere } from "#workers/conversation/english/sayings.ts";
import { filled } from "#workers/conversation/line/filled.ts";
import { read } from "#workers/conversation/reading/read.ts";
import type { Asked } from "#workers/conversation/words/acts.ts";
import { whenField } from "./asking.ts";
import { said } from "./decide.ts";
import { endInSilence, toPerson } from "./endings.ts";
import { askOtherwise, missed } from "./repair.ts";
import { sayBack, takeOffer } from "./take-in.ts";
import { next, pendingAction } from "./tasks.ts";
import { ask, newId, openTurn, react, readContextOf, type Turn } from "./turn.ts";

/** Greets, or introduces itself on an outbound call, and opens the conversation. */
export function started(turn: Turn): void {
  const { state, world } = turn;
  if (state.turn > 0) {
    resumed(turn);
    return;
  }
  const { agent, organization, direction } = world;
  const own = direction === "outbound" ? agent.outbound_greeting : null;
  const fill = filled(own ?? agent.greeting, world);
  // "Thanks for calling" does not fit when we call.
  const outbound = direction === "outbound" && own === null && /\bthank(s| you) for calling\b/i.test(fill);
  const greeting = outbound ? introduction(organization.name) : [fill];
  state.task = agent.kind === "lead_qualification" ? "lead" : "open";
  if (agent.kind === "appointment_booking" && agent.actions.book) state.task = "book";
  if (!outbound && fill.trim().endsWith("?")) {
    ask(turn, greeting, { what: "nothing" });
    return;
  }
  turn.reactions.push({ wordings: greeting, own_first: true });
  if (state.task === "open") ask(turn, howCanIHelp, { what: "nothing" });
  else {
    turn.settled = true;
    next(turn);
  }
}

/** The line is back: resumes the conversation. An interrupted action is repeated under its own id. */
export function resumed(turn: Turn): void {
  const { state } = turn;
  if (state.turn === 0) {
    started(turn);
    return;
  }
  if (state.ended) {
    turn.after.push({ type: "end", id: newId(state, "end"), reason: "goodbye" });
    return;
  }
  react(turn, lineBack);
  if (state.pending) turn.before.push(...pendingAction(turn));
  else askOtherwise(turn);
}

/** Only this much of the last words was heard: values said back in the rest count as not said back. */
export function interrupted({ state }: Turn, heard: string): void {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const through = plain(heard);
  state.last.heard = heard;
  for (const { field, phrase } of state.last.said_back) {
    const known = state.fields[field];
    if (known?.trust === "said_back" && !through.includes(plain(phrase))) known.trust = "heard";
  }
}

/** The caller is silent: asks once, then ends kindly. A caller who asked to wait gets the time. */
export function silence(turn: Turn): void {
  const { state, now } = turn;
  if (state.ended) return;
  if (state.pending) {
    turn.before.push(...pendingAction(turn));
    return;
  }
  if (state.quiet_until !== null && now < state.quiet_until) return;
  state.quiet_until = null;
  if (state.keyed !== "") {
    finishKeys(turn);
    return;
  }
  state.silences += 1;
  if (state.silences > 1) endInSilence(turn);
  else turn.question = { wordings: stillThere };
}

/** Keys: digits of a number, a choice, one for yes and two for no, zero for a person. */
export function keyed(turn: Turn, digits: string): void {
  const { state } = turn;
  if (state.ended || state.pending) return;
  state.silences = 0;
  state.quiet_until = null;
  const { asked } = state;
  const key = digits.replace(/\D/g, "");
  if (asked.what === "field" && (asked.field.type === "phone" || asked.field.type === "number")) {
    keyedNumber(turn, asked.field.type, key, digits.includes("#"));
    return;
  }
  // A pound or star key alone ends an earlier entry.
  if (key === "") return;
  if (key === "0" && toPerson(turn, "caller pressed zero")) return;
  const words = wordsOf(asked, key);
  if (words !== null) said(turn, words);
  else if (asked.what === "offer" && takeOffer(turn, { value: Number(key) - 1, words: digits })) {
    sayBack(turn, { fields: [whenField(turn).id], wish: false, wished_by: [] });
    next(turn);
  } else missed(turn);
}

/** The meaning of a key in words; null when it does not answer the question. */
function wordsOf(asked: Asked, key: string): string | null {
  const first = key === "1";
  if (asked.what === "field" && asked.field.type === "choice")
    return asked.field.options[Number(key) - 1]?.name ?? null;
  if (!first && key !== "2") return null;
  if (asked.what === "morning_or_afternoon") return first ? "in the morning" : "in the afternoon";
  const yes_no =
    asked.what === "confirm" ||
    asked.what === "yes_no" ||
    asked.what === "anything_else" ||
    (asked.what === "field" && asked.field.type === "yes_no");
  return yes_no ? (first ? "yes" : "no") : null;
}

function keyedNumber(turn: Turn, type: "phone" | "number", key: string, is_last: boolean): void {
  const { state } = turn;
  const all = state.keyed + key;
  // A phone number is complete by its country's rules; other numbers end with the pound key or a pause.
  const trial = openTurn(state, turn.world, turn.now);
  trial.state.unfinished = null;
  const reading = read(all, readContextOf(trial));
  const complete = type === "phone" && reading.acts.some(({ act }) => act === "inform" || act === "correct");
  if (complete || (is_last && all !== "")) {
    said(turn, all);
    return;
  }
  state.keyed = all;
}

function finishKeys(turn: Turn): void {
  const all = turn.state.keyed;
  turn.state.unfinished = null;
  said(turn, all);
}
