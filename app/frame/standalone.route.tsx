// The frame and guard of an organization's pages that stand alone, without the dashboard around them.
import { ArrowLeft } from "lucide-react";
import { Link, Outlet } from "react-router";
import { markOf } from "#app/branding/brand-mark.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { membersOnly, organization } from "#app/membership/membership.server.ts";
import { startPageOf } from "#app/membership/permissions.ts";
import { ProgressLine, RouteAnnouncer } from "#app/shell/navigation-feedback.tsx";
import { Mark } from "#app/ui/avatar.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import type { Route } from "./+types/standalone.route";

export const middleware: Route.MiddlewareFunction[] = [membersOnly];

export const loader = ({ context }: Route.LoaderArgs) => {
  const { user, membership } = organization(context);
  return {
    brand: markOf(brandOf(context)),
    user: { id: user.id },
    organization: { id: membership.id, name: membership.name },
    home: startPageOf(membership.role, membership.hidden),
  };
};

export default function Standalone({ loaderData }: Route.ComponentProps) {
  const { brand, organization: shown, home } = loaderData;
  return (
    <TooltipProvider>
      <ProgressLine />
      <div className="min-h-dvh bg-ground">
        <header className="sticky top-0 z-10 border-b bg-surface/92 backdrop-blur-sm print:hidden">
          <div className="mx-auto flex min-h-14 max-w-320 items-center gap-4 px-4 md:px-7">
            <span className="flex min-w-0 flex-1 items-center gap-2.5 font-semibold text-script">
              <Mark {...brand} />
              <span className="truncate">{shown.name}</span>
            </span>
            <Link
              to={home}
              className="inline-flex items-center gap-1.5 text-control text-ink-2 no-underline hover:text-ink max-md:min-h-11"
            >
              <ArrowLeft />
              Back
            </Link>
          </div>
        </header>
        <main className="mx-auto grid w-full max-w-320 grid-cols-[minmax(0,1fr)] gap-4.5 px-4 py-6 md:gap-6 md:px-7 md:py-9">
          <Outlet />
        </main>
      </div>
      <RouteAnnouncer />
      <ToastRegion />
    </TooltipProvider>
  );
}
