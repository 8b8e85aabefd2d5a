import { Outlet } from "react-router";
import { membersOnly, organization } from "#app/organizations/membership.server.ts";
import type { Route } from "./+types/dashboard.route";
import { closedTo } from "./navigation.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

export const loader = ({ context }: Route.LoaderArgs) => {
  const { id, name, role, hidden, user } = organization(context);
  return {
    organization: { id, name, role },
    user: { id: user.id, name: user.name ?? "", email: user.email },
    closed: closedTo(role, hidden),
  };
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
