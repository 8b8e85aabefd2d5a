/**
 * Removes what a call says about people, for members who may read calls but not who called: names, addresses,
 * numbers.
 * One pass over the words, the same for the call page, its collected fields and the live feed. It works by the forms
 * of speech and by what the call itself has learned, so it cannot find everything: a name that was not introduced,
 * asked for or written into a field ("tell Mara hello"), a street without its kind, a rare employer or an identifying
 * illness stays.
 * It hides too much rather than too little: for a caller named Will, "that will do" loses "will" too.
 */

import type { ShownAnalysis } from "#app/calls/analysis/analysis-words.ts";
import type { CallBackRow } from "#app/calls/call-backs/call-backs.schema.ts";
import type { Appointment } from "#app/calls/call-facts.ts";
import type { CallRow } from "#app/calls/call-row.ts";
import type { CallLine } from "#app/calls/calls.schema.ts";
import type { LiveCall, LiveMessage } from "#app/calls/live/live-feed.schema.ts";
import type { MessageRow } from "#app/calls/messages/messages.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { replacedEmails, wordsOf } from "./scrub-emails.ts";
import { type Form, forms, formsWithDigits } from "./scrub-forms.ts";
import { replacedNumbers } from "./scrub-numbers.ts";

/**
 * A run of letters, digits and joiners that is longer than any spoken word, address or number. The patterns below
 * start again at each character of a run, so no run may be long; then the work grows linearly with the text.
 */
