/** POST /organizations/restore: an owner restores a deleted organization. Outside of the members' guard, which hides deleted ones. */
import { redirectDocument, replace } from "react-router";
import { visitor } from "#app/accounts/session.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { restoreOrganization } from "#app/membership/deleted-organizations.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/restore.route";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Organizations", matches);
export const loader = () => replace("/organizations");

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context);
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace("/auth");
  const wanted = form.get("organization");
  const restored =
    typeof wanted === "string" && (await restoreOrganization(request, context, who, wanted, Date.now()));
  if (!restored) throw faultResponse("not_found");
  return redirectDocument("/dashboard?done=restored", {
    headers: { "set-cookie": storingCookie(request, restored.id) },
  });
}

/** Never shown. A route with a view answers a refusal with an error screen, where another would answer bare data. */
export default function Restoring() {
  return null;
}
