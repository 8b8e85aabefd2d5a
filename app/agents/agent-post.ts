/**
 * The field names and list buttons that an agent's editor may post. The form library builds an object from the posted
 * names, so a made-up name could create an object of any shape or size: only known names pass.
 */
import { z } from "zod";
import { agentFields } from "#app/agents/fields/agent-fields.schema.ts";
import { type FieldTable, type PostedNames, postedFields } from "#app/agents/fields/field-table.schema.ts";

/** The longest name that a field or a list can have, in characters. */
const longestName = 100;

/** A name in its steps: "fields[3].label" is "fields", "[3]", ".label". A row's index has at most three digits. */
const step = /^\w+|\.\w+|\[\d{1,3}\]/g;

/**
 * What the table knows under a name; undefined: nothing. Every row in the name can exist, allowing one too many, so
 * that the error appears at the list: a form library fills the rows before a given one, so `fields[999]` would create
 * a thousand.
 * @param posted how many fields came: every row has at least one, so no row number is higher
 */
function namesAt(table: FieldTable, key: string, posted: number): PostedNames | undefined {
  if (key.length > longestName) return undefined;
  const steps = key.match(step) ?? [];
  if (steps.join("") !== key) return undefined;
  let names: PostedNames | undefined = {
    parts: Object.fromEntries(
      postedFields(table).map(({ name, field }) => [name, field.control === "own" ? field.names : null]),
    ),
  };
  for (const one of steps) names = names && stepInto(names, one, posted);
  return names;
}

function stepInto(names: PostedNames, one: string, posted: number): PostedNames | undefined {
  if (names === null) return undefined;
  if ("rows" in names) {
    const row = one.startsWith("[") ? Number(one.slice(1, -1)) : Number.NaN;
    return row <= Math.min(names.most, posted) ? names.rows : undefined;
  }
  const part = one.replace(/^\./, "");
  return Object.hasOwn(names.parts, part) ? names.parts[part] : undefined;
}

const isList = (names: PostedNames | undefined): boolean => !!names && "rows" in names;

const at = z.int().min(0).max(999);
const row = z.union([z.string().max(100), z.record(z.string().max(40), z.string().max(100))]);

const listName = z.string().refine((name) => isList(namesAt(agentFields, name, Number.POSITIVE_INFINITY)));

/** A press of a list button, in conform's format. */
const listPress = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("insert"),
    payload: z.object({ name: listName, index: at.optional(), defaultValue: row.optional() }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: listName, index: at }) }),
  z.object({
    type: z.literal("reorder"),
    payload: z.object({ name: listName, from: at, to: at }),
  }),
]);

const intent = "__intent__";

const isListPress = (text: string): boolean => {
  try {
    return listPress.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/** The editor's own fields of a posted form, each once, and the list button if one was pressed. Other fields are dropped. */
export function editorFields(posted: FormData, table: FieldTable = agentFields): FormData {
  const own = new FormData();
  const count = [...posted.keys()].length;
  for (const [key, value] of posted)
    if (
      typeof value === "string" &&
      !own.has(key) &&
      (namesAt(table, key, count) === null || (key === intent && isListPress(value)))
    )
      own.append(key, value);
  return own;
}

/** Whether a list button was pressed, so that nothing is saved yet. */
export const isListChange = (fields: FormData): boolean => fields.has(intent);
