/** What a language model is told and may use when it answers for an agent, and what is found out after the call. */
import { z } from "zod";
import { toolProofs } from "./agent-terms.schema.ts";

const slug = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);

/** Whether every row has its own value. */
const areDistinct = <Row>(rows: readonly Row[], value: (row: Row) => string): boolean =>
  new Set(rows.map(value)).size === rows.length;

/** The first is the one of the greeting. */
export const languages = z
  .tuple([z.enum(["en-US", "es-US"])], z.enum(["en-US", "es-US"]))
  .refine((all) => areDistinct(all, (one) => one));

/** Which models answer, in the order in which they are asked; null, or a chain of none: the built-in brain answers. */
export const model = z
  .object({
    chain: z
      .array(
        z.object({
          provider: z.enum(["openai", "anthropic", "workers_ai", "compatible"]),
          model: z.string().trim().min(1).max(120),
        }),
      )
      .max(4),
    temperature: z.number().min(0).max(1).default(0.3),
    /** How long a model may take to its first word before the next one is asked; calls allow at most 6 seconds. */
    first_token_ms: z.int().min(500).max(8000).default(2500),
  })
  .nullable();

/** Of what the instructions to a model are made. */
export const facts = z.object({
  tasks: z.string().trim().max(600),
  tone: z.enum(["warm", "brief", "formal"]),
  rules: z.string().trim().max(2000),
});

/** A prompt of the organization's own, with `{{variables}}`, in place of the one made from the facts; empty: none. */
export const prompt = z.string().trim().max(12_000);

const answerTypes = ["text", "number", "yes_no", "choice"] as const;
const answerOptions = z
  .array(z.string().trim().min(1).max(60))
  .max(20)
  .refine((options) => areDistinct(options, (option) => option.toLowerCase()));

/** Only a choice has options, and it has at least two. */
const hasItsOptions = ({ type, options }: { type: string; options: readonly string[] }): boolean =>
  type === "choice" ? options.length >= 2 : options.length === 0;

/** An address that is called with https. Secrets have a place of their own, so it holds no password. */
const address = z
  .url({ protocol: /^https$/, normalize: true })
  .max(500)
  .refine((url) => {
    const { username, password } = new URL(url);
    return username === "" && password === "";
  });

export const toolProof = z.enum(toolProofs);

export const webhookTool = z.object({
  id: slug,
  /** By which the model calls it. */
  name: z.string().regex(/^[a-z0-9_]{1,40}$/),
  /** Tells the model when to use it. */
  description: z.string().trim().min(1).max(400),
  /** Empty: it came from another organization, and its address was not carried along. */
  url: z.union([z.literal(""), address]),
  fields: z
    .array(
      z
        .object({
          name: slug,
          type: z.enum(answerTypes),
          description: z.string().trim().max(200),
          required: z.boolean(),
          options: answerOptions,
        })
        .refine(hasItsOptions),
    )
    .max(20)
    .refine((fields) => areDistinct(fields, ({ name }) => name)),
  /** The kept secret that is sent along; null: none. */
  secret_id: z.string().min(1).max(100).nullable(),
  timeout_ms: z.int().min(1000).max(15_000),
  /** Said at once when it is asked; empty: a filler of the loop's, after a moment. */
  filler: z.string().trim().max(160),
  /** What it does, by which the agent may say that it is done; empty: it only looks up. */
  proves: z
    .array(toolProof)
    .max(toolProofs.length)
    .refine((all) => areDistinct(all, (one) => one))
    .default([]),
});

/** The organization's own addresses that a model may call. */
export const tools = z
  .array(webhookTool)
  .max(10)
  .refine((all) => areDistinct(all, ({ id }) => id));

/** What is found out from the words of a finished call. */
export const analysis = z
  .array(
    z
      .object({
        id: slug,
        label: z.string().trim().min(1).max(60),
        type: z.enum(answerTypes),
        prompt: z.string().trim().min(1).max(400),
        options: answerOptions,
      })
      .refine(hasItsOptions),
  )
  .max(12)
  .refine((all) => areDistinct(all, ({ id }) => id));
