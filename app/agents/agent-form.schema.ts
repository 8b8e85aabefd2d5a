/** The shapes of what an agent's editor posts: texts and checkboxes, each with its error message, made into stored values. */
import { z } from "zod";
import { agentFields, type OwnPath } from "#app/agents/fields/agent-fields.schema.ts";
import type { FieldTable } from "#app/agents/fields/field-table.schema.ts";
import { formShape, mayBeEmpty, text, ticked, wholeNumber } from "#app/agents/fields/simple-shapes.schema.ts";
import { dayForm } from "#app/hours/day-form.schema.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { type Dialling, dialRefusal } from "#app/platform/phone-number-cost.ts";
import { dialRefusalWords } from "#app/telephony/transfers/dial-words.schema.ts";
import { voice as storedVoice } from "#app/voices/voice.schema.ts";
import { fieldTypes, mostRows } from "./agent-terms.schema.ts";

type Wrong = { path: (string | number)[]; message: string };

function addIssues(context: z.RefinementCtx, wrong: readonly Wrong[]): void {
  for (const { path, message } of wrong) context.addIssue({ code: "custom", path, message });
}

/** Words separated by commas or lines: "parking, car park". */
const wordList = (most: number, longest: number) =>
  z
    .string()
    .optional()
    .transform((typed) => [
      ...new Set(
        (typed ?? "")
          .split(/[,;\n]/)
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    ])
    .refine((words) => words.length <= most, `At most ${most}`)
    .refine(
      (words) => words.every((word) => oneLine(word.length).safeParse(word).success),
      "Remove the invisible characters",
    )
    .refine((words) => words.every((word) => word.length <= longest), `At most ${longest} characters each`);

const rowId = z.string().optional();

const option = z.object({ name: mayBeEmpty(60), synonyms: wordList(20, 40) });

const fieldRow = z
  .object({
    id: rowId,
    label: text(60, "Enter what to find out"),
    type: z.enum(fieldTypes, { error: "Choose one from the list" }),
    required: ticked,
    question: mayBeEmpty(160),
    options: z
      .array(option)
      .max(mostRows.options, `At most ${mostRows.options} answers`)
      .transform((options) => options.filter(({ name, synonyms }) => name !== "" || synonyms.length > 0)),
  })
  .transform((row) => (row.type === "choice" ? row : { ...row, options: [] }))
  .superRefine(({ type, options }, context) => {
    if (type === "choice") addIssues(context, wrongOptions(options));
  });

function wrongOptions(options: readonly { name: string }[]): Wrong[] {
  const names = options.map(({ name }) => name.toLowerCase());
  const nameless = names
    .map((name, index) => ({ name, path: ["options", index, "name"] }))
    .filter(({ name }) => name === "")
    .map(({ path }) => ({ path, message: "Name this answer" }));
  const path = ["options"];
  if (options.length < 2) return [{ path, message: "Add at least two answers to choose from" }, ...nameless];
  if (new Set(names).size < names.length) return [{ path, message: "Two answers have the same name" }];
  return nameless;
}

const knowledgeRow = z.object({
  id: rowId,
  question: text(160, "Enter what callers ask"),
  answer: text(400, "Enter the answer"),
  synonyms: wordList(20, 40),
});

const kindRow = z.object({
  name: text(60, "Name the appointment type"),
  synonyms: wordList(20, 40),
  duration_minutes: wholeNumber(5, 480),
});

const switchedOff = z.literal("").optional();
const notASwitch = { error: "Turn it on or off" };

/** A part that counts only when its switch is on: when it is off, its fields are not validated. */
const book = z
  .discriminatedUnion(
    "on",
    [
      z.object({
        on: z.literal("on"),
        kinds: z
          .array(kindRow)
          .min(1, "Add at least one appointment type")
          .max(mostRows.kinds, `At most ${mostRows.kinds} types`)
          .refine(
            (kinds) => new Set(kinds.map(({ name }) => name.toLowerCase())).size === kinds.length,
            "Two types have the same name",
          ),
        step_minutes: z.enum(["5", "10", "15", "20", "30", "60"], { error: "Choose one from the list" }),
        notice_minutes: wholeNumber(0, 20_160),
        horizon_days: wholeNumber(1, 365),
        ask_kind: ticked,
      }),
      z.object({ on: switchedOff }),
    ],
    notASwitch,
  )
  .transform((part) => {
    if (part.on !== "on") return null;
    const { on: _on, step_minutes, ...rest } = part;
    return { ...rest, step_minutes: Number(step_minutes) };
  });

const emergency = z
  .discriminatedUnion(
    "on",
    [
      z.object({
        on: z.literal("on"),
        words: wordList(30, 40)
          .refine((words) => words.length > 0, "Enter at least one word")
          .refine((words) => words.every((word) => word.length >= 2), "At least two letters each"),
        say: text(300, "Enter what the agent says"),
      }),
      z.object({ on: switchedOff }),
    ],
    notASwitch,
  )
  .transform((part) => (part.on === "on" ? { words: part.words, say: part.say } : null));

/** Where callers are transferred to; null without a number. `dialling`: as in `agentForm` */
const transferTo = (dialling: Dialling) =>
  z
    .object({ phone_number: mayBeEmpty(40), name: mayBeEmpty(60) })
    .transform(({ phone_number: typed, name }, context) => {
      if (typed === "") return null;
      const path = ["phone_number"];
      const phone_number = phoneNumberFrom(typed, dialling.country);
      const refusal = phone_number === null ? "unknown" : dialRefusal(phone_number, dialling);
      if (refusal) addIssues(context, [{ path, message: dialRefusalWords(refusal, dialling.country) }]);
      return { phone_number: phone_number ?? "", name };
    });

/** Turns the key of a listed voice into the voice. */
const voice = z.string({ error: "Choose a voice" }).transform((key, context) => {
  const [provider, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  const chosen = storedVoice.safeParse({ provider, id });
  if (chosen.success) return chosen.data;
  addIssues(context, [{ path: [], message: "Choose one from the list" }]);
  return z.NEVER;
});

/** The shapes of the fields that are more than one text, switch, number or choice. */
const ownForms = (dialling: Dialling) =>
  ({
    voice,
    fields: z.array(fieldRow).max(mostRows.fields, `At most ${mostRows.fields} questions`),
    knowledge: z.array(knowledgeRow).max(mostRows.knowledge, `At most ${mostRows.knowledge} answers`),
    "actions.book": book,
    "actions.emergency": emergency,
    "actions.transfer": transferTo(dialling),
    transfer_targets: z
      .array(z.string().max(100).optional())
      .max(mostRows.transfer_targets, `At most ${mostRows.transfer_targets} people`)
      .transform((ids) => [...new Set(ids.filter((id) => id !== undefined && id !== ""))]),
    "hours.weekly": z.object({
      mon: dayForm,
      tue: dayForm,
      wed: dayForm,
      thu: dayForm,
      fri: dayForm,
      sat: dayForm,
      sun: dayForm,
    }),
    "hours.holidays": z
      .array(z.iso.date("Use a date like 2026-12-25").optional())
      .max(mostRows.holidays, `At most ${mostRows.holidays} days`)
      .transform((dates) => [...new Set(dates.filter((date) => date !== undefined))].sort()),
  }) satisfies Record<OwnPath, z.ZodType>;

/**
 * Everything that the editor posts, each field validated by itself, so that all errors appear at once. Checks across
 * fields, and the finished `AgentSpec`: agent-draft.ts.
 * @param dialling the country of phone numbers without a prefix, and whether others may be dialled
 */
export const agentForm = (dialling: Dialling, table: FieldTable = agentFields) =>
  formShape(table, ownForms(dialling));
