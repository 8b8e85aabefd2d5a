/** What platform admins do with errors of any organization: read and mark them; each is audited. */
import { and, eq } from "drizzle-orm";
import { redirect } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import { platformAdmin } from "#app/admin/platform-admins-only.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { auditEvents, errorGroups } from "#drizzle/control/schema.ts";
import { marking } from "./error-verbs.server.ts";
import { markChoice } from "./mark-choice.ts";

/** Whose errors admins read: those of all organizations, or of the one that the address names. */
export const adminScope = (context: Context, organizationId: string | null = null) => ({
  db: context.get(database),
  organizationId,
});

/** The answer to the forms of an error's page: the confirmation of identity, and marking. */
export async function answerErrorAdmin(request: Request, context: Context, errorId: string) {
  const form = await readForm(request, context);
  const intent = form.get("intent");
  if (intent === "confirm") return answerConfirmation(request, context, form);
  if (intent !== "mark") throw faultResponse("bad_request");
  const { who, needsProof } = platformAdmin(context);
  // The page behind this form asks for the proof.
  if (needsProof) throw faultResponse("forbidden");
  const choice = markChoice.safeParse({ error: errorId, state: form.get("state") });
  if (!choice.success) throw faultResponse("bad_request");
  const db = platform(context.get(database));
  const { error, state } = choice.data;
  const [known] = await db
    .select({ state: errorGroups.state, organization_id: errorGroups.organization_id })
    .from(errorGroups)
    .where(and(eq(errorGroups.id, error)));
  if (known === undefined) throw faultResponse("not_found");
  const noted = await auditRow(request, context, {
    action: "error.marked",
    actor_id: who.user.id,
    target: error,
    changes: { state },
    ...(known.organization_id !== null && { organization_id: known.organization_id }),
  });
  if (known.state !== state)
    await db.batch([marking(db, null, choice.data, Date.now()), db.insert(auditEvents).values(noted)]);
  return redirect(`/admin/error-logs/${error}?done=${state}`);
}
