/**
 * What a call says about persons, taken out for those who may read calls but not who called: names, addresses, numbers.
 *
 * One pass over words, the same for the call page, its collected fields and the live feed. It goes by forms and by what
 * the call itself has learned, and that is all it can: a name that nobody introduced, asked for or wrote into a field
 * ("tell Mara hello"), a street without its kind, a rare employer or an illness that gives somebody away stay as said.
 * It hides too much rather than too little: "Will" who called is gone from "that will do" as well.
 */
import type { Json } from "#app/platform/json.ts";
import type { CallRow } from "./call-row.ts";
import type { CallLine } from "./calls.schema.ts";
import type { LiveCall, LiveMessage } from "./live-feed.schema.ts";
import type { Found } from "./search.schema.ts";

const digit = "zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple";
const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const street =
  "street|st|avenue|ave|road|rd|lane|ln|drive|dr|boulevard|blvd|court|ct|place|pl|square|way|terrace|close|crescent|highway|hwy|parkway|alley|row";
const name = "\\p{L}[\\p{L}'’-]*";
const Name = "\\p{Lu}[\\p{L}'’-]*";

/**
 * A run of letters, digits and their joiners that is longer than any word, address or number a person says. The forms
 * below look at a run again from each of its characters, so no run may be long: the work grows with the text alone.
 */
