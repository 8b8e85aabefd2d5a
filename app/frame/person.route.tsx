// The frame and guard of pages about a person, without an organization.

import type { ReactNode } from "react";
import { NavLink, Outlet } from "react-router";
import { person, signedInOnly } from "#app/accounts/signed-in-only.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { ArrivalWords } from "#app/shell/arrival-words.tsx";
import { ProgressLine, RouteAnnouncer } from "#app/shell/navigation-feedback.tsx";
import { Mark } from "#app/ui/avatar.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import type { Route } from "./+types/person.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

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

interface PersonFrameProps {
  readonly brand: { readonly name: string; readonly logo?: string | null | undefined };
  readonly email: string;
  readonly children: ReactNode;
}

const places = [
  { to: "/organizations/new", label: "Organizations" },
  { to: "/security", label: "Security" },
  { to: "/mfa-setup", label: "Two-factor authentication" },
];

function PersonFrame({ brand, email, children }: PersonFrameProps) {
  return (
    <TooltipProvider>
      <ProgressLine />
      <div className="min-h-dvh bg-surface">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-3 md:px-7">
          <Mark name={brand.name} logo={brand.logo} />
          <span className="font-strong">{brand.name}</span>
          <nav aria-label="Account" className="flex gap-1 md:ml-4">
            {places.map(({ to, label }) => (
              <NavLink key={to} to={to} className={buttonClass({ variant: "quiet", size: "sm" })}>
                {label}
              </NavLink>
            ))}
          </nav>
          <span className="ml-auto min-w-0 truncate text-ink-2">{email}</span>
          <form method="post" action="/sign-out">
            <Button type="submit" size="sm">
              Sign out
            </Button>
          </form>
        </header>
        <main id="main" tabIndex={-1} className="outline-none">
          <ArrivalWords />
          {children}
        </main>
      </div>
      <RouteAnnouncer />
      <ToastRegion />
    </TooltipProvider>
  );
}
