/** Reads the call history: pages of it, and one call with its whole script. The `live` sub-room writes it. */
import { eq, sql } from "drizzle-orm";
import { names as agentNames } from "#app/agents/agents.store.ts";
import { ofCall } from "#app/bookings/bookings.store.ts";
import { find as findAnalysis } from "#app/calls/analysis/analyses.store.ts";
import { analysisShown, type ShownAnalysis } from "#app/calls/analysis/analysis-words.ts";
import type { CallHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import { pageAt } from "#app/calls/history/call-pages.ts";
import type { FilterNames } from "#app/calls/history/filter-words.ts";
import { countedOn, rowsOf } from "#app/calls/history/listed-calls.store.ts";
import { type Choice, numberChoices } from "#app/calls/history/number-choices.store.ts";
import type { Found } from "#app/calls/history/search.schema.ts";
import { begunMatchOf, matchOf } from "#app/calls/history/search-words.ts";
import { find as findLive } from "#app/calls/live/live-calls.store.ts";
import type { MessageRow } from "#app/calls/messages/messages.schema.ts";
import { ofCall as messagesOfCall } from "#app/calls/messages/messages.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { unbroken } from "#app/platform/format.ts";
import { bornAt } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { calls, callTranscripts } from "#drizzle/organization/schema.ts";
import { type AnswerTime, answerTimes } from "./answer-times.ts";
import {
  type Appointment,
  appointmentOf,
  type Bill,
  behindOf,
  billOf,
  callerInScript,
  sentenceOf,
  valueShown,
} from "./call-facts.ts";
import { type CallRow, callerOf, outcomeFrom, type Reading, rowOf } from "./call-row.ts";
import { lastSeq, newestOf, occurringEndings, sourceOf } from "./call-source.store.ts";
import type { CallOutcome } from "./call-terms.schema.ts";
import { type CallLine, callLine, collectedField, costItem, modelUse } from "./calls.schema.ts";
import { endingChoices } from "./endings.ts";
import { modelsShown } from "./model-answers.ts";

const callLines = callLine.array();
const costItems = costItem.array();

export type CallPage = {
  calls: CallRow[];
  newer: string | null;
  older: string | null;
  /** A search without an index went back to this instant (ms UTC) and can continue. */
  searchedTo: number | null;
  /** Whether every page can be reached from either end. */
  isExact: boolean;
  /** Whether there is any call at all. */
  hasCalls: boolean;
  /** The place in the history of the call that entered it last: `entered` has those behind it. */
  lastSeq: number;
  today: { calls: number; answered: number };
  agents: Choice[];
  numbers: Choice[];
  /** What the agent said last in the call that the query names. */
  lastSaid: string | null;
  /** What the filter of endings offers. */
  endings: Choice[];
};

/** One page of the call history, newest first, with what its filters offer. */
export function page(db: OrganizationDatabase, query: CallHistoryQuery, reading: Reading): CallPage {
  const source = sourceOf(db, query, reading.timeZone);
  const { rows, newer, older, stoppedAt } = pageAt(source, query.cursor);
  return {
    calls: rowsOf(db, rows, query, reading),
    lastSeq: lastSeq(db),
    newer,
    older,
    searchedTo: stoppedAt === null ? null : bornAt(stoppedAt),
    isExact: source.isExact,
    hasCalls: rows.length > 0 || db.get(sql`select 1 from calls limit 1`) !== undefined,
    today: countedOn(db, localDate(reading.now, reading.timeZone)),
    agents: agentNames(db).map(({ id, name }) => ({ value: id, label: name })),
    numbers: numberChoices(db),
    lastSaid: query.last === null ? null : lastSaidIn(db, query.last),
    endings: endingChoices(occurringEndings(db)),
  };
}

const lastSaidIn = (db: OrganizationDatabase, id: string): string | null =>
  db.select({ last_said: calls.last_said }).from(calls).where(eq(calls.id, id)).get()?.last_said ?? null;

const foundOfAKind = 4;
/** Above this many calls an unfinished word matches too many words. */
const begunAmong = 50_000;

/**
 * Agents and numbers by name, and the newest calls that contain every word; empty for fewer than two characters.
 * @param findsCalls false for roles that may not read who called: finding a call by a word reveals that it contains
 * the word, and so do the rows read
 */
export function search(
  db: OrganizationDatabase,
  typed: string,
  reading: Reading,
  findsCalls: boolean,
): Found[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  const digits = /^[+\d\s().-]+$/.test(wanted) ? wanted.replaceAll(/\D/g, "") : "";
  const isMeant = (text: string) =>
    wanted.split(/\s+/).every((start) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .some((word) => word.startsWith(start)),
    ) ||
    (digits.length > 1 && text.replaceAll(/\D/g, "").includes(digits));
  const agents = agentNames(db)
    .filter(({ name }) => isMeant(name))
    .map(({ id, name }) => ({ to: `/agents/${id}`, label: name, note: "Agent" }));
  const ours = numberChoices(db)
    .filter(({ label }) => isMeant(label))
    .map(({ value, label }) => ({
      to: `/call-history?number=${value}`,
      label,
      note: "Calls to this number",
    }));
  return [
    ...agents.slice(0, foundOfAKind),
    ...ours.slice(0, foundOfAKind),
    ...(findsCalls ? callsWith(db, typed, reading) : []),
  ];
}

/** The newest calls that contain every word. */
function callsWith(db: OrganizationDatabase, typed: string, reading: Reading): Found[] {
  const match = (lastSeq(db) > begunAmong ? matchOf : begunMatchOf)(typed);
  if (match === null) return [];
  return newestOf(db, match, foundOfAKind).map((row) => {
    const { id, who, what, when } = rowOf(row, reading);
    return { to: `/call-history/${id}`, label: who, note: `${what} · ${when}` };
  });
}

export type CallDetail = {
  id: string;
  who: string;
  face: string | null;
  /** Formatted; null: withheld, or not a phone call. */
  number: string | null;
  /** The caller's name in the script: a first name, or "Caller". */
  caller: string;
  agent: { id: string | null; name: string };
  sentence: string;
  summary: string | null;
  lines: CallLine[];
  /** Messages of the caller, and promised call backs. */
  messages: MessageRow[];
  /** Whether the words were deleted because of the organization's retention. */
  isForgotten: boolean;
  /** Null while the call is running. */
  ended: {
    outcome: CallOutcome;
    appointments: Appointment[];
    fields: (readonly [label: string, value: string])[];
    bill: Bill | null;
    behind: (readonly [word: string, value: string])[];
    /** How long each answer took. */
    answers: AnswerTime[];
    /** Null: nothing yet, or the words are deleted. */
    analysis: ShownAnalysis | null;
  } | null;
  /** ms UTC */
  started_at: number;
};

const numberShown = (number: string | null): string | null => number && internationally(number);

/** One call, finished or running, with its whole script; null when the organization has no such call. */
export function find(db: OrganizationDatabase, id: string, reading: Reading): CallDetail | null {
  const call = db.select().from(calls).where(eq(calls.id, id)).get();
  if (!call) return live(db, id, reading);
  const kept = db.select().from(callTranscripts).where(eq(callTranscripts.call_id, id)).get();
  const analysis = findAnalysis(db, id);
  const lines = callLines.parse(kept?.lines ?? []);
  const answers = modelUse.array().parse(call.model_use);
  const appointments = ofCall(db, id).map((booking) => {
    const shown = appointmentOf(booking, reading);
    return { ...shown, when: unbroken(shown.when) };
  });
  return {
    id,
    ...callerOf(call),
    number: numberShown(call.other_number),
    caller: callerInScript(call.contact_name, appointments),
    agent: { id: call.agent_id, name: call.agent_name ?? "Agent" },
    sentence: unbroken(sentenceOf(call, reading)),
    summary: call.summary && unbroken(call.summary),
    lines,
    messages: messagesOfCall(db, id, reading),
    isForgotten: kept === undefined,
    ended: {
      outcome: outcomeFrom(call.outcome),
      appointments,
      fields: collectedField
        .array()
        .parse(call.fields)
        .map(({ label, value }) => [label, unbroken(valueShown(value, reading))]),
      bill: billOf(call, costItems.parse(call.cost_items), answers, reading),
      behind: [...behindOf(call, reading), ...modelsShown(answers, call.currency, reading)],
      answers: answerTimes(lines, answers, { currency: call.currency, locale: reading.locale }),
      analysis: analysis && analysisShown(analysis, reading.locale),
    },
    started_at: call.started_at,
  };
}

/** The ids of the calls before and after a call in a list; null at its ends. */
export type Neighbors = { newer: string | null; older: string | null };

/** The neighbors of a call among the calls of a query. */
export function neighbors(
  db: OrganizationDatabase,
  id: string,
  query: CallHistoryQuery,
  timeZone: string,
): Neighbors {
  const source = sourceOf(db, query, timeZone);
  const next = (towards: "newer" | "older") => source.read({ towards, id, limit: 1 }).rows[0]?.id ?? null;
  return { newer: next("newer"), older: next("older") };
}

/** The names of the agent and the number that a query asks for. */
export function filterNames(db: OrganizationDatabase, { agent, number }: CallHistoryQuery): FilterNames {
  const named = (choices: readonly Choice[], id: string | null) =>
    choices.find(({ value }) => value === id)?.label ?? null;
  const agents = agent === null ? [] : agentNames(db).map(({ id, name }) => ({ value: id, label: name }));
  return { agent: named(agents, agent), number: number === null ? null : named(numberChoices(db), number) };
}

/** Whether there is such a call, finished or running. */
export const isKnown = (db: OrganizationDatabase, id: string): boolean =>
  db.get(sql`select 1 from calls where id = ${id}`) !== undefined || findLive(db, id) !== null;

/** Whether there is such a call, and it is over. */
export const isFinished = (db: OrganizationDatabase, id: string): boolean =>
  db.get(sql`select 1 from calls where id = ${id}`) !== undefined;

/** A call on the line of a number, or from a browser. */
const liveType = ({ number_id }: { number_id: string | null }) => (number_id === null ? "web" : "phone");

function live(db: OrganizationDatabase, id: string, reading: Reading): CallDetail | null {
  const call = findLive(db, id);
  if (!call) return null;
  const told = { ...call, contact_name: call.caller_name, type: liveType(call), talk_seconds: 0 };
  return {
    id,
    ...callerOf(told),
    number: numberShown(call.other_number),
    caller: callerInScript(call.caller_name, []),
    agent: { id: call.agent_id, name: call.agent_name ?? "Agent" },
    sentence: unbroken(sentenceOf(told, reading)),
    summary: null,
    lines: call.lines,
    messages: messagesOfCall(db, id, reading),
    isForgotten: false,
    ended: null,
    started_at: call.started_at,
  };
}
