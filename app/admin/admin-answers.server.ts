/** What the admin pages load beside their own list: whether they ask who is there, and where times are read. */
import type { RouterContextProvider } from "react-router";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { platformAdmin } from "./platform-admins-only.server.ts";

/** `isOpen`: false while the admin has to confirm that it is them; then nothing may be loaded. */
export async function adminView(request: Request, context: Readonly<RouterContextProvider>) {
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
