/** On the main host a signed-in person sees the brand of the active organization, from the first byte (docs/product.md, "Brand on screens"). */
import type { MiddlewareFunction } from "react-router";
import { visitorInTime } from "#app/accounts/late-session.server.ts";
import { carriesFullSession } from "#app/accounts/session.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { tenantHostOf, wearBrand } from "#app/branding/tenant.server.ts";
import { brandOnMain, isNamed } from "#app/branding/worn-brand.ts";
import { activeMembership, deletedOneLookedAt } from "./active-organization.server.ts";

/** Dresses every page of the main host for its visitor; a screen of signing in that `ref` has dressed keeps that brand. */
export const wearOwnBrand: MiddlewareFunction<Response> = async ({ request, context }) => {
  if (sessionHostOf(request, context) !== null || tenantHostOf(context) !== null) return;
  if (!carriesFullSession(request)) return;
  // Each page decides itself what a late session means for it.
  const who = await visitorInTime(request, context);
  if (who?.kind !== "full") return;
  const membership = deletedOneLookedAt(request, who) ?? activeMembership(request, who);
  if (!membership) return;
  const { id, brand, home, sender } = membership;
  wearBrand(context, {
    organizationId: id,
    brand: brandOnMain(brand),
    isTenants: isNamed(brand),
    home,
    sender,
  });
};
