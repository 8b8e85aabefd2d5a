/** An agent's fields as lines of words, and how two versions of it differ. */
import type { ToolProof } from "#app/agents/agent-terms.schema.ts";
import { fieldTypeWords, kindWords, weekdayWords } from "#app/agents/agent-words.ts";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { agentFields, type ShapedPath } from "#app/agents/fields/agent-fields.schema.ts";
import type { Field } from "#app/agents/fields/field-table.schema.ts";
import { weekdays } from "#app/hours/week.schema.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { listedVoice } from "#app/voices/catalogue.ts";
import { voiceKey } from "#app/voices/voice-key.ts";
import { changedPaths, type FieldPath, valueAt } from "./spec-changes.ts";

type Shown = { readonly label: string; lines(spec: AgentSpec): string[] };

const joined = (words: readonly string[]): string => words.join(", ");
const withMore = (first: string, ...more: (string | false | null)[]): string =>
  [first, ...more].filter((part) => part !== false && part !== null && part !== "").join(" · ");
const also = (synonyms: readonly string[]) => synonyms.length > 0 && `also ${joined(synonyms)}`;

const languageWords: Record<AgentSpec["languages"][number], string> = {
  "en-US": "English",
  "es-US": "Spanish",
};
const answerWords: Record<AgentSpec["analysis"][number]["type"], string> = {
  text: "text",
  number: "number",
  yes_no: "yes or no",
  choice: "choice",
};

const proofWords: Record<ToolProof, string> = {
  booked: "books",
  moved: "moves",
  canceled: "cancels",
  message: "takes messages",
  sent: "sends",
  done: "does something else",
};

/** By its name where it is one of ours. */
const voiceSaid = (voice: AgentSpec["voice"]): string => listedVoice(voice)?.name ?? voiceKey(voice);

/** A long text by its lines. */
const paragraphs = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

function bookingLines({ actions: { book } }: AgentSpec): string[] {
  if (!book) return ["Off"];
  return [
    ...book.kinds.map(({ name, duration_minutes, synonyms }) =>
      withMore(name, `${duration_minutes} minutes`, also(synonyms)),
    ),
    `Start times every ${book.step_minutes} minutes`,
    `At least ${book.notice_minutes} minutes ahead`,
    `At most ${book.horizon_days} days ahead`,
    book.ask_kind ? "Asks for the kind of appointment" : "Doesn't ask for the kind of appointment",
  ];
}

function modelLines({ model }: AgentSpec): string[] {
  if (!model || model.chain.length === 0) return ["The built-in agent"];
  return [
    ...model.chain.map((one, place) => `${place + 1}. ${one.provider}: ${one.model}`),
    `Temperature ${model.temperature}`,
    `At most ${model.first_token_ms / 1000} seconds to the first word`,
  ];
}

const toolLines = ({ tools }: AgentSpec): string[] =>
  tools.flatMap((tool) => [
    withMore(
      `${tool.name}: ${tool.description}`,
      tool.url === "" ? "no address" : tool.url,
      `at most ${tool.timeout_ms / 1000} seconds`,
      tool.secret_id === null ? "no secret" : "with a secret",
      tool.filler !== "" && `“${tool.filler}”`,
      tool.proves.length > 0 && joined(tool.proves.map((proof) => proofWords[proof])),
    ),
    ...tool.fields.map((field) =>
      withMore(
        `${tool.name}.${field.name}`,
        answerWords[field.type],
        field.required && "required",
        field.description,
        joined(field.options),
      ),
    ),
  ]);

