/** Names that form fields may have. A name is a path (`fields[2].label`), and conform builds whatever objects and lists it describes. */
import { z } from "zod";

/** More rows, and more levels, than any form of ours has. */
const mostRows = 1000;
const deepest = 8;
const longest = 200;

/** Keys with rows and keys below them, as conform writes paths; it throws at any other. */
const path = /^[^.[\]]+(?:\.[^.[\]]+|\[\d{0,3}\])*$/;
/** Keys that every object inherits: no field has such a name, and conform throws at them. */
const inherited = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a name is a path within the depth and number of rows of our forms. */
function isPath(name: string): boolean {
  if (name.length > longest || !path.test(name)) return false;
  const steps = name.split(/[.[]/);
  const isAppending = steps.slice(0, -1).some((step) => step === "]");
  const isKnownOrFar = steps.some((step) => inherited.has(step) || /^\d{4,}/.test(step));
  return steps.length <= deepest && !isAppending && !isKnownOrFar;
}

/** The field that a list button sends: which list, and which rows. */
export const pressName = "__intent__";
/** The field in which conform would keep state between posts; no page of ours sends it. */
const stateName = "__state__";

const listName = z.string().refine(isPath);
const row = z
  .int()
  .min(0)
  .max(mostRows - 1);
/** The initial text of a new row. */
const text = z.string().max(longest);
const newRow = z.union([text, z.record(listName, text)]);
const press = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("insert"),
    payload: z.object({ name: listName, index: row.optional(), defaultValue: newRow.optional() }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: listName, index: row }) }),
  z.object({ type: z.literal("reorder"), payload: z.object({ name: listName, from: row, to: row }) }),
]);

function isPress(value: FormDataEntryValue): boolean {
  try {
    return typeof value === "string" && press.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

/**
 * The fields that one of our pages could have sent, by name: a few bytes must not become a list of millions. Null
 * when a button is pressed that no page has.
 */
export function ourFields(form: FormData): FormData | null {
  const kept = new FormData();
  for (const [name, value] of form) {
    if (name === pressName && (kept.has(name) || !isPress(value))) return null;
    if (isPath(name) && name !== stateName) kept.append(name, value);
  }
  return kept;
}
