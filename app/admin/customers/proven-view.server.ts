/** What the pages about customers know of the admin who reads them: whether a change needs a new proof first. */
import { isRecentProof } from "#app/accounts/proof.ts";
import { adminView } from "#app/admin/admin-answers.server.ts";
import { platformAdmin } from "#app/admin/platform-admins-only.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import type { Context } from "#app/platform/context.ts";

/** `isAsked`: a change is refused until the admin confirms who they are; reading is not. */
export async function provenView(request: Request, context: Context) {
  const view = await adminView(request, context);
  const { who } = platformAdmin(context);
  const isAsked = view.isOpen && !isRecentProof(who.provenAt, Date.now());
  const hasPasskey = isAsked
    ? await hasPasskeyHere(request, context, who.user.id)
    : view.confirmation.hasPasskey;
  return { ...view, isAsked, confirmation: { ...view.confirmation, hasPasskey } };
}