const endless = /[\p{L}\p{M}\p{N}._%+@'’-]{100,}/gu;

/** In order: what a later form would cut in two comes first. */
const forms: readonly (readonly [form: RegExp, instead: string])[] = [
  [/[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+/giu, "[e-mail]"],
  [/[\p{L}\p{N}._-]+ at [\p{L}\p{N}-]+(?: dot [\p{L}]{2,}){1,3}/giu, "[e-mail]"],
  [/\b(born(?: on| in)?|birthday(?: is)?|date of birth(?: is)?|dob:?) [^.!?;]{3,40}/giu, "$1 [date]"],
  [new RegExp(`\\b(?:${month})\\.? \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d\\d\\b`, "giu"), "[date]"],
  [
    new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${month})\\.?,? (?:19|20)\\d\\d\\b`, "giu"),
    "[date]",
  ],
  [/\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/gu, "[date]"],
  [new RegExp(`\\b\\d{1,6}[a-z]?,? (?:[\\p{L}\\d'’.-]+ ){1,4}(?:${street})\\b\\.?`, "giu"), "[address]"],
  [/\b[\p{L}-]+(?:stra(?:ße|sse)|gasse|weg|platz) \d{1,4}[a-z]?\b/giu, "[address]"],
  [/\b(?:p\.? ?o\.? box) \d+/giu, "[address]"],
  [/\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/gu, "[address]"],
  [/(?:\+|\b)\d(?:[\s().-]{0,2}\d){3,}/gu, "[number]"],
  [new RegExp(`\\b(?:${digit})(?:[\\s,-]+(?:${digit})){3,}\\b`, "giu"), "[number]"],
  [/\b[a-z](?:(?:[\s,]+|-|\. ?)[a-z]\b){2,}\.?/giu, "[spelled]"],
  [
    new RegExp(
      `\\b((?:my|her|his|their|the|patient'?s?) (?:\\p{L}+ )?name(?:'s| is)|name's|i'm called|call me(?! (?:back|at|on|again|later|tomorrow|when|if|in)\\b)|surname is) ${name}(?: ${Name}){0,2}`,
      "giu",
    ),
    "$1 [name]",
  ],
  [
    new RegExp(
      `\\b([Tt]his is|[Ii]t'?s|I'm|I am|[Ss]peaking (?:with|to)|[Ff]or|[Tt]hank you,?|[Tt]hanks,?|[Hh]ello,?|[Hh]i,?|[Dd]ear) ${Name}(?: ${Name}){0,2}`,
      "gu",
    ),
    "$1 [name]",
  ],
  [new RegExp(`\\b(Mr|Mrs|Ms|Miss|Dr|Prof)\\.? ${Name}(?: ${Name})?`, "gu"), "$1 [name]"],
];

/** Days and months begin with a capital too, and say nobody's name. */
const harmless = new RegExp(`\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|${month})\\b`, "iu");

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A text without what it says about persons.
 * @param known names and other values that the call has learned: they go wherever they stand, and each of their words
 */
export function scrubbed(text: string, known: readonly string[] = []): string {
  const words = [...known, ...known.flatMap((value) => value.split(/[\s,]+/))]
    .filter((word) => /[\p{L}\p{N}]{2,}/u.test(word))
    .sort((a, b) => b.length - a.length);
  const own =
    words.length === 0
      ? []
      : [new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.map(escaped).join("|")})(?![\\p{L}\\p{N}])`, "giu")];
  const readable = text.replaceAll(endless, "[unreadable]");
  const without = own.reduce((left, form) => left.replaceAll(form, "[name]"), readable);
  return forms
    .reduce(
      (left, [form, instead]) =>
        left.replaceAll(form, (match: string, ...groups: unknown[]) => {
          const kept = typeof groups[0] === "string" ? groups[0] : "";
          if (instead.endsWith("[name]") && harmless.test(match.slice(kept.length))) return match;
          return instead.replace("$1", kept);
        }),
      without,
    )
    .replaceAll(/\[name\](?:[\s,]+\[name\])+/g, "[name]");
}

function scrubbedJson(value: Json, known: readonly string[]): Json {
  if (typeof value === "string") return scrubbed(value, known);
  if (Array.isArray(value)) return value.map((one) => scrubbedJson(one, known));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, scrubbedJson(one, known)]));
}

/** What is asked for here is answered with nothing else. */
const asksWho = /\b(?:name|who am i speaking|who is (?:this|calling)|spell|address|e-?mail|birth)\b/iu;

/**
 * A line without persons. What a caller answers to the question for a name, an address or a birthday is hidden whole.
 * @param isAsked whether the agent's words before asked for that
 */
function scrubbedLine(line: CallLine, isAsked: boolean, known: readonly string[]): CallLine {
  const told = (text: string) =>
    isAsked && line.type === "caller" ? "[answer]" : line.type === "keys" ? "[keys]" : scrubbed(text, known);
  return {
    ...line,
    text: told(line.text),
    heard: line.heard === null ? null : told(line.heard),
    detail: line.detail === null ? null : scrubbedJson(line.detail, known),
  };
}

/** A script without persons. */
function scrubbedLines(lines: readonly CallLine[], known: readonly string[]): CallLine[] {
  let isAsked = false;
  return lines.map((line) => {
    const told = scrubbedLine(line, isAsked, known);
    if (line.type === "agent") isAsked = asksWho.test(line.text);
    return told;
  });
}

/** One line of a call that goes on, without persons: of the others only the question before it is looked at. */
function lineWithoutPerson({ lines, caller_name }: LiveCall, seq: number): CallLine | null {
  const line = lines[seq];
  if (!line) return null;
  const before = lines.slice(0, seq).findLast(({ type }) => type === "agent");
  const isAsked = before !== undefined && asksWho.test(before.text);
  return scrubbedLine(line, isAsked, caller_name === null ? [] : [caller_name]);
}

const nobody = "Caller";
const isPersonal = /name|mail|phone|number|address|street|birth|dob|insurance|id\b/iu;

/** What a call's page says about the person who called. */
type Told = {
  who: string;
  face: string | null;
  number: string | null;
  caller: string;
  summary: string | null;
  lines: CallLine[];
  ended: {
    fields: (readonly [label: string, value: string])[];
    behind: (readonly [word: string, value: string])[];
  } | null;
};

/** The page of one call, without the person who called. */
export function withoutPerson<Call extends Told>(call: Call): Call {
  const fields = call.ended?.fields ?? [];
  const known = [
    ...(call.face === null ? [] : [call.face]),
    ...(call.number === null ? [] : [call.number]),
    ...fields.filter(([label]) => isPersonal.test(label)).map(([, value]) => value),
  ];
  return {
    ...call,
    who: nobody,
    face: null,
    number: null,
    caller: nobody,
    summary: call.summary === null ? null : scrubbed(call.summary, known),
    lines: scrubbedLines(call.lines, known),
    ended: call.ended && {
      ...call.ended,
      fields: fields.map(([label, value]): [string, string] => [
        label,
        isPersonal.test(label) ? "[hidden]" : scrubbed(value, known),
      ]),
      behind: call.ended.behind.map(([word, value]): [string, string] => [word, scrubbed(value, known)]),
    },
  };
}

/** A line of a list of calls, without the person who called. */
export const rowWithoutPerson = (row: CallRow): CallRow => ({
  ...row,
  who: nobody,
  face: null,
  what: scrubbed(row.what, row.face === null ? [] : [row.face]),
});

/** A call that goes on, without the person who called. */
export function liveWithoutPerson(call: LiveCall): LiveCall {
  const known = call.caller_name === null ? [] : [call.caller_name];
  const lines = scrubbedLines(call.lines, known);
  const last = lines.findLast(({ type }) => type === "agent" || type === "caller");
  // Without its lines nobody can tell what a call's last words answer to.
  return { ...call, other_number: null, caller_name: null, last_words: last?.text ?? null, lines };
}

/** What a search may still say: agents and numbers. A call that is found by a word tells that the word is in it. */
export const foundWithoutPersons = (found: readonly Found[]): Found[] =>
  found.filter(({ to }) => !to.startsWith("/call-history/"));

type Overview = {
  live: LiveCall[];
  latest: CallRow[];
  questions: { question: string }[];
  appointments: { name: string }[];
};

/** The dashboard, without those who called. */
export const overviewWithoutPersons = <Shown extends Overview>(overview: Shown): Shown => ({
  ...overview,
  live: overview.live.map(liveWithoutPerson),
  latest: overview.latest.map(rowWithoutPerson),
  questions: overview.questions.map((one) => ({ ...one, question: scrubbed(one.question) })),
  appointments: overview.appointments.map((one) => ({ ...one, name: nobody })),
});

/** What a listener who may not know who calls is told instead; none where there is nothing to tell. */
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
    default:
      return [message];
  }
}
