/** The shape in which an agent's editor posts: texts and ticks, each with the words for what is wrong with it. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import { agentKinds, fieldTypes, mostRows } from "./agent-terms.schema.ts";

const unbroken = (typed: unknown): unknown =>
  typeof typed === "string" ? typed.replace(/[\r\n\t]+/g, " ") : typed;

/** A text that must be there. What is said aloud is one line: a break in it is a space. */
const text = (most: number, missing: string) => z.preprocess(unbroken, oneLine(most, missing));

/** A text that may stay empty. */
const mayBeEmpty = (most: number) => z.preprocess(unbroken, oneLine(most));

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
    .refine((words) => words.length <= most, `At most ${most} of them`)
    .refine(
      (words) => words.every((word) => oneLine(word.length).safeParse(word).success),
      "Characters that cannot be seen are not allowed",
    )
    .refine((words) => words.every((word) => word.length <= longest), `Each at most ${longest} characters`);

/** A number as people write it: `0x10` and `1e1` are numbers to a machine, and to nobody else. */
const wholeNumber = (least: number, most: number) =>
  z
    .string({ error: "Write a number" })
    .trim()
    .regex(/^-?\d{1,9}(?:\.\d{1,9})?$/, "Write a number")
    .transform(Number)
    .pipe(
      z.number().int("Write a whole number").min(least, `At least ${least}`).max(most, `At most ${most}`),
    );

const ticked = z.boolean({ error: "Tick it or leave it" }).default(false);
const rowId = z.string().optional();

const option = z.object({ name: mayBeEmpty(60), synonyms: wordList(20, 40) });

const fieldRow = z.object({
  id: rowId,
  label: text(60, "Say what to find out"),
  type: z.enum(fieldTypes, { error: "Choose one of the list" }),
  required: ticked,
  question: mayBeEmpty(160),
  options: z.array(option).max(mostRows.options, `At most ${mostRows.options} answers`),
});

const knowledgeRow = z.object({
  id: rowId,
  question: text(160, "Say what callers ask"),
  answer: text(400, "Write the answer"),
  synonyms: wordList(20, 40),
});

const kindRow = z.object({
  name: text(60, "Name the kind of appointment"),
  synonyms: wordList(20, 40),
  duration_minutes: wholeNumber(5, 480),
});

const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 09:30")
  .optional();
const stretchRow = z.object({ from: clock, to: clock });
export type StretchRow = z.infer<typeof stretchRow>;
const day = z.array(stretchRow).max(mostRows.hours, `At most ${mostRows.hours} stretches a day`);

const switchedOff = z.literal("").optional();
const notASwitch = { error: "Switch it on or off" };

/** A part that counts only when its switch is on: switched off, nothing in it can be wrong. */
const book = z.discriminatedUnion(
  "on",
  [
    z.object({
      on: z.literal("on"),
      kinds: z
        .array(kindRow)
        .min(1, "Add at least one kind of appointment")
        .max(mostRows.kinds, `At most ${mostRows.kinds} kinds`),
      step_minutes: z.enum(["5", "10", "15", "20", "30", "60"], { error: "Choose one of the list" }),
      notice_minutes: wholeNumber(0, 20_160),
      horizon_days: wholeNumber(1, 365),
      ask_kind: ticked,
    }),
    z.object({ on: switchedOff }),
  ],
  notASwitch,
);

const emergency = z.discriminatedUnion(
  "on",
  [
    z.object({
      on: z.literal("on"),
      words: wordList(30, 40)
        .refine((words) => words.length > 0, "Name at least one word")
        .refine((words) => words.every((word) => word.length >= 2), "Each at least two letters"),
      say: text(300, "Write what the agent says then"),
    }),
    z.object({ on: switchedOff }),
  ],
  notASwitch,
);

/** Everything that the editor posts of an agent. Cross-checks and the finished `AgentSpec`: agent-draft.ts. */
export const agentForm = z.object({
  name: text(40, "Give the agent a name"),
  kind: z.enum(agentKinds, { error: "Reload the page and try again" }),
  greeting: text(300, "Write what a caller hears first"),
  voice: z.string({ error: "Choose a voice" }),
  fields: z.array(fieldRow).max(mostRows.fields, `At most ${mostRows.fields} questions`),
  when_unknown: z.enum(["call_back", "transfer"], { error: "Choose one of the list" }),
  // The agent ends the sentence itself.
  business_address: mayBeEmpty(160).transform((address) => address.replace(/[\s.]+$/, "")),
  knowledge: z.array(knowledgeRow).max(mostRows.knowledge, `At most ${mostRows.knowledge} answers`),
  book,
  save_lead: ticked,
  take_message: ticked,
  emergency,
  transfer: z.object({ phone_number: mayBeEmpty(40), name: mayBeEmpty(60) }),
  hours: z.object({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }),
  holidays: z
    .array(z.iso.date("Use a date such as 2026-12-25").optional())
    .max(mostRows.holidays, `At most ${mostRows.holidays} days`),
  answers_only_in_hours: ticked,
  max_call_minutes: wholeNumber(1, 120),
});
export type AgentForm = z.infer<typeof agentForm>;
