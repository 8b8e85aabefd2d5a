/** Request bodies: read up to a limit, read once, and accepted only in the format that they declare. */
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { Context } from "./context.ts";
import { codeOf, Fault } from "./errors.ts";
import { ourFields } from "./field-names.ts";
import { pressName } from "./press-name.ts";
import { createContext } from "./request-context.ts";

/** The largest body by purpose, in bytes. The agent editor's form holds a whole agent and the rehearsal so far. */
const mostBytes: [RegExp, number][] = [
  [/^\/(?:auth|login|sign-out)$/, 16_384],
  [/^\/(?:functions|reports)\//, 16_384],
  // An invoice with many lines is long.
  [/^\/webhooks\/stripe$/, 524_288],
  [/^\/webhooks\//, 65_536],
  // A file of 10 MB, and the form around it: a little more is refused in words (413).
  [/^\/agents\/knowledge$/, 11_534_336],
  [/^\/agents\//, 2_097_152],
  // A file of contacts: 20 MB at once, or parts of 4 MB.
  [/^\/contacts\/import$/, 22_020_096],
  [/^\/contacts\/import\/upload$/, 5_242_880],
  // A list of numbers of 20 MB, and the form around it.
  [/^\/campaigns\/screening$/, 22_020_096],
  // An image of 1 MB, and the form around it: a little more is refused in words (413).
  [/^\/white-label\/images$/, 1_310_720],
];
const usualMost = 262_144;

/** How many bytes a body at this path may have (R38); a data request counts as its page's path. */
export function mostBytesAt(pathname: string): number {
  const page = pathname.replace(/\.data$/, "");
  return mostBytes.find(([pattern]) => pattern.test(page))?.[1] ?? usualMost;
}

/** The body as a stream that fails with `too_large` after more than `most` bytes. The declared length is ignored. */
export function bounded(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let read = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > most) controller.error(new Fault("too_large"));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/**
 * The whole body.
 * @throws Fault `too_large` above the front door's limit; `bad_request` when the body breaks off
 */
export async function bodyOf(request: Request): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const chunk of request.body ?? []) chunks.push(chunk);
  } catch (error) {
    throw error instanceof Fault ? error : new Fault("bad_request");
  }
  return new Blob(chunks);
}

const formTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\s*(?:;|$)/i;

/** Whether a form's list button changes a list: conform throws at one that names a single field. */
function isPressable(form: FormData): boolean {
  if (!form.has(pressName)) return true;
  try {
    parseWithZod(form, { schema: z.unknown() });
    return true;
  } catch {
    return false;
  }
}

async function parsed(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!formTypes.test(type)) throw new Fault("bad_request");
  const body = await bodyOf(request);
  const form = await new Response(body, { headers: { "content-type": type } }).formData().catch(() => null);
  if (form === null) throw new Fault("bad_request");
  const own = ourFields(form);
  if (own === null || !isPressable(own)) throw new Fault("unreadable_form");
  return own;
}

const posted = createContext<{ form: Promise<FormData> | null }>({ form: null });

/**
 * The form that a request posts: the guard and the action behind it share one reading.
 * @throws Fault `bad_request` (400) when the body is not a form, `too_large` (413) when it is longer than
 * `mostBytesAt` its path, `unreadable_form` (422) when it presses a list button that no page has
 */
export function readForm(request: Request, context: Context): Promise<FormData> {
  const known = context.get(posted).form;
  if (known) return known;
  const form = parsed(request);
  context.set(posted, { form });
  return form;
}

/** `readForm` for a page that says itself that a file is too large: null when the body was not read to its end. */
export async function readUpload(request: Request, context: Context): Promise<FormData | null> {
  try {
    return await readForm(request, context);
  } catch (error) {
    if (codeOf(error) === "too_large") return null;
    throw error;
  }
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The JSON that a program posts; null when the body is not JSON.
 * @throws Fault `too_large` (413)
 */
export const readJson = async (request: Request): Promise<unknown> =>
  fromJson(await (await bodyOf(request)).text());

/** The same where the body is optional: undefined when it is missing or not JSON. */
export async function optionalJson(request: Request): Promise<unknown> {
  const text = await (await bodyOf(request)).text();
  if (!/\bjson\b/i.test(request.headers.get("content-type") ?? "")) return undefined;
  return text === "" ? undefined : fromJson(text);
}

/** The answer to a program whose body does not fit the function: 400 `{error, fields}`, each field with its messages. */
export const malformed = (error: z.ZodError): Response =>
  Response.json(
    { error: "We couldn't read that request.", fields: z.flattenError(error).fieldErrors },
    { status: 400 },
  );
