/** The tools that an agent's language model is offered: only what the agent may do, each with the shape of its arguments. */
import { z } from "zod";
import type { builtInTools } from "#app/agents/agent-terms.schema.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { Json } from "#app/platform/json.ts";
import type { Scene } from "#workers/conversation/line/conversation.ts";
import type { ToolSpec } from "./model.ts";
import { transferFields } from "./transfer-tool.ts";

const words = (most: number) => z.string().trim().min(1).max(most);
const maybe = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((text) => text || null);

/** A day or time in the caller's own words; the code works out the date. */
const when = words(300);

/** The arguments of each built-in tool, as a model writes them. */
export const toolArguments = {
  find_times: z.object({ when: maybe(300), kind: maybe(60) }),
  book_appointment: z.object({
    when,
    name: words(80),
    kind: maybe(60),
    phone_number: maybe(40),
    email: maybe(120),
    notes: maybe(600),
  }),
  find_appointments: z.object({ name: maybe(80), phone_number: maybe(40) }),
  move_appointment: z.object({ appointment: words(20), when }),
  cancel_appointment: z.object({ appointment: words(20) }),
  save_details: z.object({
    details: z.record(z.string().max(60), z.union([z.string().max(400), z.number(), z.boolean()])),
  }),
  take_message: z.object({
    text: words(600),
    name: maybe(80),
    phone_number: maybe(40),
    call_back: z.boolean().default(false),
    call_when: maybe(120),
  }),
  search_knowledge: z.object({ question: words(300) }),
  look_up_contact: z.object({}),
  note_question: z.object({ question: words(300) }),
  send_text: z.object({ text: words(480) }),
  transfer_call: z.object({ reason: words(200), to: words(60).optional() }),
  confirm: z.object({}),
  end_call: z.object({ reason: z.enum(["goodbye", "wrong_number", "abuse"]).catch("goodbye") }),
} as const satisfies Record<(typeof builtInTools)[number], z.ZodType>;
export type ToolName = keyof typeof toolArguments;
export type ToolArguments<Name extends ToolName> = z.infer<(typeof toolArguments)[Name]>;

export const isToolName = (name: string): name is ToolName => Object.hasOwn(toolArguments, name);

type Field = { [key: string]: Json };
const text = (description: string): Field => ({ type: "string", description });

function spec(
  name: ToolName,
  description: string,
  fields: Record<string, Field>,
  required: string[] = [],
): ToolSpec {
  return {
    name,
    description,
    parameters: { type: "object", properties: fields, required, additionalProperties: false },
  };
}

const sendText = spec(
  "send_text",
  "Sends a text message to the number that the caller calls from, and to no other. Ask first whether they want it.",
  { text: text("The whole message, as it is to be read. Only facts that you know.") },
  ["text"],
);

const transferTool = ({ description, fields, required }: ReturnType<typeof transferFields>): ToolSpec =>
  spec("transfer_call", description, fields, required);

const whenText =
  "The day and time in the caller's own words, translated into English (“next Tuesday afternoon”). Never a date that you worked out.";
const handle = text("The appointment's handle as find_appointments gave it, such as “A1”.");

