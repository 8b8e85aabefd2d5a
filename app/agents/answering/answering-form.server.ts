/** What the page "Who answers" posts becomes the next version of an agent, or errors at the fields. */
import { z } from "zod";
import { type Incoherence, incoherencesOf } from "#app/agents/agent-coherence.ts";
import { idFor } from "#app/agents/agent-draft.ts";
import { toolProofs } from "#app/agents/agent-terms.schema.ts";
import { type AgentSpec, agentSpec } from "#app/agents/agents.schema.ts";
import { mayBeEmpty, text, ticked, wholeNumber } from "#app/agents/fields/simple-shapes.schema.ts";
import { offeredModels } from "#app/models/offered-models.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { isOwnAddress } from "#app/platform/outbound.server.ts";
import { modelPlaces, mostFindings, mostToolFields, mostTools, otherModel } from "./answering-fields.ts";

const choose = { error: "Choose one from the list" };

/** A text of several lines. */
const lines = (most: number) =>
  z
    .string({ error: "Enter some text" })
    .prefault("")
    .transform((typed) => typed.trim().replaceAll("\r\n", "\n"))
    .refine((typed) => typed.length <= most, `At most ${most.toLocaleString("en")} characters`);

const decimal = (least: number, most: number) =>
  z
    .string({ error: "Enter a number" })
    .trim()
    .regex(/^\d{1,2}(?:\.\d{1,3})?$/, "Enter a number, like 0.5")
    .transform(Number)
    .pipe(z.number().min(least, `At least ${least}`).max(most, `At most ${most}`));

const providers = ["openai", "anthropic", "workers_ai", "compatible"] as const;
type Chosen = NonNullable<AgentSpec["model"]>["chain"][number];

const modelRow = z
  .object({ choice: mayBeEmpty(140), provider: z.enum(providers, choose).optional(), model: mayBeEmpty(120) })
  .transform(({ choice, provider, model }, context): Chosen | null => {
    const refuse = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return null;
    };
    if (choice === "") return null;
    if (choice === otherModel) {
      if (provider === undefined) return refuse("provider", choose.error);
      return model === ""
        ? refuse("model", "Enter the model's id, as its provider writes it")
        : { provider, model };
    }
    const offered = offeredModels.find((one) => `${one.provider}:${one.model}` === choice);
    return offered ? { provider: offered.provider, model: offered.model } : refuse("choice", choose.error);
  });

const words = z
  .string()
  .optional()
  .transform((typed) => [
    ...new Set(
      (typed ?? "")
        .split(/[,;\n]/)
        .map((word) => word.trim())
        .filter((word) => word !== ""),
    ),
  ])
  .refine((all) => all.length <= 20, "At most 20")
  .refine((all) => all.every((word) => word.length <= 60), "At most 60 characters each");

/** Only a choice has answers to choose from, and then at least two different ones. */
function withOptions<Row extends { type: string; options: string[] }>(
  row: Row,
  context: z.RefinementCtx,
): Row {
  if (row.type !== "choice") return { ...row, options: [] };
  const folded = new Set(row.options.map((option) => option.toLowerCase()));
  if (row.options.length < 2)
    context.addIssue({ code: "custom", path: ["options"], message: "Enter at least two answers" });
  else if (folded.size < row.options.length)
    context.addIssue({ code: "custom", path: ["options"], message: "Two of these answers are the same" });
  return row;
}

const answerType = z.enum(["text", "number", "yes_no", "choice"], choose);

const fieldRow = z
  .object({
    name: z
      .string({ error: "Enter a name" })
      .trim()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, "Lowercase letters, digits and underscores, like order_number"),
    type: answerType,
    description: mayBeEmpty(200),
    required: ticked,
    options: words,
  })
  .transform(withOptions);

