/** The data of every admin page: whether the admin must confirm their identity, and the zone and locale of times. */
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import type { Context } from "#app/platform/context.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

/** `isOpen`: false while the admin has to confirm their identity; the page then loads nothing. */
export async function adminView(request: Request, context: Context) {
  const { who, needsProof } = platformAdmin(context);
  const shown = activeMembership(request, who) ?? null;
  return {
    isOpen: !needsProof,
    shown,
    place: { timeZone: shown?.time_zone ?? "UTC", locale: shown?.locale ?? "en-US" },
    confirmation: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: needsProof && (await hasPasskeyHere(request, context, who.user.id)),
    },
  };
}
