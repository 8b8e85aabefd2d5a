/** POST /organizations/restore: an owner has a deleted organization back. Outside of the members' guard, which shows a deleted one to nobody. */
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

/** Never shown. A route that has a view answers a refusal with the screen that leads on, where another would show bare data. */
export default function Restoring() {
  return null;
}
