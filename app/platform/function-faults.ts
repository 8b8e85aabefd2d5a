/** Errors of the addresses under /functions/ that are refused before their function runs: `{error}`, like all their answers. */
import { shownFor } from "./errors.ts";

/** Whether a path belongs to a function, in any spelling. */
export const isFunction = (pathname: string): boolean => /^\/functions(?:\/|$)/i.test(pathname);

/** The answer for an error's code; `headers` are those that the status requires. */
export function functionFault(code: string, headers: HeadersInit = {}): Response {
  const { status, message } = shownFor(code);
  return Response.json({ error: message }, { status, headers });
}

/** The answer to every method but POST. */
export const onlyPosted = (): Response => functionFault("method_not_allowed", { allow: "POST" });
