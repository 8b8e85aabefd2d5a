/** Invitations for programs: `accept-invitation {invitationId}` (docs/product.md, "Functions") with the rule of its button. */
import { z } from "zod";
import { visitor } from "#app/accounts/session.server.ts";
import { limits, passEdgeLimit, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { failedToJoin } from "#app/organizations/invitation-words.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { acceptInvitation } from "./accept-invitation.server.ts";

const acceptBody = z.object({ invitationId: z.string().min(1).max(64) });
const refused = (error: string, status: number): Response => Response.json({ error }, { status });

/** Answers `{success}`; it needs a session with the invited address. */
export async function answerAcceptInvitation(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  const body = acceptBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  const who = await visitor(request, context);
  if (who.kind !== "full") return refused("Please sign in to continue.", 401);
  const now = Date.now();
  const spent = await spend(context.get(database), [limits.tokens("join", who.user.id)], now);
  if (!spent.ok)
    return Response.json(
      { error: waitWords(spent.retryAfter) },
      { status: 429, headers: { "retry-after": String(spent.retryAfter) } },
    );
  try {
    const { invitationId } = body.data;
    const outcome = await acceptInvitation(request, context, who.user, invitationId, now);
    if (outcome.ok) return Response.json({ success: true });
    const words = "This invitation link is invalid or has expired.";
    return refused(words, outcome.reason === "foreign" ? 404 : 422);
  } catch (error) {
    log("error", "invitation_not_accepted", { message: innermostMessage(error) });
    return refused(failedToJoin, 503);
  }
}
