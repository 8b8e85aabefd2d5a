/** In which fields two versions of an agent differ, by the table of fields. */
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";

export type FieldPath = keyof typeof agentFields;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path of the table. */
export function valueAt(spec: object, path: string): unknown {
  let value: unknown = spec;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : undefined;
  return value;
}

/** A value as text that is the same for equal values, whatever the order in which their parts were written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );

const isPath = (path: string): path is FieldPath => Object.hasOwn(agentFields, path);

/** The paths of the fields whose values differ, in the order of the table. */
export const changedPaths = (before: object, after: object): FieldPath[] =>
  Object.keys(agentFields)
    .filter(isPath)
    .filter((path) => canonical(valueAt(before, path)) !== canonical(valueAt(after, path)));
