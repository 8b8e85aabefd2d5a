/** Which field was asked for, and which one takes a value that was said unasked. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import type { ReadContext } from "#workers/conversation/words/acts.ts";

export type FieldType = AgentField["type"];

/** The asked field, or null when something else was asked. */
export const askedField = ({ asked }: ReadContext): AgentField | null =>
  asked.what === "field" ? asked.field : null;

/** The id of the field that takes a value of a type: the asked one, the agent's first, else a name of its own (acts.ts). */
export function fieldFor(context: ReadContext, types: readonly FieldType[], otherwise: string): string {
  const asked = askedField(context);
  if (asked && types.includes(asked.type)) return asked.id;
  return context.fields.find(({ type }) => types.includes(type))?.id ?? otherwise;
}
