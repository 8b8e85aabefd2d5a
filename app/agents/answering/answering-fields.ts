/** The names that the page "Who answers" posts, and the first values of its fields. */
import { type ToolProof, toolProofs } from "#app/agents/agent-terms.schema.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { FieldTable, PostedNames } from "#app/agents/fields/field-table.schema.ts";
import { offeredModel } from "#app/models/offered-models.ts";

export const mostTools = 10;
export const mostToolFields = 20;
export const mostFindings = 12;

/** Where a model stands in the order. */
export const modelPlaces = ["first", "second", "third", "fourth"] as const;
type ModelPlace = (typeof modelPlaces)[number];

/** In the list of models: one that is not offered, by its provider and id. */
export const otherModel = "other";

const parts = (...names: string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]));
const rows = (of: Record<string, PostedNames>, most: number): PostedNames => ({ rows: { parts: of }, most });
const one = { control: "own", place: "answering", names: null } as const;

/** As the form library may build them; nothing here is stored under these names. */
export const answeringFields: FieldTable = {
  who: one,
  models: {
    ...one,
    names: {
      parts: Object.fromEntries(
        modelPlaces.map((place) => [place, { parts: parts("choice", "provider", "model") }]),
      ),
    },
  },
  temperature: one,
  patience: one,
  tasks: one,
  tone: one,
  rules: one,
  prompt: one,
  languages: one,
  follows_language: one,
  tools: {
    ...one,
    names: rows(
      {
        ...parts("id", "name", "description", "url", "secret", "forget", "timeout", "filler"),
        proves: { parts: parts(...toolProofs) },
        fields: rows(parts("name", "type", "description", "required", "options"), mostToolFields),
      },
      mostTools,
    ),
  },
  analysis: { ...one, names: rows(parts("id", "label", "type", "prompt", "options"), mostFindings) },
};

export type AnsweringValues = ReturnType<typeof answeringFrom>;

/** An agent as the page shows it. */
export function answeringFrom({
  model,
  facts,
  prompt,
  languages,
  follows_language,
  tools,
  analysis,
}: Pick<AgentSpec, "model" | "facts" | "prompt" | "languages" | "follows_language" | "tools" | "analysis">) {
  const chain = model?.chain ?? [];
  return {
    who: chain.length > 0 ? "models" : "built_in",
    models: {
      first: chosenAt(chain, 0),
      second: chosenAt(chain, 1),
      third: chosenAt(chain, 2),
      fourth: chosenAt(chain, 3),
    } satisfies Record<ModelPlace, unknown>,
    temperature: String(model?.temperature ?? 0.3),
    patience: String(Math.min(model?.first_token_ms ?? 2500, 6000) / 1000),
    tasks: facts.tasks,
    tone: String(facts.tone),
    rules: facts.rules,
    prompt,
    languages: languages.join(","),
    follows_language: follows_language ? "on" : "",
    tools: tools.map((tool) => ({
      id: tool.id,
      name: tool.name,
      description: tool.description,
      url: tool.url,
      secret: "",
      forget: "",
      timeout: String(tool.timeout_ms / 1000),
      filler: tool.filler,
      proves: ticksOf(tool.proves),
      fields: tool.fields.map((field) => ({
        name: field.name,
        type: String(field.type),
        description: field.description,
        required: field.required ? "on" : "",
        options: field.options.join(", "),
      })),
    })),
    analysis: analysis.map(({ id, label, type, prompt, options }) => ({
      id,
      label,
      type: String(type),
      prompt,
      options: options.join(", "),
    })),
  };
}

const ticksOf = (proves: readonly ToolProof[]) => {
  const tick = (proof: ToolProof) => (proves.includes(proof) ? "on" : "");
  return {
    booked: tick("booked"),
    moved: tick("moved"),
    canceled: tick("canceled"),
    message: tick("message"),
    sent: tick("sent"),
    done: tick("done"),
  } satisfies Record<ToolProof, string>;
};

type Chain = NonNullable<AgentSpec["model"]>["chain"];

function chosenAt(chain: Chain, place: number): { choice: string; provider: string; model: string } {
  const chosen = chain[place];
  if (!chosen) return { choice: "", provider: "compatible", model: "" };
  const { provider, model } = chosen;
  return offeredModel(provider, model)
    ? { choice: `${provider}:${model}`, provider, model: "" }
    : { choice: otherModel, provider, model };
}
