// The frame and guard of pages about a person, without an organization.
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

/** Pages about a person are shown in the frame of their active organization; a person without one gets a simpler frame. */
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
