/** JSON in and out of the sandbox's own endpoints: clear errors, `{error: {message}}`. */
import { z } from "zod";

export type Read<Value> = { ok: true; value: Value } | { ok: false; response: Response };

export const problem = (status: number, message: string, headers?: HeadersInit): Response =>
  Response.json({ error: { message } }, { status, ...(headers && { headers }) });

export const methodNotAllowed = (allowed: string): Response =>
  problem(405, `Only ${allowed} is answered here.`, { allow: allowed });

/** Parses the body of a request; a body that does not fit is answered with 400 and every reason. */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<Read<z.output<Schema>>> {
  const text = await request.text();
  let json: unknown;
  try {
    json = text === "" ? {} : JSON.parse(text);
  } catch {
    return { ok: false, response: problem(400, "The body is not JSON.") };
  }
  const parsed = schema.safeParse(json);
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, response: problem(400, z.prettifyError(parsed.error)) };
}

/** Whether a request wants data rather than a page. */
export const wantsJson = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("application/json");
