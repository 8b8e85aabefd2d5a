/** What the fields of a form may be called. Their names are paths (`fields[2].label`), and whoever reads one builds what it says. */
import { z } from "zod";

/** No list of ours is as long, and no form as deep. */
const mostRows = 1000;
const deepest = 8;
const longest = 200;

/** Whether a path leads no deeper and to no later row than a form of ours has. */
function isShallow(path: string): boolean {
  if (path.length > longest) return false;
  const steps = path.split(/[.[]/);
  return steps.length <= deepest && steps.every((step) => !/^\d{4,}/.test(step));
}

/** What a button that changes a list sends: where, and at which rows. */
const intentName = "__intent__";

const press = z.object({ payload: z.record(z.string(), z.unknown()) });

function isModest(intent: FormDataEntryValue): boolean {
  if (typeof intent !== "string") return false;
  let said: unknown;
  try {
    said = JSON.parse(intent);
  } catch {
    return true;
  }
  const { data } = press.safeParse(said);
  if (data === undefined) return true;
  return Object.entries(data.payload).every(([key, value]) => {
    if (key === "name") return typeof value === "string" && isShallow(value);
    return typeof value !== "number" || (Number.isInteger(value) && value >= 0 && value < mostRows);
  });
}

/** The fields of a form that one of our pages could have sent, by their names: a few bytes must not become a list of millions. */
export function ourFields(form: FormData): FormData {
  const kept = new FormData();
  for (const [name, value] of form)
    if (isShallow(name) && (name !== intentName || isModest(value))) kept.append(name, value);
  return kept;
}
