/** A line of a call's script for display: the speaker, the part that was never heard, and actions with their source. */
import type { Json } from "#app/platform/json.ts";
import type { CallLine } from "./calls.schema.ts";
import { inSentence, listed } from "./in-sentence.ts";
import { questionShown } from "./question-words.ts";

/** Kinds of actions between the words; the page has an icon for each. */
export type DeedKind =
  | "calendar"
  | "knowledge"
  | "filled"
  | "unanswered"
  | "booked"
  | "saved"
  | "message"
  | "transfer"
  | "opted_out"
  | "mark"
  | "failed";

export type ToldLine =
  /** `member`: who had the agent say it; null: no one. */
  | { kind: "words"; by: "agent" | "caller"; member: string | null; heard: string; unheard: string }
  | { kind: "keys"; keys: string }
  | { kind: "deed"; deed: DeedKind; text: string; source: Source | null };

/** Where an answer came from, or the question that needs one. */
export type Source =
  | { type: "entry"; title: string }
  /** Of the organization's knowledge. */
  | { type: "source"; title: string; id: string }
  | { type: "question"; question: string };

export type Speakers = { readonly caller: string; readonly agent: string };

type Facts = { [key: string]: Json };

const isFacts = (value: Json | undefined): value is Facts =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const wordsIn = (facts: Facts, key: string): string => {
  const value = facts[key];
  return typeof value === "string" ? value : "";
};

/** The part of the agent's words that the caller heard before interrupting, and the rest. */
function heardOf({ text, heard }: CallLine): { heard: string; unheard: string } {
  if (heard === null) return { heard: text, unheard: "" };
  if (text.startsWith(heard)) return { heard, unheard: text.slice(heard.length) };
  // The carrier reports what was heard in its own spelling; only the length is reliable.
  const upTo = text.indexOf(" ", heard.length);
  return upTo === -1
    ? { heard: text, unheard: "" }
    : { heard: text.slice(0, upTo), unheard: text.slice(upTo) };
}

/** Labels of the conversation's own, in the words of the editor. */
const renamed: Record<string, string> = { "kind of appointment": "appointment type" };

/** Labels that no article goes with: "Has insurance", "Interested in", "When it should start". */
const clause = /^(?:are|has|have|how|interested|is|needs?|wants?|was|what|when|where|which|who|why)\b/;

/** "Got the name and phone", from the labels or ids of the fields; "Noted: has insurance" for clauses. */
function filledIn({ fields }: Facts): string {
  const ids = Array.isArray(fields) ? fields.filter((id) => typeof id === "string") : [];
  const names = ids.map((id) => inSentence(id.replaceAll("_", " "))).map((name) => renamed[name] ?? name);
  if (names.length === 0) return "";
  return names.some((name) => clause.test(name)) ? `Noted: ${names.join(", ")}` : `Got the ${listed(names)}`;
}

const notes: Record<string, DeedKind> = {
  checked_calendar: "calendar",
  answered_from: "knowledge",
  filled_in: "filled",
  no_answer: "unanswered",
  transfer_failed: "failed",
};

const actions: Record<string, DeedKind> = {
  book: "booked",
  move_appointment: "booked",
  save_lead: "saved",
  take_message: "message",
  note_question: "unanswered",
  transfer: "transfer",
  opt_out: "opted_out",
};

const answerSource = (facts: Facts, title: string): Source => {
  const id = wordsIn(facts, "source_id");
  return id === "" ? { type: "entry", title } : { type: "source", title, id };
};

function note(line: CallLine): ToldLine {
  const facts = isFacts(line.detail) ? line.detail : {};
  const type = wordsIn(facts, "type");
  const title = type === "answered_from" ? wordsIn(facts, "title") : "";
  const question = type === "no_answer" ? wordsIn(facts, "question") : "";
  const told = question
    ? `No answer for “${questionShown(question)}”`
    : type === "filled_in"
      ? filledIn(facts)
      : "";
  return {
    kind: "deed",
    deed: notes[type] ?? "mark",
    text: title ? "Answered from" : told || line.text,
    source: title ? answerSource(facts, title) : question ? { type: "question", question } : null,
  };
}

function action(line: CallLine): ToldLine {
  const facts = isFacts(line.detail) ? line.detail : {};
  const done = isFacts(facts.action) ? facts.action : {};
  const isDone = isFacts(facts.outcome) && facts.outcome.ok === true;
  const hasFailed = isFacts(facts.outcome) && !isDone;
  const deed = actions[wordsIn(done, "type")] ?? "mark";
  return {
    kind: "deed",
    deed: hasFailed ? "failed" : deed,
    text: (isDone && inDetail(done)) || line.text,
    source: null,
  };
}

/** What was booked or noted, where the line itself says only that it was. */
function inDetail(done: Facts): string {
  if (done.type === "book" && typeof done.duration_minutes === "number")
    return `Booked: ${wordsIn(done, "kind")}, ${done.duration_minutes} minutes`;
  if (done.type === "take_message" && done.call_back === true) return `Callback: ${wordsIn(done, "text")}`;
  if (done.type === "take_message") return `Took a message: “${wordsIn(done, "text")}”`;
  return "";
}

const isTheirs = ({ type }: CallLine): boolean => type === "caller" || type === "keys";
const answers = new Set(["answered_from", "no_answer"]);

/** The lines of the turn that a line stands in: between what the caller said before and after it. */
function turnAround(lines: readonly CallLine[], at: number): readonly CallLine[] {
  let [from, to] = [at, at];
  for (let line = lines[from - 1]; line && !isTheirs(line); line = lines[from - 1]) from -= 1;
  for (let line = lines[to + 1]; line && !isTheirs(line); line = lines[to + 1]) to += 1;
  return lines.slice(from, to + 1);
}

/** Whether a line says what a note beside it says: a question that was noted, and what a search found. */
export function isRepeated(lines: readonly CallLine[], at: number): boolean {
  const detail = lines[at]?.type === "action" ? lines[at]?.detail : null;
  if (!isFacts(detail)) return false;
  const { action, outcome } = detail;
  const isNoted = isFacts(action) && (action.type === "note_question" || action.type === "search_knowledge");
  if (!isNoted || !isFacts(outcome) || outcome.ok !== true) return false;
  return turnAround(lines, at).some(
    (line) => line.type === "note" && isFacts(line.detail) && answers.has(wordsIn(line.detail, "type")),
  );
}

/** Who speaks: of words that a member had the agent say, both. */
export function speakerOf(line: Exclude<ToldLine, { kind: "deed" }>, { caller, agent }: Speakers): string {
  if (line.kind === "keys" || line.by === "caller") return caller;
  return line.member === null ? agent : `${line.member}, through ${agent}`;
}

/** How a line is told. */
export function scriptLine(line: CallLine): ToldLine {
  switch (line.type) {
    case "agent":
      return {
        kind: "words",
        by: "agent",
        member: isFacts(line.detail) ? wordsIn(line.detail, "member") || null : null,
        ...heardOf(line),
      };
    case "caller":
      return { kind: "words", by: "caller", member: null, heard: line.text, unheard: "" };
    case "keys":
      return { kind: "keys", keys: line.text };
    case "note":
      return note(line);
    case "action":
      return action(line);
    case "mark":
      return { kind: "deed", deed: "mark", text: line.text, source: null };
  }
}
