/** English for the parts of what was read back, as a caller who wants one changed hears them named, and names them. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { labelSaid } from "./questions.ts";

/** A label written about the caller is said to them: "What they need" is "what you need". */
const toCaller: readonly [RegExp, string][] = [
  [/\b(they|he|she) (are|is)\b/gi, "you are"],
  [/\b(they|he|she|them|him)\b/gi, "you"],
  [/\b(their|his|her)\b/gi, "your"],
];

/** "The name", "the number", "what you need", "whether you have insurance". */
export function partSaid({ type, label }: Pick<AgentField, "type" | "label">): string {
  switch (type) {
    case "name":
      return "the name";
    case "phone":
      return "the number";
    case "email":
      return "the email address";
    case "appointment":
      return "the day or time";
    case "date":
    case "time":
      return `the ${type}`;
    default:
      return nounOf(toCaller.reduce((said, [of, to]) => said.replace(of, to), labelSaid(label)));
  }
}

function nounOf(label: string): string {
  const low = label.toLowerCase();
  if (/^(what|when|where|which|how|why|whether|who|the|a|an|your|any) /.test(low)) return label;
  if (/^(has|have) /.test(low)) return `whether you have ${label.replace(/^\S+ /, "")}`;
  if (/^(is|are) /.test(low)) return `whether you're ${label.replace(/^\S+ /, "")}`;
  // "Interested in", "looking for".
  return /^\p{L}+(ed|ing) (in|for|to|with|about|at|of)$/iu.test(label)
    ? `what you're ${label}`
    : `the ${label}`;
}

/** The kind of appointment, as a caller names it among the parts. */
export const namesKind =
  /\b(kind|type|treatment|service|what (it'?s|it is) for|reason|(the|of) appointment)\b/i;

const light = new Set(
  "what when where which whether their they them that this should with from have your about does".split(" "),
);

/** Whether an utterance names a part by a word of its label: "what I need" of "What they need". */
export function namesLabel(utterance: string, label: string): boolean {
  const said = utterance.toLowerCase().split(/[^\p{L}]+/u);
  return label
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 3 && !light.has(word) && said.some((one) => one.startsWith(word)));
}
