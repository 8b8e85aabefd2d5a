// The dashboard's frame with the number of running calls and the cache of pages.
import type { ReactNode } from "react";
import { LiveCallsProvider, useLiveCount } from "#app/calls/live/live-calls.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { QueryCacheWatch } from "./query-cache-watch.tsx";

export interface OrganizationFrameProps {
  readonly organization: { readonly id: string; readonly name: string };
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly user: { readonly name: string; readonly email: string; readonly isPlatformAdmin?: boolean };
  /** Whether they must set up a second factor before they see anything of the organization. */
  readonly isHeld: boolean;
  /** Addresses that this person cannot open. */
  readonly closed: readonly string[];
  readonly children: ReactNode;
}

export function OrganizationFrame(props: OrganizationFrameProps) {
  // The live feed would refuse a person who may not see calls, or must set up a second factor first.
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
