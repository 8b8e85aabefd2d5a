/** What can be wrong with an agent although each of its parts is right: the rules that need more than one of them. */
import { weekdays } from "#app/hours/week.schema.ts";
import { builtInTools } from "./agent-terms.schema.ts";
import type { AgentSpec } from "./agents.schema.ts";

/** `place`: of the row in its list. */
export type Incoherence =
  | { kind: "appointment_without_booking"; place: number }
  | { kind: "booking_without_hours" }
  | { kind: "transfer_without_number" }
  | { kind: "voicemail_without_words" }
  /** The built-in brain speaks English only. */
  | { kind: "language_without_model" }
  | { kind: "tool_named_twice"; place: number }
  /** A model could not tell them apart. */
  | { kind: "tool_named_as_built_in"; place: number }
  /** The prompt asks for a value that no call has. */
  | { kind: "unknown_variable"; name: string }
  /** The greeting would be said with the braces. */
  | { kind: "unknown_in_greeting"; name: string };

export function incoherencesOf(spec: AgentSpec): Incoherence[] {
  const { fields, hours, actions, when_unknown, languages, model } = spec;
  const unbookable = fields.flatMap(({ type }, place): Incoherence[] =>
    type === "appointment" && !actions.book ? [{ kind: "appointment_without_booking", place }] : [],
  );
  const isClosed = weekdays.every((day) => hours.weekly[day].length === 0);
  const speaksOther = languages.some((language) => language !== "en-US");
  const hasModel = model !== null && model.chain.length > 0;
  return [
    ...unbookable,
    ...(actions.book && isClosed ? [{ kind: "booking_without_hours" } as const] : []),
    ...(when_unknown === "transfer" && !actions.transfer && spec.transfer_targets.length === 0
      ? [{ kind: "transfer_without_number" } as const]
      : []),
    ...(spec.voicemail === "message" && !spec.voicemail_message
      ? [{ kind: "voicemail_without_words" } as const]
      : []),
    ...(speaksOther && !hasModel ? [{ kind: "language_without_model" } as const] : []),
    ...wrongTools(spec),
    ...unknownVariables(spec),
    ...unknownInGreeting(spec),
  ];
}

/** The braces of a greeting that stand for nothing. */
const unknownInGreeting = ({ greeting }: AgentSpec): Incoherence[] =>
  [...greeting.matchAll(/\{[^{}]*\}/g)]
    .map(([name]) => name)
    .filter((name) => name !== "{organization}" && name !== "{agent}")
    .slice(0, 1)
    .map((name) => ({ kind: "unknown_in_greeting", name }));

function wrongTools({ tools }: AgentSpec): Incoherence[] {
  const names = tools.map(({ name }) => name);
  return names.flatMap((name, place): Incoherence[] => {
    if (builtInTools.some((one) => one === name)) return [{ kind: "tool_named_as_built_in", place }];
    return names.indexOf(name) < place ? [{ kind: "tool_named_twice", place }] : [];
  });
}

/** What a prompt may use beside the ids of the agent's fields. */
const callVariables: readonly string[] = ["organization", "agent", "caller_number", "today", "time"];

/** The names in a text's `{{variables}}`, each once. */
const variablesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = ""]) => name.trim()));

function unknownVariables({ prompt, fields }: AgentSpec): Incoherence[] {
  const known = new Set([...callVariables, ...fields.map(({ id }) => id)]);
  return [...variablesIn(prompt)]
    .filter((name) => !known.has(name))
    .map((name) => ({ kind: "unknown_variable", name }));
}
