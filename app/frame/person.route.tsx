// The frame and guard of pages that are about a person and not about an organization.
import { Outlet } from "react-router";
import { person, signedInOnly } from "#app/accounts/signed-in-only.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import type { Route } from "./+types/person.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";
import { PersonFrame } from "./person-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

export const loader = ({ request, context }: Route.LoaderArgs) => {
  const who = person(context);
  const shown = activeMembership(request, who);
  return {
    brand: { name: brandOf(context).company_name, logo: brandOf(context).logo_url },
    email: who.user.email,
    frame: shown ? frameOf(who, shown) : null,
  };
};

/** Pages about a person stand in the frame of the organization that they look at; who has none has a frame without. */
export default function PersonLayout({ loaderData }: Route.ComponentProps) {
  const { frame, brand, email } = loaderData;
  if (frame === null)
    return (
      <PersonFrame brand={brand} email={email}>
        <Outlet />
      </PersonFrame>
    );
  return (
    <OrganizationFrame {...frame}>
      <Outlet />
    </OrganizationFrame>
  );
}
