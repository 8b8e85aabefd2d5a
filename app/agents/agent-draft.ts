/** Between an agent as its editor posts it and the agent as it is kept: the checks that need more than one field, and the way back into the form. */

import { z } from "zod";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { costsExtra } from "#app/platform/phone-number-cost.ts";
import { type AgentForm, agentForm, type StretchRow } from "./agent-form.schema.ts";
import { type Weekday, weekdays } from "./agent-terms.schema.ts";
import { type AgentSpec, agentSpec, type OpeningHours } from "./agents.schema.ts";
import { voiceChoices, voiceKey } from "./voices.ts";

type Wrong = { path: (string | number)[]; message: string };

/**
 * The schema that a posted editor passes through: its texts become an `AgentSpec`, or errors at their fields.
 * @param country ISO 3166 code whose phone numbers are meant when no prefix is typed
 */
export const draftSchema = (country: string) =>
  agentForm.transform((form, context): AgentSpec => {
    const { spec, wrong } = specFrom(form, country);
    for (const { path, message } of wrong) context.addIssue({ code: "custom", path, message });
    const kept = agentSpec.safeParse(spec);
    if (kept.success) return kept.data;
    if (wrong.length === 0)
      context.addIssue({ code: "custom", message: "This agent cannot be saved as it is." });
    return z.NEVER;
  });

function specFrom(form: AgentForm, country: string): { spec: unknown; wrong: Wrong[] } {
  const wrong: Wrong[] = [];
  const ids = new Set<string>();
  const books = form.book.on === "on";
  const fields = form.fields.map((row, place) => {
    const options = row.options.filter(({ name, synonyms }) => name !== "" || synonyms.length > 0);
    if (row.type === "choice") wrong.push(...wrongOptions(options, place));
    if (row.type === "appointment" && !books)
      wrong.push({ path: ["fields", place, "type"], message: "Switch booking on under Actions for this" });
    return { ...row, id: idFor(row.id, row.label, ids), options: row.type === "choice" ? options : [] };
  });
  const knowledge = form.knowledge.map((row) => ({ ...row, id: idFor(row.id, row.question, ids) }));
  const hours = hoursFrom(form, wrong);
  if (books && weekdays.every((day) => hours.weekly[day].length === 0))
    wrong.push({
      path: ["book", "on"],
      message: "Nothing can be booked while the week has no opening hours",
    });
  const transfer = transferFrom(form, country, wrong);
  const spec = {
    name: form.name,
    kind: form.kind,
    greeting: form.greeting,
    business_address: form.business_address || null,
    language: "en-US",
    voice: voiceFrom(form.voice, wrong),
    fields,
    hours,
    answers_only_in_hours: form.answers_only_in_hours,
    knowledge,
    actions: {
      book: bookFrom(form, wrong),
      save_lead: form.save_lead,
      take_message: form.take_message,
      transfer,
      emergency: form.emergency.on === "on" ? { words: form.emergency.words, say: form.emergency.say } : null,
    },
    when_unknown: form.when_unknown,
    max_call_seconds: form.max_call_minutes * 60,
  };
  return { spec, wrong };
}

function wrongOptions(options: readonly { name: string }[], place: number): Wrong[] {
  const names = options.map(({ name }) => name.toLowerCase());
  const nameless = names
    .map((name, index) => ({ name, path: ["fields", place, "options", index, "name"] }))
    .filter(({ name }) => name === "")
    .map(({ path }) => ({ path, message: "Name this answer" }));
  const path = ["fields", place, "options"];
  if (options.length < 2) return [{ path, message: "Give at least two answers to choose from" }, ...nameless];
  if (new Set(names).size < names.length) return [{ path, message: "Two answers have the same name" }];
  return nameless;
}

function bookFrom({ book }: AgentForm, wrong: Wrong[]) {
  if (book.on !== "on") return null;
  const { on: _on, step_minutes, ...rest } = book;
  const names = book.kinds.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length)
    wrong.push({ path: ["book", "kinds"], message: "Two kinds have the same name" });
  return { ...rest, step_minutes: Number(step_minutes) };
}

function transferFrom({ transfer, when_unknown }: AgentForm, country: string, wrong: Wrong[]) {
  const path = ["transfer", "phone_number"];
  if (transfer.phone_number === "") {
    if (when_unknown === "transfer")
      wrong.push({
        path,
        message: "Say which number to put callers through to, or let it offer a call back",
      });
    return null;
  }
  const phone_number = phoneNumberFrom(transfer.phone_number, country);
  if (phone_number === null) wrong.push({ path, message: "Use a full number such as +1 415 555 0100" });
  else if (costsExtra(phone_number))
    wrong.push({ path, message: "Calls to this number cost extra, so no caller is put through to it" });
  return { phone_number: phone_number ?? "", name: transfer.name };
}

