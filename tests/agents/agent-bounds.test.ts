/** The bounds of an agent's newer fields, their defaults, and what does not belong together. */
import { expect, it } from "vitest";
import { incoherencesOf } from "#app/agents/agent-coherence.ts";
import { specFor } from "#app/agents/agent-templates.ts";
import { type AgentSpec, agentSpec } from "#app/agents/agents.schema.ts";

const old = specFor("appointment_booking");

it("an agent that was stored before its newer fields gets their defaults", () => {
  const { languages, follows_language, fallback_voice, model, facts, prompt, tools, analysis, ...before } =
    old;
  expect(agentSpec.parse({ ...before, language: "en-US" })).toEqual(old);
  expect({ languages, follows_language, fallback_voice, model, facts, prompt, tools, analysis }).toEqual({
    languages: ["en-US"],
    follows_language: false,
    fallback_voice: null,
    model: null,
    facts: { tasks: "", tone: "warm", rules: "" },
    prompt: "",
    tools: [],
    analysis: [],
  });
  const chain = [{ provider: "openai", model: "gpt" }];
  expect(agentSpec.parse({ ...old, model: { chain } }).model).toEqual({
    chain,
    temperature: 0.3,
    first_token_ms: 2500,
  });
});

const tool = {
  id: "stock",
  name: "stock",
  description: "Whether something is in stock.",
  url: "https://shop.example/stock",
  fields: [{ name: "item", type: "text", description: "", required: true, options: [] }],
  secret_id: null,
  timeout_ms: 5000,
  filler: "",
  proves: [],
};
const question = {
  id: "mood",
  label: "Mood",
  type: "choice",
  prompt: "How was the caller?",
  options: ["good", "bad"],
};
const asked = tool.fields[0];
const one = { provider: "openai", model: "gpt" };
const settings = { chain: [one], temperature: 0.3, first_token_ms: 2500 };
const many = <Row extends object>(count: number, row: Row, key: string) =>
  Array.from({ length: count }, (_, place) => ({ ...row, [key]: `n${place}` }));

it.each<[keyof AgentSpec, readonly unknown[], readonly unknown[]]>([
  ["languages", [["en-US"], ["es-US"], ["en-US", "es-US"]], [[], ["en-US", "en-US"], ["de-DE"], "en-US"]],
  ["follows_language", [true], ["yes", null]],
  ["fallback_voice", [null, { provider: "amazon", id: "Joanna" }], [{ provider: "acme", id: "x" }, "Joanna"]],
  [
    "model",
    [
      null,
      { ...settings, chain: [] },
      { ...settings, chain: [one, one, one, one] },
      { ...settings, temperature: 1 },
    ],
    [
      { ...settings, chain: [one, one, one, one, one] },
      { ...settings, chain: [{ ...one, provider: "acme" }] },
      { ...settings, chain: [{ ...one, model: " " }] },
      { ...settings, temperature: 1.1 },
      { ...settings, temperature: -0.1 },
      { ...settings, first_token_ms: 499 },
      { ...settings, first_token_ms: 8001 },
    ],
  ],
  [
    "facts",
    [{ tasks: "x".repeat(600), tone: "formal", rules: "x".repeat(2000) }],
    [
      { tasks: "x".repeat(601), tone: "warm", rules: "" },
      { tasks: "", tone: "rude", rules: "" },
      { tasks: "", tone: "warm", rules: "x".repeat(2001) },
    ],
  ],
  ["prompt", ["", "x".repeat(12_000)], ["x".repeat(12_001), null]],
  [
    "tools",
    [[], [tool], many(10, tool, "id"), [{ ...tool, timeout_ms: 15_000 }]],
    [
      many(11, tool, "id"),
      [tool, tool],
      [{ ...tool, name: "Stock!" }],
      [{ ...tool, name: "x".repeat(41) }],
      [{ ...tool, url: "http://shop.example/stock" }],
      [{ ...tool, url: "https://me:secret@shop.example/" }],
      [{ ...tool, url: "javascript:alert(1)" }],
      [{ ...tool, timeout_ms: 999 }],
      [{ ...tool, timeout_ms: 15_001 }],
      [{ ...tool, fields: [asked, asked] }],
      [{ ...tool, fields: [{ ...asked, type: "choice" }] }],
      [{ ...tool, fields: [{ ...asked, options: ["a", "b"] }] }],
    ],
  ],
  [
    "analysis",
    [[], [question], many(12, question, "id")],
    [
      many(13, question, "id"),
      [question, question],
      [{ ...question, options: ["good"] }],
      [{ ...question, options: ["good", "Good"] }],
      [{ ...question, type: "text" }],
      [{ ...question, label: "" }],
    ],
  ],
])("%s keeps its bounds", (name, taken, refused) => {
  for (const value of taken) expect(agentSpec.safeParse({ ...old, [name]: value }).error).toBeUndefined();
  for (const value of refused)
    expect([value, agentSpec.safeParse({ ...old, [name]: value }).success]).toEqual([value, false]);
});

it("parts of an agent that do not belong together are found", () => {
  const found = (changes: object) => incoherencesOf(agentSpec.parse({ ...old, ...changes }));
  expect(found({ languages: ["en-US", "es-US"] })).toEqual([{ kind: "language_without_model" }]);
  expect(found({ languages: ["es-US"], model: { ...settings, chain: [] } })).toEqual([
    { kind: "language_without_model" },
  ]);
  expect(found({ languages: ["en-US", "es-US"], model: settings })).toEqual([]);
  expect(found({ tools: [tool, { ...tool, id: "other" }] })).toEqual([
    { kind: "tool_named_twice", place: 1 },
  ]);
  const known = "{{organization}} {{ agent }} {{caller_number}} {{today}} {{time}} {{first_visit}}";
  expect(found({ prompt: known })).toEqual([]);
  expect(found({ prompt: `${known} {{shoe_size}} {{ shoe_size }} {{}}` })).toEqual([
    { kind: "unknown_variable", name: "shoe_size" },
    { kind: "unknown_variable", name: "" },
  ]);
});
