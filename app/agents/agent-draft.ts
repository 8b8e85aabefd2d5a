/** Converts between an agent as its editor posts it and the stored agent: checks that need several fields, and the way back into the form. */

import { z } from "zod";
import type { Weekday } from "#app/hours/week.schema.ts";
import type { Dialling } from "#app/platform/phone-number-cost.ts";
import { type Incoherence, incoherences } from "./agent-coherence.ts";
import { type AgentForm, agentForm } from "./agent-form.schema.ts";
import { type AgentSpec, agentSpec } from "./agents.schema.ts";
import { voiceKey } from "./voices.ts";

type Wrong = { path: (string | number)[]; message: string };

/**
 * The schema that a posted editor passes through: its texts become an `AgentSpec`, or errors at their fields.
 * @param dialling as in `agentForm`
 */
export const draftSchema = (dialling: Dialling) =>
  agentForm(dialling).transform((form, context): AgentSpec => {
    const { spec, wrong } = specFrom(form);
    for (const { path, message } of wrong) context.addIssue({ code: "custom", path, message });
    const kept = agentSpec.safeParse(spec);
    if (kept.success) return kept.data;
    if (wrong.length === 0)
      context.addIssue({ code: "custom", message: "This agent can't be saved as it is." });
    return z.NEVER;
  });

function specFrom(form: AgentForm): { spec: unknown; wrong: Wrong[] } {
  const wrong = incoherences({
    fields: form.fields,
    week: form.hours,
    books: form.book.on === "on",
    hasTransfer: form.transfer !== null,
    when_unknown: form.when_unknown,
  }).map(wrongField);
  const ids = new Set<string>();
  const fields = form.fields.map((row) => ({ ...row, id: idFor(row.id, row.label, ids) }));
  const knowledge = form.knowledge.map((row) => ({ ...row, id: idFor(row.id, row.question, ids) }));
  const spec = {
    name: form.name,
    kind: form.kind,
    greeting: form.greeting,
    business_address: form.business_address || null,
    language: "en-US",
    voice: form.voice,
    fields,
    hours: { weekly: form.hours, holidays: holidaysFrom(form) },
    answers_only_in_hours: form.answers_only_in_hours,
    knowledge,
    actions: {
      book: bookFrom(form),
      save_lead: form.save_lead,
      take_message: form.take_message,
      transfer: form.transfer,
      emergency: form.emergency.on === "on" ? { words: form.emergency.words, say: form.emergency.say } : null,
    },
    when_unknown: form.when_unknown,
    max_call_seconds: form.max_call_minutes * 60,
  };
  return { spec, wrong };
}

/** An incoherence as the form says it, at the field that can mend it. */
function wrongField(found: Incoherence): Wrong {
  switch (found.kind) {
    case "appointment_without_booking":
      return { path: ["fields", found.place, "type"], message: "Turn on booking under Actions to use this" };
    case "booking_without_hours":
      return {
        path: ["book", "on"],
        message: "Add opening hours so callers can book",
      };
    case "transfer_without_number":
      return {
        path: ["transfer", "phone_number"],
        message: "Enter a number to transfer callers to, or have the agent offer a callback",
      };
  }
}

function bookFrom({ book }: AgentForm) {
  if (book.on !== "on") return null;
  const { on: _on, step_minutes, ...rest } = book;
  return { ...rest, step_minutes: Number(step_minutes) };
}

const holidaysFrom = ({ holidays }: AgentForm): string[] =>
  [...new Set(holidays.filter((date) => date !== undefined))].sort();

/** The id that a row had, or one made from its words; each once. The new id is added to `taken`. */
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
 * @param shown formats a phone number
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

/** The initial values of the editor's fields. */
export type AgentFormValues = ReturnType<typeof formFrom>;
