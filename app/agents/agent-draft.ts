/** Converts between an agent as its editor posts it and the stored agent: checks that need several fields, and the way back into the form. */

import { z } from "zod";
import { agentFields, type OwnPath } from "#app/agents/fields/agent-fields.schema.ts";
import { type FormValues, formValues, specOf } from "#app/agents/fields/field-values.ts";
import type { Weekday } from "#app/hours/week.schema.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { Dialling } from "#app/platform/phone-number-cost.ts";
import { voiceKey } from "#app/voices/voice-key.ts";
import { type Incoherence, incoherencesOf } from "./agent-coherence.ts";
import { agentForm } from "./agent-form.schema.ts";
import { type AgentSpec, agentSpec } from "./agents.schema.ts";

type Wrong = { path: (string | number)[]; message: string };

/**
 * The schema that a posted editor passes through: its texts become an `AgentSpec`, or errors at their fields. What the
 * form does not have is at its default; saving and trying out take it from the stored agent (`of_form`).
 * @param dialling as in `agentForm`
 */
export const draftSchema = (dialling: Dialling) =>
  agentForm(dialling).transform((form, context): AgentSpec => {
    const made = agentSpec.safeParse(withIds(specOf(agentFields, form)));
    if (!made.success) {
      context.addIssue({ code: "custom", message: "This agent can't be saved as it is." });
      return z.NEVER;
    }
    for (const { path, message } of incoherencesOf(made.data).map(wrongField))
      context.addIssue({ code: "custom", path, message });
    return made.data;
  });

/** Rows as the form's shape leaves them: a new one has no id. */
const rows = z.array(z.looseObject({ id: z.string().optional() }));

/** Gives an id of its own to each row that calls refer to. */
function withIds(spec: Record<string, unknown>) {
  const ids = new Set<string>();
  const named = (list: unknown, words: "label" | "question") =>
    rows.parse(list).map((row) => ({ ...row, id: idFor(row.id, String(row[words]), ids) }));
  return {
    ...spec,
    fields: named(spec.fields, "label"),
    knowledge: named(spec.knowledge, "question"),
  };
}

/** An incoherence as the form says it, at the field that can mend it. */
export function wrongField(found: Incoherence): Wrong {
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
        message:
          "Enter a number to transfer callers to, choose people from call transfer, or have the agent offer a callback",
      };
    case "voicemail_without_words":
      return { path: ["voicemail_message"], message: "Enter the message, or choose to hang up" };
    case "unknown_variable":
      return {
        path: ["fields"],
        message: `The agent's prompt uses {{${found.name}}}, so keep the question with that name`,
      };
    case "unknown_in_greeting":
      return {
        path: ["greeting"],
        message: `${found.name} stands for nothing. Use {organization} or {agent}`,
      };
    case "language_without_model":
    case "tool_named_twice":
    case "tool_named_as_built_in":
      return { path: [], message: "This agent can't be saved as it is." };
  }
}

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

/** How the fields that are more than one text stand in the form: every value a text, every list in its order. */
export const conversions = {
  voice: ({ voice }: AgentSpec) => voiceKey(voice),
  fields: ({ fields }: AgentSpec) =>
    fields.map((field) => ({
      id: field.id,
      label: field.label,
      type: field.type,
      required: field.required ? "on" : "",
      question: field.question,
      options: field.options.map(({ name, synonyms }) => ({ name, synonyms: joined(synonyms) })),
    })),
  knowledge: ({ knowledge }: AgentSpec) =>
    knowledge.map((entry) => ({ ...entry, synonyms: joined(entry.synonyms) })),
  "actions.book": ({ actions: { book } }: AgentSpec) => ({
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
  }),
  "actions.emergency": ({ actions: { emergency } }: AgentSpec) => ({
    on: emergency ? "on" : "",
    words: joined(emergency?.words ?? []),
    say: emergency?.say ?? "",
  }),
  "actions.transfer": ({ actions: { transfer } }: AgentSpec) => ({
    phone_number: transfer ? internationally(transfer.phone_number) : "",
    name: transfer?.name ?? "",
  }),
  transfer_targets: ({ transfer_targets }: AgentSpec) => transfer_targets,
  "hours.weekly": ({ hours: { weekly } }: AgentSpec) => {
    const day = (name: Weekday) =>
      weekly[name].map(({ from, to }) => ({ from, to: to === "24:00" ? "00:00" : to }));
    return {
      mon: day("mon"),
      tue: day("tue"),
      wed: day("wed"),
      thu: day("thu"),
      fri: day("fri"),
      sat: day("sat"),
      sun: day("sun"),
    };
  },
  "hours.holidays": ({ hours }: AgentSpec) => hours.holidays,
} satisfies Record<OwnPath, (spec: AgentSpec) => unknown>;

/** The initial values of the editor's fields. */
export type AgentFormValues = FormValues<typeof agentFields, typeof conversions>;

/** An agent as its editor shows it. */
export const formFrom = (spec: AgentSpec): AgentFormValues => formValues(agentFields, spec, conversions);