const toolRow = z.object({
  id: z.string().max(40).optional(),
  name: z
    .string({ error: "Enter a name" })
    .trim()
    .regex(/^[a-z0-9_]{1,40}$/, "Lowercase letters, digits and underscores, like check_order"),
  description: text(400, "Say what it does and when to use it"),
  url: oneLine(500, "Enter an address").refine(
    (typed) => typed === "" || isOwnAddress(typed),
    "Enter a public https address, like https://shop.com/orders",
  ),
  fields: z
    .array(fieldRow)
    .max(mostToolFields, `At most ${mostToolFields} details`)
    .refine(
      (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
      "Two details have the same name",
    )
    .default([]),
  secret: oneLine(400).refine(
    (typed) => /^[\x21-\x7e]*$/.test(typed),
    "A secret has no spaces and no accents. Copy it again",
  ),
  forget: ticked,
  timeout: wholeNumber(1, 15),
  filler: mayBeEmpty(160),
  proves: z
    .object({ booked: ticked, moved: ticked, canceled: ticked, message: ticked, sent: ticked, done: ticked })
    .prefault({})
    .transform((ticks) => toolProofs.filter((proof) => ticks[proof])),
});

/** One of the agent's own questions about a finished call. */
const findingRow = z
  .object({
    id: z.string().max(40).optional(),
    label: text(60, "Enter a name"),
    type: answerType,
    prompt: text(400, "Say what to find out"),
    options: words,
  })
  .transform(withOptions);

const answeringForm = z.object({
  who: z.enum(["built_in", "models"], choose),
  models: z
    .object({
      first: modelRow.optional(),
      second: modelRow.optional(),
      third: modelRow.optional(),
      fourth: modelRow.optional(),
    })
    .prefault({})
    .transform((rows) => modelPlaces.map((place) => rows[place] ?? null)),
  temperature: decimal(0, 1),
  patience: decimal(0.5, 6),
  tasks: lines(600),
  tone: z.enum(["warm", "brief", "formal"], choose),
  rules: lines(2000),
  prompt: lines(12_000),
  languages: z.enum(["en-US", "es-US", "en-US,es-US", "es-US,en-US"], choose),
  follows_language: ticked,
  tools: z.array(toolRow).max(mostTools, `At most ${mostTools} tools`).default([]),
  analysis: z
    .array(findingRow)
    .max(mostFindings, `At most ${mostFindings} fields`)
    .transform((all, context) => {
      for (const place of repeated(all.map(({ label }) => label.toLowerCase())))
        context.addIssue({
          code: "custom",
          path: [place, "label"],
          message: "Another field has this name",
        });
      return all;
    })
    .default([]),
});

/** A secret that was typed for a tool. */
export type TypedSecret = { readonly place: number; readonly secret: string };
export type AnsweringDraft = { spec: AgentSpec; typed: TypedSecret[]; forgets: number[] };

type Wrong = { path: (string | number)[]; message: string };

/**
 * The schema that the posted page passes through. The secrets of the tools stay as they are stored; what is typed for
 * them is told apart.
 * @param stored the agent's current version, for all that the page does not have
 */
export const answeringDraft = (stored: AgentSpec) =>
  answeringForm.transform((form, context): AnsweringDraft => {
    const refuse = ({ path, message }: Wrong) => context.addIssue({ code: "custom", path, message });
    const chain = form.models.flatMap((row) => row ?? []);
    for (const wrong of sameModels(form.models)) refuse(wrong);
    if (form.who === "models" && chain.length === 0)
      refuse({ path: ["models", "first", "choice"], message: "Choose a model" });
    const ids = new Set<string>();
    const findings = new Set<string>();
    const { tone, tasks, rules, prompt, languages, follows_language } = form;
    const made = agentSpec.safeParse({
      ...stored,
      model:
        form.who === "models"
          ? { chain, temperature: form.temperature, first_token_ms: Math.round(form.patience * 1000) }
          : null,
      facts: { tone, tasks, rules },
      prompt,
      languages: languages.split(","),
      follows_language,
      tools: form.tools.map(({ id, timeout, secret: _secret, forget: _forget, ...tool }) => ({
        ...tool,
        id: idFor(id, tool.name, ids),
        timeout_ms: timeout * 1000,
        secret_id: stored.tools.find((known) => known.id === id)?.secret_id ?? null,
      })),
      analysis: form.analysis.map(({ id, ...row }) => ({ ...row, id: idFor(id, row.label, findings) })),
    });
    if (!made.success) {
      context.addIssue({ code: "custom", message: "This agent can't be saved as it is." });
      return z.NEVER;
    }
    for (const found of incoherencesOf(made.data)) refuse(wrongAnswering(found));
    return {
      spec: made.data,
      typed: form.tools.flatMap(({ secret }, place) => (secret === "" ? [] : [{ place, secret }])),
      forgets: form.tools.flatMap(({ forget }, place) => (forget ? [place] : [])),
    };
  });

/** The places of what stands in the list before already. */
const repeated = (all: readonly string[]): number[] =>
  all.flatMap((one, place) => (all.indexOf(one) < place ? [place] : []));

function sameModels(rows: readonly (Chosen | null)[]): Wrong[] {
  const named = rows.map((row) => row && `${row.provider}:${row.model}`);
  return named.flatMap((name, place): Wrong[] =>
    name !== null && named.indexOf(name) < place
      ? [
          {
            path: ["models", modelPlaces[place] ?? "first", "choice"],
            message: "This model is already in the list",
          },
        ]
      : [],
  );
}

/** An incoherence as this page says it, at the field that can mend it. */
function wrongAnswering(found: Incoherence): Wrong {
  switch (found.kind) {
    case "language_without_model":
      return {
        path: ["languages"],
        message: "The built-in agent speaks English only. Choose a language model to speak Spanish",
      };
    case "tool_named_twice":
      return { path: ["tools", found.place, "name"], message: "Two tools have the same name" };
    case "tool_named_as_built_in":
      return {
        path: ["tools", found.place, "name"],
        message: "The agent has a tool of its own with this name. Choose another one",
      };
    case "unknown_variable":
      return {
        path: ["prompt"],
        message: `There is no {{${found.name}}}. Use one of the variables listed below`,
      };
    default:
      return {
        path: [],
        message: "Something in this agent's editor has to be fixed first. Open it and save.",
      };
  }
}
