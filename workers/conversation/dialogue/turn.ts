/** One answer of the agent while it is built: its words, actions and notes, and the new state. */
import type { Calendar } from "#app/bookings/calendar.ts";
import { durationOf } from "#app/bookings/calendar.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { outOfWords } from "#workers/conversation/english/partings.ts";
import type { Wordings } from "#workers/conversation/english/sayings.ts";
import type { Clockwork } from "#workers/conversation/english/slots.ts";
import type { Action, EndReason, Move, Note, World } from "#workers/conversation/line/conversation.ts";
import type { Search } from "#workers/conversation/time/openings.ts";
import type { Asked, ReadContext, Reading } from "#workers/conversation/words/acts.ts";
import { agendaOf, appointmentField, fieldById, kindOf, nameField, textOf, written } from "./needs.ts";
import { keepPromises } from "./promises.ts";
import { type Part, remember, type SaidBack, speak } from "./say.ts";
import type { CallState, FoundAnswer } from "./state.ts";
import type { OwnAppointment } from "./state-of-change.ts";

/** The turn under way. Its `state` is a copy; all else is what it will say and do. */
export type Turn = {
  /** A copy that this turn may write to. */
  state: CallState;
  world: World;
  /** ms UTC */
  now: number;
  /** The organization's local date, YYYY-MM-DD. */
  today: string;
  /** What was known before this turn. */
  known: CallState["fields"];
  /** The day that was under discussion before this turn. */
  said_date: string | null;
  /** The caller's words of this turn, as they came; empty when it is no speech. */
  utterance: string;
  reading: Reading | null;
  reactions: Part[];
  answers: Part[];
  question: Part | null;
  closing: Part | null;
  /** Done before the words and after them. */
  before: Action[];
  after: Action[];
  notes: Note[];
  /** What the knowledge answers of this utterance's questions. */
  found: readonly FoundAnswer[];
  /** The caller's appointments must be known first: the turn is put aside until they are. */
  finds: { name: string | null; phone_number: string | null; asked_with: string } | null;
  /** Whether the question that was pending has been dealt with. */
  settled: boolean;
  /** Whether something that was said deserves a word of sympathy. */
  sympathetic: boolean;
};

/** Begins a turn on a copy of the state. `now` is ms UTC. */
export function openTurn(before: CallState, world: World, now: number): Turn {
  const { looking, ...state } = structuredClone(before);
  return {
    state: { ...state, looking: null, finding: null },
    world,
    now,
    today: localDate(now, world.organization.time_zone),
    known: before.fields,
    said_date: before.focus.date,
    utterance: "",
    reading: null,
    reactions: [],
    answers: [],
    question: null,
    closing: null,
    before: [],
    after: [],
    notes: [],
    found: looking?.found ?? [],
    finds: null,
    settled: false,
    sympathetic: false,
  };
}

/** What saying a time in this turn depends on. */
export function clockworkOf({ world, today, said_date }: Turn): Clockwork {
  return { hours: world.agent.hours, time_zone: world.organization.time_zone, today, said_date };
}

/** The agent's calendar, or null when it does not book. */
export function calendarOf({ agent, calendar, organization }: World): Calendar | null {
  const { book } = agent.actions;
  if (!book) return null;
  const { step_minutes, notice_minutes, horizon_days } = book;
  return {
    hours: agent.hours,
    time_zone: organization.time_zone,
    step_minutes,
    notice_minutes,
    horizon_days,
    busy: calendar.busy,
  };
}

/** Where to look for a start time now; null when the agent does not book. An unknown kind counts as the first. */
export function searchOf(turn: Turn): Search | null {
  const { state, world, now } = turn;
  const calendar = calendarOf(world);
  const own = changedAppointment(state);
  if (calendar && own) return searchBeside(turn, calendar, own);
  const duration_minutes = durationOf(world.agent.actions.book?.kinds ?? [], kindOf(state, world) ?? "");
  if (!calendar || duration_minutes === null) return null;
  return { calendar, duration_minutes, now, except: state.except, refused: state.refused, lost: state.lost };
}

/** The appointment that is being moved or cancelled, once it is known which. */
export function changedAppointment({ change, appointments }: CallState): OwnAppointment | null {
  return appointments?.found.find(({ booking_id }) => booking_id === change?.booking_id) ?? null;
}

/** Another time for an appointment: its own counts as free, and is none to offer. */
function searchBeside(
  { state, now }: Turn,
  calendar: Calendar,
  { starts_at, duration_minutes }: OwnAppointment,
): Search {
  const ends_at = starts_at + duration_minutes * minute_ms;
  const busy = calendar.busy.filter(({ from, to }) => from !== starts_at || to !== ends_at);
  const { except, lost } = state;
  const refused = [...state.refused, starts_at];
  return { calendar: { ...calendar, busy }, duration_minutes, now, except, refused, lost };
}

