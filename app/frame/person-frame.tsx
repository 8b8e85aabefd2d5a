/** The frame of pages about a person who belongs to no organization: the brand, the person, sign-out. */
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { ArrivalWords } from "#app/shell/arrival-words.tsx";
import { ProgressLine, RouteAnnouncer } from "#app/shell/navigation-feedback.tsx";
import { Mark } from "#app/ui/avatar.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { TooltipProvider } from "#app/ui/tooltip.tsx";

export interface PersonFrameProps {
  readonly brand: { readonly name: string; readonly logo?: string | null | undefined };
  readonly email: string;
  readonly children: ReactNode;
}

const places = [
  { to: "/organizations/new", label: "Organizations" },
  { to: "/security", label: "Security" },
  { to: "/mfa-setup", label: "Two-factor authentication" },
];

export function PersonFrame({ brand, email, children }: PersonFrameProps) {
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
