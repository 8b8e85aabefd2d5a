/**
 * The field names and list buttons that an agent's editor may post. The form library builds an object from the posted
 * names, so a made-up name could create an object of any shape or size: only known names pass.
 */
import { z } from "zod";
import { weekdays } from "#app/hours/week.schema.ts";
import { mostRows } from "./agent-terms.schema.ts";

const day = `hours\\.(?:${weekdays.join("|")})`;

/** Every list of the editor; a row's index has at most three digits. */
const list = new RegExp(`^(?:fields|fields\\[\\d{1,3}\\]\\.options|knowledge|book\\.kinds|holidays|${day})$`);

const name = new RegExp(
  [
    "^(?:name|kind|greeting|voice|business_address|when_unknown|save_lead|take_message|answers_only_in_hours|max_call_minutes",
    "book\\.(?:on|step_minutes|notice_minutes|horizon_days|ask_kind)|emergency\\.(?:on|words|say)|transfer\\.(?:phone_number|name)",
    "fields\\[\\d{1,3}\\]\\.(?:id|label|type|required|question|options\\[\\d{1,3}\\]\\.(?:name|synonyms))",
    "knowledge\\[\\d{1,3}\\]\\.(?:id|question|answer|synonyms)",
    "book\\.kinds\\[\\d{1,3}\\]\\.(?:name|synonyms|duration_minutes)",
    `holidays\\[\\d{1,3}\\]|${day}\\[\\d{1,3}\\]\\.(?:from|to))$`,
  ].join("|"),
);

const mostIn = (listName: string): number =>
  Object.entries(mostRows).find(([known]) => known === listName)?.[1] ?? mostRows.hours;

/**
 * Whether every row in a name can exist, allowing one too many, so that the error appears at the list. A form library
 * fills the rows before a given one: `fields[999]` would create a thousand.
 * @param posted how many fields came: every row has at least one, so no row number is higher
 */
const isWithin = (key: string, posted: number): boolean =>
  [...key.matchAll(/(\w+)\[(\d+)\]/g)].every(
    ([, of = "", row]) => Number(row) <= Math.min(mostIn(of), posted),
  );

const at = z.int().min(0).max(999);
const row = z.union([z.string().max(100), z.record(z.string().max(40), z.string().max(100))]);

const listName = z
  .string()
  .regex(list)
  .refine((name) => isWithin(name, mostRows.knowledge));

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
export function editorFields(posted: FormData): FormData {
  const own = new FormData();
  const count = [...posted.keys()].length;
  for (const [key, value] of posted)
    if (
      typeof value === "string" &&
      !own.has(key) &&
      ((name.test(key) && isWithin(key, count)) || (key === intent && isListPress(value)))
    )
      own.append(key, value);
  return own;
}

/** Whether a list button was pressed, so that nothing is saved yet. */
export const isListChange = (fields: FormData): boolean => fields.has(intent);
