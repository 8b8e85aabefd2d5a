/** Stores what an utterance informs of: values of fields, corrections, wishes for a time, a choice among the offers. */
import { z } from "zod";
import type { AgentField } from "#app/agents/agents.schema.ts";
import { listSaid } from "#app/hours/spoken-time.ts";
import { partNamed } from "#workers/conversation/english/booking.ts";
import { choosesAgain } from "#workers/conversation/english/choices.ts";
import {
  asksForHours,
  asksForOpening,
  asksWhatIsFree,
  leavesTheTime,
} from "#workers/conversation/english/openings.ts";
import { soundsLike } from "#workers/conversation/english/questions.ts";
import { sympathy } from "#workers/conversation/english/sayings.ts";
import { isInPassing } from "#workers/conversation/english/signals.ts";
import { upper } from "#workers/conversation/english/slots.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { stem } from "#workers/conversation/reading/read-choice.ts";
import type { Act } from "#workers/conversation/words/acts.ts";
import { questionOf } from "./answers.ts";
import { takeEndOfNumber } from "./end-of-number.ts";
import { takeLettersTold } from "./letters-told.ts";
import { appointmentField, fieldById, kindField, valueSaid } from "./needs.ts";
import { takeValue } from "./take-value.ts";
import { clockworkOf, react, readContextOf, type Turn } from "./turn.ts";
import { chosen, takeWish } from "./wishes.ts";
import { takeDayByPlace, takeWrongDay } from "./wrong-days.ts";

/** What an utterance brought. */
export type Taken = {
  /** Fields that have a new value, by id, in the order heard. */
  fields: string[];
  wish: boolean;
  /** The kind of appointment that was concluded from other words than its name. */
  guess?: string;
  /** Questions that were taken as a wish, and need no other answer. */
  wished_by: readonly Act[];
};

/** Takes in everything that the utterance informs of. */
export function takeIn(turn: Turn, acts: readonly Act[]): Taken {
  const { world, state } = turn;
  const taken: Taken = { fields: [], wish: false, wished_by: [] };
  const informs = acts.filter(({ act }) => act === "inform" || act === "correct" || act === "choose");
  const appointment = appointmentField(world.agent);
  if (takeOtherChoice(turn)) {
    taken.fields.push(appointment.id);
    return taken;
  }
  const mended = takeEndOfNumber(turn) ?? takeLettersTold(turn);
  if (mended !== null) {
    taken.fields.push(mended);
    return taken;
  }
  for (const act of informs) {
    if (act.field === "offer") {
      if (takeOffer(turn, act)) taken.fields.push(appointment.id);
      continue;
    }
    const field = fieldById(world, act.field ?? "");
    if (!field || field.type === "appointment") continue;
    if (field.type === "phone" && act.value === null) {
      refuseNumber(turn, field.id);
      taken.fields.push(field.id);
      continue;
    }
    const is_new = field.type === "choice" ? takeChoice(turn, field, act) : takeValue(turn, field, act);
    if (!is_new) continue;
    taken.fields.push(field.id);
    const kind = state.fields[field.id]?.value;
    if (field.id === kindField(world.agent).id && typeof kind === "string") state.talked_of = kind;
    const asked = state.asked.what === "field" && state.asked.field.id === field.id;
    if (
      field.id === kindField(world.agent).id &&
      !asked &&
      typeof kind === "string" &&
      !names(act.words, kind)
    )
      taken.guess = kind;
  }
  if (world.agent.actions.book && !taken.fields.includes(appointment.id)) takeTime(turn, acts, taken);
  return taken;
}

const ruledOut = z.object({ except: z.string(), instead: z.string().nullable() });

/** Takes a choice. One that is ruled out is forgotten, and what the caller wants in its place is put down in their words. @returns whether the field has a new value, or none any more */
function takeChoice(turn: Turn, field: AgentField, act: Act): boolean {
  const { state, world } = turn;
  const out = ruledOut.safeParse(act.value);
  if (!out.success) return takeValue(turn, field, act);
  if (field.id === kindField(world.agent).id || state.done.lead) return false;
  const { except, instead } = out.data;
  const known = state.fields[field.id];
  const asked = state.asked.what === "field" && state.asked.field.id === field.id;
  if (known?.value !== except && !asked) return false;
  if (instead !== null) return takeValue(turn, field, { ...act, value: upper(instead) });
  delete state.fields[field.id];
  return true;
}

/** The number that the caller calls from is none to call them on: another one is asked for. */
function refuseNumber({ state, world }: Turn, id: string): void {
  state.other_number = true;
  const known = state.fields[id];
  if (known && (known.value === world.caller.phone_number || known.value === null)) delete state.fields[id];
}

const letters = (words: string): string => words.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether the words are the name of a kind or a part of it, in whatever ending; "a cavity" is no name for a filling. */
function names(words: string, kind: string): boolean {
  const said = words.split(/\s+/).map((word) => letters(stem(word.toLowerCase())));
  return (
    letters(words).includes(letters(kind)) ||
    said.some((word) => word.length > 3 && letters(kind).includes(word))
  );
}

