import { Outlet } from "react-router";
import { membersOnly, organization } from "#app/organizations/membership.server.ts";
import type { Route } from "./+types/dashboard.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

export const loader = ({ context }: Route.LoaderArgs) => {
  const member = organization(context);
  return frameOf(member, member.membership);
};

/** The guard still runs with every page's own request, so the frame need not be asked again (design, section 3). */
export const shouldRevalidate = () => false;

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  return (
    <OrganizationFrame {...loaderData}>
      <Outlet />
    </OrganizationFrame>
  );
}