/** The fields that the table does not describe in words: each with its label, and its value as lines. */
const shaped: Record<ShapedPath, Shown> = {
  fields: {
    label: "What to find out",
    lines: ({ fields }) =>
      fields.map((field) =>
        withMore(
          field.label,
          fieldTypeWords[field.type],
          field.required ? "required" : "optional",
          field.question !== "" && `“${field.question}”`,
          ...field.options.map(({ name, synonyms }) =>
            synonyms.length > 0 ? `${name} (${joined(synonyms)})` : name,
          ),
        ),
      ),
  },
  knowledge: {
    label: "What callers ask",
    lines: ({ knowledge }) =>
      knowledge.map(({ question, answer, synonyms }) => withMore(`${question} — ${answer}`, also(synonyms))),
  },
  "actions.book": { label: "Booking", lines: bookingLines },
  "actions.emergency": {
    label: "Emergencies",
    lines: ({ actions: { emergency } }) =>
      emergency ? [joined(emergency.words), `“${emergency.say}”`] : ["Off"],
  },
  "actions.transfer": {
    label: "Transfer to a person",
    lines: ({ actions: { transfer } }) =>
      transfer ? [withMore(internationally(transfer.phone_number), transfer.name)] : ["Off"],
  },
  transfer_targets: {
    label: "People from call transfer",
    lines: ({ transfer_targets }) =>
      transfer_targets.length === 0 ? ["None"] : [`${transfer_targets.length} chosen`],
  },
  voice: { label: "Voice", lines: ({ voice }) => [voiceSaid(voice)] },
  fallback_voice: {
    label: "Second voice",
    lines: ({ fallback_voice }) => [fallback_voice ? voiceSaid(fallback_voice) : "None"],
  },
  "hours.weekly": {
    label: "Opening hours",
    lines: ({ hours: { weekly } }) =>
      weekdays.map((day) => {
        const open = weekly[day].map(({ from, to }) => `${from}–${to}`);
        return `${weekdayWords[day]}: ${open.length === 0 ? "closed" : joined(open)}`;
      }),
  },
  "hours.holidays": { label: "Closed days", lines: ({ hours: { holidays } }) => holidays.map(String) },
  languages: {
    label: "Languages",
    lines: ({ languages }) => languages.map((language) => languageWords[language]),
  },
  follows_language: {
    label: "Changes to the caller's language",
    lines: ({ follows_language }) => [follows_language ? "On" : "Off"],
  },
  model: { label: "Who answers", lines: modelLines },
  facts: {
    label: "What the language model is told",
    lines: ({ facts }) => [`Tone: ${facts.tone}`, ...paragraphs(facts.tasks), ...paragraphs(facts.rules)],
  },
  prompt: { label: "Prompt of your own", lines: ({ prompt }) => paragraphs(prompt) },
  tools: { label: "Tools", lines: toolLines },
  analysis: {
    label: "What to find out after the call",
    lines: ({ analysis }) =>
      analysis.map(({ label, type, prompt, options }) =>
        withMore(label, answerWords[type], prompt, joined(options)),
      ),
  },
};

const isShaped = (path: FieldPath): path is FieldPath & ShapedPath => Object.hasOwn(shaped, path);

/** A field of the table that describes its own value. */
function simpleLine(field: Field, value: unknown): string {
  if (field.control === "switch") return value === true ? "On" : "Off";
  if (field.control === "number") return String(Number(value) / (field.unit ?? 1));
  if (field.control === "choice")
    return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
  if (field.control === "hidden")
    return Object.entries(kindWords).find(([kind]) => kind === value)?.[1] ?? "";
  return typeof value === "string" ? value : "";
}

export function labelOf(path: FieldPath): string {
  if (isShaped(path)) return shaped[path].label;
  const field: Field = agentFields[path];
  return "label" in field ? field.label : "Starting point";
}

export function linesOf(path: FieldPath, spec: AgentSpec): string[] {
  if (isShaped(path)) return shaped[path].lines(spec);
  const line = simpleLine(agentFields[path], valueAt(spec, path));
  return line === "" ? [] : [line];
}

/** One changed field: the lines that are gone, and the new ones. `isReordered`: the same lines in another order. */
export type Change = {
  readonly path: string;
  readonly label: string;
  readonly gone: string[];
  readonly added: string[];
  readonly isReordered: boolean;
};

/** Lines of one list that are not in the other, each as often as it is missing there. */
function missingFrom(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** An agent whose tools show the servers they ask and not the paths, which often protect an address alone. */
export const withoutPaths = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  tools: spec.tools.map((tool) => ({ ...tool, url: originOf(tool.url) })),
});

/** The server of an address; empty stays empty. */
export const originOf = (url: string): string => (url === "" ? "" : new URL(url).origin);

/** How an agent changed, by field, in the order of the table of fields. */
export const changesBetween = (before: AgentSpec, after: AgentSpec): Change[] =>
  changedPaths(before, after).map((path) => {
    const [old, now] = [linesOf(path, before), linesOf(path, after)];
    const [gone, added] = [missingFrom(old, now), missingFrom(now, old)];
    const isReordered = gone.length === 0 && added.length === 0 && old.join("\n") !== now.join("\n");
    return { path, label: labelOf(path), gone, added, isReordered };
  });
