/** /users/activity: the audit trail of an organization's own changes, for its owners and admins. */
import { pageTitle } from "#app/branding/page-title.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/activity.route";
import { activityPage } from "./activity.server.ts";
import { isFiltered } from "./trail-filters.ts";
import { TrailForm } from "./trail-form.tsx";
import { TrailTable } from "./trail-table.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Activity", matches);

export const loader = ({ request, context }: Route.LoaderArgs) => activityPage(request, context);

export const ErrorBoundary = PageError;

export default function ActivityPage({ loaderData }: Route.ComponentProps) {
  const { events, filters, groups, people, organization, searchedTo, newer, older } = {
    newer: undefined,
    older: undefined,
    ...loaderData,
  };
  return (
    <Page path={[{ label: "Users", to: "/users" }, { label: "Activity" }]}>
      <PageHeader
        title="Activity"
        sentence={`What changed in ${organization} and who did it, for the last 400 days.`}
      />
      <TrailForm
        filters={filters}
        groups={groups}
        people={people}
        path="/users/activity"
        file="/users/activity/export"
      />
      <Panel label="Activity" flush>
        {events.length > 0 ? (
          <TrailTable events={events} />
        ) : (
          <NoEvents isFiltered={isFiltered(filters)} searchedTo={searchedTo} />
        )}
        <Pagination of="events" newer={newer} older={older} />
      </Panel>
    </Page>
  );
}

interface NoEventsProps {
  readonly isFiltered: boolean;
  readonly searchedTo: string | null;
}

function NoEvents({ isFiltered, searchedTo }: NoEventsProps) {
  if (!isFiltered)
    return (
      <EmptyState title="Nothing has changed yet">
        Changes to people, agents and settings appear here.
      </EmptyState>
    );
  if (searchedTo !== null)
    return <EmptyState title={`No matches back to ${searchedTo}`}>Older events follow below.</EmptyState>;
  return (
    <EmptyState
      title="No matching events"
      action={<ButtonLink to="/users/activity">Show everything</ButtonLink>}
    >
      Try another filter or a wider date range.
    </EmptyState>
  );
}
