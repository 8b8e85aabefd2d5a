/** What another system posts at a workflow's secret address, read and freed of what only this product may say. */
import { z } from "zod";
import { bodyOf } from "#app/platform/body.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";

const mostBytes = 65_536;
/** So many lists and objects may stand in each other. */
const mostNested = 32;
/** Fields in which our own events name people and numbers. */
const insideOnly: readonly string[] = ["other_number", "own_number", "our_number", "contact_id"];
const posted = z.record(z.string().max(80), z.json());

/** Whether JSON is nested deeper than a reader that calls itself can go. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < text.length && depth <= mostNested; i += 1) {
    const mark = text[i];
    if (mark === '"') isInText = !isInText;
    else if (isInText) i += mark === "\\" ? 1 : 0;
    else if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
  }
  return depth > mostNested;
}

/**
 * The event in a request; null: it is none. The person is known by `phone_number` alone, in E.164 from here on: what else
 * names people and numbers of the organization comes from inside.
 * @param country of numbers without a prefix
 */
export async function hookEvent(request: Request, country: string): Promise<z.infer<typeof posted> | null> {
  try {
    const text = await (await bodyOf(request)).text();
    if (text.length > mostBytes || isTooDeep(text)) return null;
    const read = posted.safeParse(text === "" ? {} : JSON.parse(text));
    if (!read.success) return null;
    const { phone_number: typed } = read.data;
    const event = Object.entries(read.data).filter(([name]) => !insideOnly.includes(name));
    const number = typeof typed === "string" ? phoneNumberFrom(typed, country) : null;
    return { ...Object.fromEntries(event), phone_number: number };
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === "too_large") return null;
    throw error;
  }
}