/** A time that was named, or a question for one, becomes the wish; a question about our hours does not. */
function takeTime(turn: Turn, acts: readonly Act[], taken: Taken): void {
  const { world, reading, state } = turn;
  if (
    (state.asked.what === "which_part_is_wrong" || state.asked.what === "confirm") &&
    partNamed(reading?.text ?? "")
  )
    return;
  if (takeWrongDay(turn) || takeDayByPlace(turn)) {
    taken.wish = true;
    return;
  }
  const asks = acts.filter(({ act }) => act === "ask");
  const named = acts.some(
    ({ act, field }) =>
      act !== "ask" && field !== undefined && fieldById(world, field)?.type === "appointment",
  );
  const for_opening = asks.filter((act) => asksForOpening(questionOf(act)));
  const calls = acts.some(({ act }) => act === "new_task");
  const hours_only = !calls && for_opening.length === 0 && asksForHours(reading?.text ?? "");
  if (reading?.when && !hours_only && !inPassing(turn, acts) && (named || for_opening.length > 0)) {
    const any = reading.when.relation === null && leavesTheTime(reading.text);
    takeWish(turn, any ? { ...reading.when, relation: "any" } : reading.when);
    taken.wish = true;
    taken.wished_by = for_opening;
    return;
  }
  const for_any = asks.filter((act) => asksWhatIsFree(questionOf(act)));
  if (reading?.when || for_any.length === 0) return;
  const { date } = state.focus;
  takeWish(turn, { options: date ? [{ date }] : [], except: [], relation: "any" });
  taken.wish = true;
  taken.wished_by = for_any;
}

/** Whether an hour was mentioned that has nothing to do with the start time that stands already. */
function inPassing({ state, world, reading }: Turn, acts: readonly Act[]): boolean {
  const when = reading?.when;
  const agreed = typeof state.fields[appointmentField(world.agent).id]?.value === "number";
  const said = acts.find(({ value }) => value === when);
  if (!agreed || !when || !said || said.act === "correct" || acts.some(({ act }) => act === "deny"))
    return false;
  if (when.options.length !== 1 || when.options.some(({ date, at }) => date !== undefined || !at))
    return false;
  const own = new Set(said.words.toLowerCase().split(/[^\p{L}\d]+/u));
  return isInPassing(reading.text.split(" ").filter((word) => !own.has(word)));
}

/** A choice among the offered start times, by its place. */
export function takeOffer(turn: Turn, { value, words }: Pick<Act, "value" | "words">): boolean {
  const { state, world } = turn;
  const slot = typeof value === "number" ? state.offered[value] : undefined;
  if (slot === undefined) return false;
  const { id } = appointmentField(world.agent);
  state.fields[id] = { value: slot, words, turn: state.turn, trust: "heard" };
  state.changed.push(id);
  const { offered } = state;
  chosen(turn, slot);
  state.chosen_from = offered;
  turn.settled = true;
  return true;
}

/** "No wait, the second one", or merely its hour, said when something else is asked already. @returns whether another time was chosen */
function takeOtherChoice(turn: Turn): boolean {
  const { state, reading } = turn;
  const { chosen_from, asked } = state;
  const text = reading?.text ?? "";
  const names = asked.what === "field" && asked.field.type === "name";
  const by_place = choosesAgain(text);
  if (chosen_from.length < 2 || asked.what === "offer" || !(by_place || names)) return false;
  const context = { ...readContextOf(turn), asked: { what: "offer", slots: chosen_from } } as const;
  const act = read(text, context).acts.find(({ act, field }) => act === "choose" && field === "offer");
  if (!act || !(by_place || letters(act.words) === letters(text))) return false;
  state.offered = chosen_from;
  return takeOffer(turn, act);
}

/**
 * Says back what was just heard, in one sentence before the next question; at a confirmation the question itself does it.
 * The start time is left to the place that found it.
 */
export function sayBack(turn: Turn, taken: Taken): void {
  const { state, world } = turn;
  const clockwork = clockworkOf(turn);
  const said = taken.fields.flatMap((id) => {
    const field = fieldById(world, id);
    const known = state.fields[id];
    if (!field || !known || known.trust !== "heard") return [];
    const phrase = valueSaid(field, known, world, clockwork);
    return phrase === "" ? [] : [{ field, phrase }];
  });
  const name = said.find(({ field }) => field.type === "name");
  const rest = said.filter((one) => one !== name);
  const list = listSaid(
    rest.map(({ phrase }) => phrase),
    "and",
  );
  const says = said.map(({ field, phrase }) => ({ field: field.id, phrase }));
  if (name) {
    // Only the first name is used, but the whole of it was heard right or is corrected at the confirmation.
    const [first = ""] = name.phrase.split(/\s+/);
    const own = says.map((one) => (one.field === name.field.id ? { ...one, phrase: first } : one));
    const tail = list ? `: ${list}` : "";
    const thanks = turn.sympathetic
      ? sympathy.map((words) => words.replace(/\.$/, `, ${first}${tail}.`))
      : [`Thanks, ${first}${tail}.`, `Thank you, ${first}${tail}.`, `Hello, ${first}${tail}.`];
    react(turn, thanks, own);
    return;
  }
  const guessed = taken.guess !== undefined && rest.length === 1;
  if (turn.sympathetic && guessed) {
    // One clause for both: the question that follows may name two start times.
    react(
      turn,
      sympathy.map((words) => words.replace(/\.$/, `; ${list}, then.`)),
      says,
    );
    return;
  }
  if (turn.sympathetic) react(turn, sympathy);
  if (!list) return;
  if (guessed) react(turn, soundsLike(list), says);
  else react(turn, [`${upper(list)}.`, `${upper(list)}, good.`, `All right, ${list}.`], says);
}
