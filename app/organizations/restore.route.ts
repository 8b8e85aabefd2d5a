/** POST /organizations/restore: an owner restores a deleted organization. Outside of the members' guard, which hides deleted ones. */
import { redirectDocument, replace } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { actorOfVisitor, depsOf } from "#app/membership/actor.server.ts";
import { restoreOrganization } from "#app/membership/deleted-organizations.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/restore.route";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Organizations", matches);
export const loader = () => replace("/organizations");

export async function action({ request, context }: Route.ActionArgs) {
  const wanted = (await readForm(request, context)).get("organization");
  const standing = await actorOfVisitor(request, context, ({ deleted }) =>
    deleted.find(({ id }) => id === wanted),
  );
  if (standing.is === "anonymous") throw replace("/auth");
  // One that is not theirs to restore is as unknown to them as one that is gone.
  if (standing.is !== "deleted" || !standing.actor.may("organization.own")) throw faultResponse("not_found");
  const { actor, membership } = standing;
  const restored = await restoreOrganization(actor, {}, depsOf(context));
  if (!restored.ok) throw faultResponse("not_found");
  return redirectDocument("/dashboard?done=restored", {
    headers: { "set-cookie": storingCookie(request, membership.id) },
  });
}

/** Never shown. A route with a view answers a refusal with an error screen, where another would answer bare data. */
export default function Restoring() {
  return null;
}
