/** Who is asking, for pages that anybody may see: there a session that is late is none (specification section 4, docs/decisions/010). */
import type { RouterContextProvider } from "react-router";
import { requestFacts } from "#app/platform/context.ts";
import { codeOf } from "#app/platform/errors.ts";
import { type Visitor, visitor } from "./session.server.ts";

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
