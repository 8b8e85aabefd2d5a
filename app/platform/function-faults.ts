/** What the addresses for programs under /functions/ say when something is refused before their function is asked: `{error}`, as they say everything. */
import { shownFor } from "./errors.ts";

/** Whether a path belongs to a function, however it is spelled. */
export const isFunction = (pathname: string): boolean => /^\/functions(?:\/|$)/i.test(pathname);

/** The answer for an error's code; `headers` as the status asks for them. */
export function functionFault(code: string, headers: HeadersInit = {}): Response {
  const { status, message } = shownFor(code);
  return Response.json({ error: message }, { status, headers });
}

/** The answer to every method but POST. */
export const onlyPosted = (): Response => functionFault("method_not_allowed", { allow: "POST" });
