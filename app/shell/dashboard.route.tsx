import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { membersOnly, organization } from "#app/organizations/membership.server.ts";
import type { Route } from "./+types/dashboard.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

export const loader = ({ context }: Route.LoaderArgs) => {
  const member = organization(context);
  // Behind the guard nobody lacks the factor that is asked for.
  return frameOf({ ...member, hasFactor: true, factor: null }, member.membership);
};

/** The guard still runs with every page's own request, so the frame need not be asked again (design, section 3). */
export const shouldRevalidate = ({ formAction, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  // Its name stands in the frame.
  actionStatus < 400 && formAction !== undefined && /^\/settings\b/.test(formAction);

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <OrganizationFrame {...loaderData}>
      <Outlet />
    </OrganizationFrame>
  );
}
