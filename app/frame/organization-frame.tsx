// Owns the dashboard's frame with what lives in it: how many calls are under way, and pages that are remembered.
import type { ReactNode } from "react";
import { LiveCallsProvider, useLiveCount } from "#app/calls/live/live-calls.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { QueryCacheWatch } from "./query-cache-watch.tsx";

export interface OrganizationFrameProps {
  readonly organization: { readonly id: string; readonly name: string };
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly user: { readonly name: string; readonly email: string; readonly isPlatformAdmin?: boolean };
  /** They must set up a second factor before they see anything of it. */
  readonly isHeld: boolean;
  /** Addresses that are not for this person. */
  readonly closed: readonly string[];
  readonly children: ReactNode;
}

export function OrganizationFrame(props: OrganizationFrameProps) {
  // Whoever may see no calls, or must set up a second factor first, would be refused at every try.
  const hasCalls = !props.isHeld && !props.closed.includes("/call-history");
  return (
    <LiveCallsProvider organizationId={hasCalls ? props.organization.id : null}>
      <Framed {...props} />
    </LiveCallsProvider>
  );
}

function Framed({ organization, others, user, closed, children }: OrganizationFrameProps) {
  const live = useLiveCount();
  return (
    <DashboardFrame
      organization={organization}
      others={others}
      person={user}
      closed={closed}
      counts={live ? { "/call-history": `${live} live` } : undefined}
    >
      <QueryCacheWatch />
      {children}
    </DashboardFrame>
  );
}
