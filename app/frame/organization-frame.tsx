// The dashboard's frame with the number of running calls and the cache of pages.
import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { PaymentNotice } from "#app/billing/plan/payment-notice.ts";
import { PlanWatch, type PlanWatchProps } from "#app/billing/plan/plan-watch.tsx";
import { LiveCallsProvider, useLiveCount } from "#app/calls/live/live-calls.tsx";
import type { MarkProps } from "#app/ui/avatar.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { PaymentBar } from "./payment-bar.tsx";
import { QueryCacheWatch } from "./query-cache-watch.tsx";
import { type Visit, VisitBar } from "./visit-bar.tsx";

export interface OrganizationFrameProps {
  readonly organization: MarkProps & { readonly id: string };
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  /** Tier and status of the organization's plan. */
  readonly plan: PlanWatchProps["drawn"];
  /** The visit of support that the page belongs to; null: the person is a member. */
  readonly visit: Visit | null;
  readonly user: { readonly name: string; readonly email: string; readonly isPlatformAdmin?: boolean };
  /** Whether they must set up a second factor before they see anything of the organization. */
  readonly isHeld: boolean;
  /** Addresses that this person cannot open. */
  readonly closed: readonly string[];
  readonly hasCommandKey: boolean;
  /** Addresses that the brand hides from others, and the words that say so at the top of their pages. */
  readonly hiddenFromOthers: { readonly addresses: readonly string[]; readonly words: string };
  /** The plan is not paid; null: it is. */
  readonly payment: PaymentNotice | null;
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

/** Tells those who still see a page that the brand hides it from others. */
function HiddenNote({ addresses, words }: OrganizationFrameProps["hiddenFromOthers"]) {
  const { pathname } = useLocation();
  if (!addresses.some((address) => pathname === address || pathname.startsWith(`${address}/`))) return null;
  return (
    <p className="flex items-center gap-2 border-b bg-sunken px-4 py-2 text-ink-2 text-meta md:px-7">
      <EyeOff className="shrink-0" />
      {words}
    </p>
  );
}

function Framed(props: OrganizationFrameProps) {
  const {
    organization,
    others,
    visit,
    user,
    closed,
    hasCommandKey,
    hiddenFromOthers,
    payment,
    plan,
    children,
  } = props;
  const live = useLiveCount();
  return (
    <DashboardFrame
      organization={organization}
      others={others}
      person={user}
      closed={closed}
      hasCommandKey={hasCommandKey}
      bar={visit && <VisitBar {...visit} />}
      counts={live ? { "/call-history": `${live} live` } : undefined}
    >
      <QueryCacheWatch />
      {payment !== null && <PaymentBar {...payment} />}
      <PlanWatch organizationId={organization.id} drawn={plan} />
      <HiddenNote {...hiddenFromOthers} />
      {children}
    </DashboardFrame>
  );
}