/** What the readers need to know. */
export function readContextOf({ state, world, now }: Turn): ReadContext {
  const { organization, agent, caller } = world;
  const slot = state.fields[appointmentField(agent).id]?.value;
  const zone = organization.time_zone;
  return {
    now,
    time_zone: organization.time_zone,
    country: organization.country,
    hours: agent.hours,
    asked: state.asked,
    fields: agent.fields,
    kinds: agent.actions.book?.kinds ?? [],
    emergency_words: agent.actions.emergency?.words ?? [],
    caller_number: caller.phone_number,
    focus: state.focus,
    agreed: typeof slot === "number" ? { date: localDate(slot, zone), at: localClock(slot, zone) } : null,
    named: daysOf(state).length === 1 ? (daysOf(state)[0] ?? null) : null,
    within: daysWished(state),
    name: textOf(state, nameField(agent).id),
    unfinished: state.unfinished,
  };
}

/** The days of the last wish. */
function daysOf({ wished }: CallState): string[] {
  return [...new Set(wished.flatMap(({ date }) => (date === undefined ? [] : [date])))];
}

/** The days of a wish that left open which of them. */
function daysWished(state: CallState): string[] {
  const dates = daysOf(state);
  return dates.length > 1 ? dates : [];
}

/** A word about what was heard, before anything else. */
export function react(
  turn: Turn,
  wordings: Wordings | readonly string[],
  says: readonly SaidBack[] = [],
): void {
  turn.reactions.push({ wordings, says });
}

/** What was asked for: must be said. */
export function answer(turn: Turn, wordings: Wordings | readonly string[]): void {
  turn.answers.push({ wordings });
}

/** The one question of the turn; a second one is left for the next. */
export function ask(
  turn: Turn,
  wordings: readonly string[],
  asked: Asked,
  more: { says?: readonly SaidBack[]; own_first?: boolean } = {},
): void {
  if (turn.question || turn.closing) return;
  turn.question = { wordings, ...more };
  turn.state.asked = asked;
}

/** A new id for an action; the same steps give the same ids. */
export function newId(state: CallState, type: Action["type"]): string {
  state.deeds += 1;
  return `${type}-${state.deeds}`;
}

/** Notes what this turn filled in: by name for people, by id for the call's record. */
function noteFilled({ state, world, notes, known }: Turn): void {
  const values: Record<string, string> = {};
  const fields: string[] = [];
  for (const [id, found] of Object.entries(state.fields)) {
    const field = fieldById(world, id);
    if (!field || found.value === null || known[id]?.value === found.value) continue;
    fields.push(field.label);
    values[id] = written(field, found, world);
  }
  if (fields.length > 0) notes.push({ type: "filled_in", fields, values });
}

/** What was collected, by field id, as the dashboard keeps it. */
export function collected(world: World, state: CallState): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const field of world.agent.fields) {
    const known = state.fields[field.id];
    if (known && known.value !== null) fields[field.id] = written(field, known, world);
  }
  const name = nameField(world.agent);
  const said = textOf(state, name.id);
  if (said !== null) fields[name.id] = said;
  return fields;
}

/** Calls that end so are no leads, whatever was said in them. */
const NO_LEAD: readonly EndReason[] = ["opt_out", "wrong_number", "abuse"];

/** Ends the call with these words; what was promised is kept and a lead that was begun is saved first. */
export function end(turn: Turn, reason: EndReason, wordings: Wordings | readonly string[]): void {
  const { state, world } = turn;
  turn.question = null;
  turn.closing = { wordings };
  turn.after.push(...keepPromises(state, world, reason));
  if (world.agent.actions.save_lead && !state.done.lead && !NO_LEAD.includes(reason)) {
    const fields = collected(world, state);
    if (Object.keys(fields).length > 0) {
      state.done.lead = true;
      turn.after.push({ type: "save_lead", id: newId(state, "save_lead"), fields });
    }
  }
  turn.after.push({ type: "end", id: newId(state, "end"), reason });
  state.ended = true;
  state.asked = { what: "nothing" };
}

/** Puts the turn into words and moves, and closes its state. */
export function close(turn: Turn): { state: CallState; moves: Move[] } {
  const { state, world } = turn;
  noteFilled(turn);
  const question = turn.closing ?? turn.question;
  let spoken = speak(state, { reactions: turn.reactions, answers: turn.answers, question });
  if (spoken.exhausted && !state.ended) {
    end(turn, "goodbye", outOfWords);
    spoken = speak(state, { reactions: [], answers: [], question: turn.closing });
  }
  const moves: Move[] = turn.notes.map((note) => ({ type: "note", note }));
  moves.push(...turn.before.map((action): Move => ({ type: "do", action })));
  if (spoken.text !== "") {
    moves.push({ type: "say", text: spoken.text });
    const first_time = spoken.said_back.filter(({ field }) => state.fields[field]?.trust === "heard");
    for (const { field } of first_time) {
      const known = state.fields[field];
      if (known) known.trust = "said_back";
    }
    remember(state, spoken.sentences);
    state.last = {
      text: spoken.text,
      sentences: spoken.sentences,
      answer: spoken.answer,
      said_back: first_time,
      heard: null,
    };
    state.turn += 1;
  }
  moves.push(...turn.after.map((action): Move => ({ type: "do", action })));
  state.agenda = agendaOf(state.task, state, world).map(({ id }) => id);
  return { state, moves };
}