/** The tools for appointments. */
function bookingTools({ book }: AgentSpec["actions"]): ToolSpec[] {
  if (!book) return [];
  const kinds = book.kinds.map(({ name }) => name);
  const kind: Field = { type: "string", enum: kinds, description: "The kind of appointment." };
  const hasKinds = kinds.length > 1;
  return [
    spec("find_times", "Finds free times for an appointment. Call it before you offer any time.", {
      when: text(`${whenText} Leave it out for the earliest times.`),
      ...(hasKinds ? { kind } : {}),
    }),
    spec(
      "book_appointment",
      "Asks the caller to confirm an appointment, and books it when they do. Say nothing about it yourself in the same answer.",
      {
        when: text(whenText),
        name: text("The full name of the person whom the appointment is for."),
        ...(hasKinds ? { kind } : {}),
        phone_number: text("A number to call them back, only if it is another one than they call from."),
        email: text("Their email address, if they gave it."),
        notes: text("Anything else that the business should know, short."),
      },
      ["when", "name", ...(hasKinds && book.ask_kind ? ["kind"] : [])],
    ),
    spec(
      "find_appointments",
      "Finds the caller's coming appointments by the name that they are under and the number that they call from, or another number that they were made with. Ask for the name first: it must be the caller who says it.",
      {
        name: text("The full name that the appointment is under, as the caller said it."),
        phone_number: text("The number that it was made with, if it is another one than they call from."),
      },
    ),
    spec(
      "move_appointment",
      "Asks the caller to confirm a new time for an appointment, and moves it when they do.",
      { appointment: handle, when: text(whenText) },
      ["appointment", "when"],
    ),
    spec(
      "cancel_appointment",
      "Asks the caller to confirm that an appointment is cancelled, and cancels it when they do.",
      { appointment: handle },
      ["appointment"],
    ),
  ];
}

const fieldTypes = { text: "string", number: "number", yes_no: "boolean", choice: "string" } as const;

/** The agent's own tools, which ask an address of the organization. */
const webhookTools = ({ tools }: AgentSpec): ToolSpec[] =>
  tools.map(({ name, description, fields }) => ({
    name,
    description,
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        fields.map((field) => [
          field.name,
          {
            type: fieldTypes[field.type],
            description: field.description,
            ...(field.type === "choice" ? { enum: field.options } : {}),
          },
        ]),
      ),
      required: fields.filter(({ required }) => required).map(({ name: one }) => one),
      additionalProperties: false,
    },
  }));

/**
 * The tools of an agent.
 * @param of.proposes whether the caller was asked to confirm something: then `confirm` is there
 */
export function toolsFor(
  agent: AgentSpec,
  { proposes, people = [] }: { proposes: boolean; people?: Scene["people"] },
): ToolSpec[] {
  const { actions, fields } = agent;
  return [
    ...bookingTools(actions),
    ...(proposes
      ? [spec("confirm", "The caller agreed to what you asked them to confirm last: carries it out.", {})]
      : []),
    ...(fields.length > 0
      ? [
          spec(
            "save_details",
            "Keeps what the caller told you, as soon as you hear it.",
            {
              details: {
                type: "object",
                description: "The details by their ids.",
                properties: Object.fromEntries(fields.map(({ id, label }) => [id, text(label)])),
                additionalProperties: false,
              },
            },
            ["details"],
          ),
        ]
      : []),
    ...(actions.take_message
      ? [
          spec(
            "take_message",
            "Passes a message or a wish to be called back on to the team.",
            {
              text: text("The message, complete, in the caller's words."),
              name: text("Who leaves it."),
              phone_number: text("A number for the answer, only if it is another one than they call from."),
              call_back: { type: "boolean", description: "Whether they want to be called back." },
              call_when: text(`When they want to be called. ${whenText} Leave it out for any time.`),
            },
            ["text"],
          ),
        ]
      : []),
    spec(
      "search_knowledge",
      "Searches what the business has written down. Use it for every question that your instructions don't answer.",
      { question: text("The caller's question.") },
      ["question"],
    ),
    spec("look_up_contact", "Tells what is known of the caller from earlier calls.", {}),
    spec(
      "note_question",
      "Notes a question that neither your instructions nor search_knowledge answered, so that the team can write the answer.",
      { question: text("The caller's question.") },
      ["question"],
    ),
    ...(actions.send_texts ? [sendText] : []),
    ...(actions.transfer ? [transferTool(transferFields(actions.transfer.name, people))] : []),
    ...webhookTools(agent),
    spec(
      "end_call",
      "Ends the call after your last words. Say goodbye in the same answer.",
      { reason: { type: "string", enum: ["goodbye", "wrong_number", "abuse"], description: "Why it ends." } },
      ["reason"],
    ),
  ];
}
