/** What another system posts at a workflow's secret address, read and freed of what only this product may say. */
import { z } from "zod";
import { type Refusal, refusal } from "#app/api/problem.ts";
import { bodyOf } from "#app/platform/body.server.ts";
import { codeOf } from "#app/platform/errors.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";

const mostBytes = 65_536;
/** So many lists and objects may stand in each other. */
const mostNested = 32;
/** Fields in which our own events name people and numbers. */
const insideOnly: readonly string[] = ["other_number", "own_number", "our_number", "contact_id"];
const longestName = 80;
const posted = z.record(z.string().max(longestName), z.json());

const tooLarge = refusal("too_large", "The body is larger than 64 KB.");
const unread = (detail: string): Refusal => refusal("invalid_request", detail);

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
 * The event in a request, or why it is none. The person is known by `phone_number` alone, in E.164 from here on: what else
 * names people and numbers of the organization comes from inside.
 * @param country of numbers without a prefix
 */
export async function hookEvent(
  request: Request,
  country: string,
): Promise<z.infer<typeof posted> | Refusal> {
  try {
    const text = await (await bodyOf(request)).text();
    if (text.length > mostBytes) return tooLarge;
    if (isTooDeep(text)) return unread(`Lists and objects are nested more than ${mostNested} deep.`);
    const json: unknown = text === "" ? {} : JSON.parse(text);
    if (json === null || typeof json !== "object" || Array.isArray(json))
      return unread('The body is no JSON object. Send one, such as {"name": "Ada"}.');
    const read = posted.safeParse(json);
    if (!read.success) return unread(`A field's name is longer than ${longestName} characters.`);
    const { phone_number: typed } = read.data;
    const event = Object.entries(read.data).filter(([name]) => !insideOnly.includes(name));
    const number = typeof typed === "string" ? phoneNumberFrom(typed, country) : null;
    return { ...Object.fromEntries(event), phone_number: number };
  } catch (error) {
    if (error instanceof SyntaxError) return unread("The body is no valid JSON.");
    if (codeOf(error) === "too_large") return tooLarge;
    throw error;
  }
}
