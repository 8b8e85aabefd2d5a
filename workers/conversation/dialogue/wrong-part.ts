/** What a caller says is wrong with what was read back: forgets that part and asks for it anew. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { partNamed, whichDayInstead, whichTimeInstead } from "#workers/conversation/english/booking.ts";
import { namesKind, namesLabel } from "#workers/conversation/english/parts.ts";
import { askField, whenField } from "./asking.ts";
import { fieldById, kindField, nameField, phoneField } from "./needs.ts";
import type { Taken } from "./take-in.ts";
import { ask, type Turn } from "./turn.ts";

function settled(turn: Turn): true {
  turn.settled = true;
  return true;
}

/**
 * The part that is wrong, named: forgets it and asks for it anew.
 * @returns whether the utterance was an answer
 */
export function replyToWhichPart(
  turn: Turn,
  taken: Taken,
  verdict: "yes" | "no" | null,
  utterance: string,
): boolean {
  const { state, world } = turn;
  if (taken.wish || taken.fields.length > 0) return settled(turn);
  const appointment = whenField(turn);
  const part = partNamed(turn.reading?.text ?? "") ?? partIn(utterance);
  if (part && state.fields[appointment.id]) {
    // What was wished for stays, so that the new day keeps the hour and the new hour the day.
    delete state.fields[appointment.id];
    ask(turn, part === "day" ? whichDayInstead : whichTimeInstead, { what: "field", field: appointment });
    return settled(turn);
  }
  const field = namedField(turn, utterance);
  if (field) {
    state.changed.push(field.id);
    // The number that they call from is not asked about again when it was the wrong one.
    if (field.type === "phone" && state.fields[field.id]?.value === world.caller.phone_number)
      state.other_number = true;
    delete state.fields[field.id];
    askField(turn, field);
    return settled(turn);
  }
  if (verdict === "yes" || /\b(nothing|none|it'?s fine|all good)\b/i.test(utterance)) {
    state.asked = { what: "confirm" };
    return settled(turn);
  }
  const { agent } = world;
  if (/\b(everything|all of it|whole thing)\b/i.test(utterance)) {
    for (const { id } of [appointment, nameField(agent)]) delete state.fields[id];
    return settled(turn);
  }
  return false;
}

function partIn(utterance: string): "day" | "time" | null {
  if (/\b(day|date)\b/i.test(utterance)) return "day";
  return /\b(time|hour)\b/i.test(utterance) ? "time" : null;
}

function namedField({ world }: Turn, utterance: string): AgentField | null {
  const { agent } = world;
  if (/\bname\b/i.test(utterance)) return nameField(agent);
  if (/\b(number|phone)\b/i.test(utterance)) return fieldById(world, phoneField(agent).id);
  if (/\be-?mail\b/i.test(utterance)) return fieldById(world, "email");
  if (namesKind.test(utterance) && (agent.actions.book?.kinds.length ?? 0) > 1) return kindField(agent);
  return agent.fields.find(({ label }) => namesLabel(utterance, label)) ?? null;
}