const endless = /(?<![\p{L}\p{M}\p{N}._%+@'’-])[\p{L}\p{M}\p{N}._%+@'’-]{100,}/gu;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Names and other values that a call has learned about a person, and the names of the organization and its agents. */
export type Known = { readonly persons: readonly string[]; readonly ours: readonly string[] };

const nothingKnown: Known = { persons: [], ours: [] };

const wordsIn = (values: readonly string[]) => values.flatMap(wordsOf);
const digitsIn = (value: string) => value.replaceAll(/\D/g, "");
const isPhoneNumber = (value: string) => /^[+\d][\d\s().-]+$/.test(value) && digitsIn(value).length > 6;

/** Matches any of these words, whole; the longest first, so that none is split. */
const anyOf = (words: readonly string[]): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join("|")})(?![\\p{L}\\p{N}])`,
    "giu",
  );

/** Stands for public words while the patterns run: characters that do not occur in speech. */
const placeholders = /\uE000(\d+)\uE001/gu;

function apply(text: string, [form, instead]: Form): string {
  return text.replaceAll(form, (_: string, ...groups: unknown[]) => {
    const kept = typeof groups[0] === "string" ? groups[0] : "";
    return instead.replace("$1", kept);
  });
}

/**
 * A text without what it says about people.
 * @param known values that are removed wherever they occur, and each of their words; a word that the organization
 * shares with a person is removed too
 */
export function scrubbed(text: string, known: Known = nothingKnown): string {
  const numbers = {
    theirs: known.persons.filter(isPhoneNumber).map(digitsIn),
    ours: known.ours.filter(isPhoneNumber).map(digitsIn),
  };
  const values = known.persons.filter((value) => !isPhoneNumber(value));
  const persons = [...values, ...wordsIn(values)].filter((word) => /[\p{L}\p{N}]{2,}/u.test(word));
  const personal = new Set(wordsIn(values).map((word) => word.toLowerCase()));
  const ours = known.ours.filter(
    (value) =>
      !isPhoneNumber(value) &&
      /\p{L}{2,}/u.test(value) &&
      !wordsIn([value]).some((word) => personal.has(word.toLowerCase())),
  );
  const spared: string[] = [];
  const spare = (said: string) => `\uE000${spared.push(said) - 1}\uE001`;
  let left = text.replaceAll(/[\uE000\uE001]/gu, "").replaceAll(endless, "[unreadable]");
  if (ours.length > 0) left = left.replaceAll(anyOf(ours), spare);
  if (persons.length > 0) left = left.replaceAll(anyOf(persons), "[name]");
  left = formsWithDigits.reduce(apply, replacedEmails(left, "[e-mail]"));
  left = replacedNumbers(left, numbers, (said, isOurs) => (isOurs ? spare(said) : "[number]"));
  return forms
    .reduce(apply, left)
    .replaceAll(/\[name\](?:[\s,]+\[name\])+/g, "[name]")
    .replaceAll(placeholders, (_, index: string) => spared[Number(index)] ?? "");
}

function scrubbedJson(value: Json, known: Known): Json {
  if (typeof value === "string") return scrubbed(value, known);
  if (Array.isArray(value)) return value.map((one) => scrubbedJson(one, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, scrubbedJson(one, known)]));
}

/** Questions whose answer is only personal data. */
const asksWho = /\b(?:name|who am i speaking|who is (?:this|calling)|spell|address|e-?mail|birth)\b/iu;

/**
 * A line without personal data. The answer to a question for a name, an address or a birthday is hidden whole.
 * @param isAsked whether the agent's previous words asked for that
 */
function scrubbedLine(line: CallLine, isAsked: boolean, known: Known): CallLine {
  const scrubText = (text: string) =>
    isAsked && line.type === "caller" ? "[answer]" : line.type === "keys" ? "[keys]" : scrubbed(text, known);
  return {
    ...line,
    text: scrubText(line.text),
    heard: line.heard === null ? null : scrubText(line.heard),
    detail: line.detail === null ? null : scrubbedJson(line.detail, known),
  };
}

/** A script without personal data. */
function scrubbedLines(lines: readonly CallLine[], known: Known): CallLine[] {
  let isAsked = false;
  return lines.map((line) => {
    const clean = scrubbedLine(line, isAsked, known);
    if (line.type === "agent") isAsked = asksWho.test(line.text);
    return clean;
  });
}

const present = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

const knownOf = ({ caller_name, other_number, agent_name }: LiveCall): Known => ({
  persons: present([caller_name, other_number]),
  ours: present([agent_name]),
});

/** One line of a running call without personal data; of the other lines only the preceding question matters. */
function lineWithoutPerson(call: LiveCall, seq: number): CallLine | null {
  const { lines } = call;
  const line = lines[seq];
  if (!line) return null;
  const before = lines.slice(0, seq).findLast(({ type }) => type === "agent");
  const isAsked = before !== undefined && asksWho.test(before.text);
  return scrubbedLine(line, isAsked, knownOf(call));
}

export const nobody = "Caller";
const isPersonal = /name|mail|phone|number|address|street|birth|dob|insurance|id\b/iu;

const personsOf = ({ face, phone }: MessageRow): string[] => present([face, phone?.shown ?? null]);

/** A message without its sender. The member who did it is hidden too: members' names are for roles that may read them. */
export const leftWithoutPerson = (message: MessageRow, known: Known = nothingKnown): MessageRow => ({
  ...message,
  who: nobody,
  face: null,
  phone: null,
  text: scrubbed(message.text, { ...known, persons: [...known.persons, ...personsOf(message)] }),
  done: message.done && { ...message.done, by: "a colleague" },
});

/** A promised call back without its person, and without the name of the member who settled it. */
export const callBackWithoutPerson = (row: CallBackRow): CallBackRow => ({
  ...row,
  who: nobody,
  face: null,
  phone: null,
  text: scrubbed(row.text, { ...nothingKnown, persons: present([row.face, row.phone?.shown ?? null]) }),
  by: row.by && "a colleague",
});

/** What a call's page says about the caller. */
type Told = {
  who: string;
  face: string | null;
  number: string | null;
  caller: string;
  agent: { name: string };
  summary: string | null;
  lines: CallLine[];
  messages: MessageRow[];
  ended: {
    appointments: Appointment[];
    fields: (readonly [label: string, value: string])[];
    behind: (readonly [word: string, value: string])[];
    analysis: ShownAnalysis | null;
  } | null;
};

const scrubbedFields = (fields: ShownAnalysis["answers"], known: Known) =>
  fields.map(([label, value]): [string, string] => [
    label,
    isPersonal.test(label) ? "[hidden]" : scrubbed(value, known),
  ]);

/**
 * The page of one call without personal data.
 * @param organization the organization's name
 */
export function withoutPerson<Call extends Told>(call: Call, organization: string): Call {
  const own = call.ended?.behind.filter(([word]) => word === "Number").map(([, value]) => value) ?? [];
  const ours = [organization, call.agent.name, ...own];
  const { fields = [], appointments = [] } = call.ended ?? {};
  const known: Known = {
    persons: [
      ...present([call.face, call.number, ...appointments.map(({ person }) => person)]),
      ...fields.filter(([label]) => isPersonal.test(label)).map(([, value]) => value),
      ...call.messages.flatMap(personsOf),
    ],
    ours,
  };
  return {
    ...call,
    who: nobody,
    face: null,
    number: null,
    caller: nobody,
    summary: call.summary === null ? null : scrubbed(call.summary, known),
    lines: scrubbedLines(call.lines, known),
    messages: call.messages.map((one) => leftWithoutPerson(one, known)),
    ended: call.ended && {
      ...call.ended,
      appointments: appointments.map((one) => ({ ...one, person: null, notes: "" })),
      fields: scrubbedFields(fields, known),
      analysis: call.ended.analysis && {
        ...call.ended.analysis,
        summary: scrubbed(call.ended.analysis.summary, known),
        answers: scrubbedFields(call.ended.analysis.answers, known),
      },
      behind: call.ended.behind.map(([word, value]): [string, string] => [word, scrubbed(value, known)]),
    },
  };
}

/** A row of a list of calls without personal data. */
export const rowWithoutPerson = (row: CallRow): CallRow => ({
  ...row,
  who: nobody,
  face: null,
  number: null,
  found: null,
  // A tag is free text.
  tags: [],
  what: scrubbed(row.what, { persons: present([row.face]), ours: present([row.agent]) }),
});

/** A running call without personal data. */
export function liveWithoutPerson(call: LiveCall): LiveCall {
  const lines = scrubbedLines(call.lines, knownOf(call));
  const last = lines.findLast(({ type }) => type === "agent" || type === "caller");
  // Without its lines it is unknown which question a call's last words answer.
  return { ...call, other_number: null, caller_name: null, last_words: last?.text ?? null, lines };
}

/** The message for a listener who may not see who calls; null when nothing remains of it. */
export function messageWithoutPerson(
  message: LiveMessage,
  callOf: (id: string) => LiveCall | null,
): LiveMessage[] {
  switch (message.type) {
    case "snapshot":
      return [{ ...message, calls: message.calls.map(liveWithoutPerson) }];
    case "call_started":
      return [{ ...message, call: liveWithoutPerson(message.call) }];
    case "line": {
      const call = callOf(message.call_id);
      const line = call && lineWithoutPerson(call, message.seq);
      return line ? [{ ...message, line }] : [];
    }
    case "caller_named":
      return [];
    case "several":
      return message.messages.flatMap((one) => messageWithoutPerson(one, callOf));
    default:
      return [message];
  }
}
