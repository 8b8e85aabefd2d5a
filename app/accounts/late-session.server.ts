/** Who is asking, for pages that anybody may see: there a session that is late is none (docs/product.md, "Sign-in flows", docs/decisions/010). */
import type { RouterContextProvider } from "react-router";
import { requestFacts } from "#app/platform/context.ts";
import { codeOf } from "#app/platform/errors.ts";
import { carriesFullSession, type Visitor, visitor } from "./session.server.ts";

/** The visitor, or nobody when the session does not answer in time, which `Server-Timing` says then. */
export async function visitorOrNobody(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Visitor> {
  try {
    return await visitor(request, context);
  } catch (error) {
    if (codeOf(error) !== "unavailable") throw error;
    context.get(requestFacts).timing.note("session-default");
    return { kind: "anonymous" };
  }
}

/**
 * Whether this browser was signed in, and is not any more: the session was ended elsewhere, or was not used for too long.
 * A session that is late may still be good, and is not spoken of.
 */
export async function wasSignedOut(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<boolean> {
  if (!carriesFullSession(request)) return false;
  try {
    return (await visitor(request, context)).kind === "anonymous";
  } catch (error) {
    if (codeOf(error) !== "unavailable") throw error;
    return false;
  }
}
