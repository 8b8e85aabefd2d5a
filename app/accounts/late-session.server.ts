/** The visitor of public pages, where a session that is late counts as none (docs/product.md, "Sign-in flows"; docs/decisions/010-late-sessions.md). */
import { type Context, requestFacts } from "#app/platform/context.ts";
import { codeOf } from "#app/platform/errors.ts";
import { carriesFullSession, type Visitor, visitor } from "./session.server.ts";

/** The visitor; null when the session does not answer in time. */
export async function visitorInTime(request: Request, context: Context): Promise<Visitor | null> {
  try {
    return await visitor(request, context);
  } catch (error) {
    if (codeOf(error) !== "unavailable") throw error;
    return null;
  }
}

/** The visitor, or an anonymous one when the session does not answer in time; `Server-Timing` then says so. */
export async function visitorOrNobody(request: Request, context: Context): Promise<Visitor> {
  const inTime = await visitorInTime(request, context);
  if (inTime) return inTime;
  context.get(requestFacts).timing.note("session-default");
  return { kind: "anonymous" };
}

/**
 * Whether this browser was signed in and no longer is: the session was ended elsewhere or idle too long. A late
 * session may still be good, so it does not count.
 */
export async function wasSignedOut(request: Request, context: Context): Promise<boolean> {
  if (!carriesFullSession(request)) return false;
  return (await visitorInTime(request, context))?.kind === "anonymous";
}
