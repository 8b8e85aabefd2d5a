/** Requests of both protocols as one shape: what a model was told, and may use. */
import { z } from "zod";

export type AskedTool = {
  name: string;
  parameters: { properties: Record<string, unknown>; required: string[] };
};
export type AskedMessage =
  | { role: "user" | "assistant"; text: string; calls: { id: string; name: string; arguments: string }[] }
  | { role: "tool"; id: string; text: string; calls: [] };
export type Asked = { model: string; system: string; tools: AskedTool[]; messages: AskedMessage[] };

/** What the obedient model answers. */
export type Said = { say: string; calls: { name: string; arguments: Record<string, unknown> }[] };

const parameters = z
  .object({
    properties: z.record(z.string(), z.unknown()).default({}),
    required: z.array(z.string()).default([]),
  })
  .catch({ properties: {}, required: [] });

const openAi = z.object({
  model: z.string().min(1),
  stream: z.literal(true),
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.object({ role: z.literal("system"), content: z.string() }),
        z.object({ role: z.literal("user"), content: z.string() }),
        z.object({
          role: z.literal("assistant"),
          content: z.string().nullable(),
          tool_calls: z
            .array(
              z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }),
            )
            .optional(),
        }),
        z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
      ]),
    )
    .min(1),
  tools: z.array(z.object({ function: z.object({ name: z.string(), parameters }) })).default([]),
});

/** What OpenAI takes. */
export const openAiRequest = openAi.transform(
  ({ model, messages, tools }): Asked => ({
    model,
    system: messages.flatMap((one) => (one.role === "system" ? [one.content] : [])).join("\n"),
    tools: tools.map(({ function: tool }) => tool),
    messages: messages.flatMap((one): AskedMessage[] => {
      if (one.role === "system") return [];
      if (one.role === "tool") return [{ role: "tool", id: one.tool_call_id, text: one.content, calls: [] }];
      const calls =
        one.role === "assistant"
          ? (one.tool_calls ?? []).map(({ id, function: call }) => ({ id, ...call }))
          : [];
      return [{ role: one.role, text: one.content ?? "", calls }];
    }),
  }),
);

const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string().min(1) }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.object({ type: z.literal("tool_result"), tool_use_id: z.string(), content: z.string() }),
]);

const cacheControl = z.object({ type: z.literal("ephemeral") }).optional();

const anthropic = z.object({
  model: z.string().min(1),
  stream: z.literal(true),
  max_tokens: z.number().int().min(1),
  system: z.array(z.object({ type: z.literal("text"), text: z.string(), cache_control: cacheControl })),
  messages: z
    .array(z.object({ role: z.enum(["user", "assistant"]), content: z.array(block).min(1) }))
    .min(1)
    // Anthropic refuses two turns of one side, and a conversation that the model has begun.
    .refine((all) => all.every(({ role }, at) => role === (at % 2 === 0 ? "user" : "assistant")), {
      message: "roles must alternate, beginning with user",
    }),
  tools: z
    .array(z.object({ name: z.string(), input_schema: parameters, cache_control: cacheControl }))
    .default([]),
});

/** What Anthropic takes. */
export const anthropicRequest = anthropic.transform(
  ({ model, system, messages, tools }): Asked => ({
    model,
    system: system.map(({ text }) => text).join("\n"),
    tools: tools.map(({ name, input_schema }) => ({ name, parameters: input_schema })),
    messages: messages.flatMap(({ role, content }): AskedMessage[] => {
      const text = content.flatMap((one) => (one.type === "text" ? [one.text] : [])).join("");
      const calls = content.flatMap((one) =>
        one.type === "tool_use" ? [{ id: one.id, name: one.name, arguments: JSON.stringify(one.input) }] : [],
      );
      const results = content.flatMap((one): AskedMessage[] =>
        one.type === "tool_result"
          ? [{ role: "tool", id: one.tool_use_id, text: one.content, calls: [] }]
          : [],
      );
      return text === "" && calls.length === 0 ? results : [...results, { role, text, calls }];
    }),
  }),
);