function voiceFrom(key: string, wrong: Wrong[]) {
  const [provider, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  const voice = agentSpec.shape.voice.safeParse({ provider, id });
  if (voice.success) return voice.data;
  wrong.push({ path: ["voice"], message: "Choose one of the list" });
  return voiceChoices[0].voice;
}

/** A day's stretches, earliest first. Midnight as the end means the end of the day, because a time field knows no 24:00. */
function stretchesFrom(rows: readonly StretchRow[], day: Weekday, wrong: Wrong[]) {
  const stretches = rows.flatMap(({ from, to }, place) => {
    if (from === undefined && to === undefined) return [];
    const path = ["hours", day, place, from === undefined ? "from" : "to"];
    if (from === undefined || to === undefined) {
      wrong.push({ path, message: "Say from when to when" });
      return [];
    }
    const end = to === "00:00" ? "24:00" : to;
    if (from >= end) wrong.push({ path, message: "Closing must come after opening" });
    return [{ from, to: end }];
  });
  stretches.sort((a, b) => (a.from < b.from ? -1 : 1));
  if (stretches.some(({ from }, place) => from < (stretches[place - 1]?.to ?? "")))
    wrong.push({ path: ["hours", day], message: "These hours overlap" });
  return stretches;
}

function hoursFrom(form: AgentForm, wrong: Wrong[]): OpeningHours {
  const of = (day: Weekday) => stretchesFrom(form.hours[day], day, wrong);
  return {
    weekly: {
      mon: of("mon"),
      tue: of("tue"),
      wed: of("wed"),
      thu: of("thu"),
      fri: of("fri"),
      sat: of("sat"),
      sun: of("sun"),
    },
    holidays: [...new Set(form.holidays.filter((date) => date !== undefined))].sort(),
  };
}

/** The id that a row had, or one made from its words; each once. The id it gets joins `taken`. */
export function idFor(known: string | undefined, words: string, taken: Set<string>): string {
  const plain = words
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 36);
  const wanted = known && /^[a-z][a-z0-9_]{0,39}$/.test(known) ? known : plain || "row";
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted.slice(0, 36)}_${count}`;
  taken.add(id);
  return id;
}

const joined = (words: readonly string[]) => words.join(", ");

/**
 * An agent as its editor shows it: every value a text, every list in its order.
 * @param shown how a phone number is written for people
 */
export function formFrom(spec: AgentSpec, shown: (e164: string) => string) {
  const { book, emergency, transfer } = spec.actions;
  const day = (name: Weekday) =>
    spec.hours.weekly[name].map(({ from, to }) => ({ from, to: to === "24:00" ? "00:00" : to }));
  return {
    name: spec.name,
    kind: spec.kind,
    greeting: spec.greeting,
    business_address: spec.business_address ?? "",
    voice: voiceKey(spec.voice),
    fields: spec.fields.map((field) => ({
      id: field.id,
      label: field.label,
      type: field.type,
      required: field.required ? "on" : "",
      question: field.question,
      options: field.options.map(({ name, synonyms }) => ({ name, synonyms: joined(synonyms) })),
    })),
    when_unknown: spec.when_unknown,
    knowledge: spec.knowledge.map((entry) => ({ ...entry, synonyms: joined(entry.synonyms) })),
    book: {
      on: book ? "on" : "",
      kinds: (book?.kinds ?? [{ name: "Appointment", synonyms: [], duration_minutes: 30 }]).map((kind) => ({
        name: kind.name,
        synonyms: joined(kind.synonyms),
        duration_minutes: String(kind.duration_minutes),
      })),
      step_minutes: String(book?.step_minutes ?? 15),
      notice_minutes: String(book?.notice_minutes ?? 60),
      horizon_days: String(book?.horizon_days ?? 60),
      ask_kind: (book?.ask_kind ?? true) ? "on" : "",
    },
    save_lead: spec.actions.save_lead ? "on" : "",
    take_message: spec.actions.take_message ? "on" : "",
    emergency: {
      on: emergency ? "on" : "",
      words: joined(emergency?.words ?? []),
      say: emergency?.say ?? "",
    },
    transfer: { phone_number: transfer ? shown(transfer.phone_number) : "", name: transfer?.name ?? "" },
    hours: {
      mon: day("mon"),
      tue: day("tue"),
      wed: day("wed"),
      thu: day("thu"),
      fri: day("fri"),
      sat: day("sat"),
      sun: day("sun"),
    },
    holidays: spec.hours.holidays,
    answers_only_in_hours: spec.answers_only_in_hours ? "on" : "",
    max_call_minutes: String(Math.round(spec.max_call_seconds / 60)),
  };
}

/** What the editor's fields hold at first. */
export type AgentFormValues = ReturnType<typeof formFrom>;
