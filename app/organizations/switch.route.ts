/**
 * POST /organizations/switch: switches to another organization of one's own. It is outside of the guard that keeps
 * tabs of different organizations apart, because it leads from one to the other.
 */
import { redirectDocument, replace } from "react-router";
import { returnPathOf, startPage } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { storingCookie, switchOrganization } from "#app/membership/active-organization.server.ts";
import { startPageOf } from "#app/membership/permissions.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/switch.route";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Organizations", matches);
export const loader = () => replace("/organizations");

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context);
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace("/auth");
  const wanted = form.get("to");
  const to = typeof wanted === "string" && (await switchOrganization(request, context, who, wanted));
  if (!to) throw faultResponse("not_found");
  // The page on the screen belongs to the other organization: the redirect leads to this role's start page, or back
  // to a page of a tab that showed this organization all along.
  const back = returnPathOf(form.get("returnPath"));
  const headers = { "set-cookie": storingCookie(request, to.id) };
  return redirectDocument(back === startPage ? startPageOf(to.role, to.hidden) : back, { headers });
}

/** Never shown. A route with a view answers a refusal with an error screen, where another would answer bare data. */
export default function Switching() {
  return null;
}
