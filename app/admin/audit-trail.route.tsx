/** /admin/audit: the audit trail of the whole platform, for its admins. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { type EventGroup, eventGroups } from "#app/watch/trail-filters.ts";
import { TrailForm } from "#app/watch/trail-form.tsx";
import { TrailTable } from "#app/watch/trail-table.tsx";
import type { Route } from "./+types/audit-trail.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { auditTrail, noTrail } from "./audit-trail.server.ts";
import { answerAdmin } from "./platform-admins-only.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Audit trail", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  const trail = isOpen ? await auditTrail(request, context, place) : noTrail(request);
  return { isOpen, confirmation, ...trail };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const groups = Object.keys(eventGroups).filter((one): one is EventGroup => Object.hasOwn(eventGroups, one));

export default function AuditTrailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, filters, events, searchedTo, newer, older } = {
    newer: undefined,
    older: undefined,
    ...loaderData,
  };
  return (
    <AdminPage
      title="Audit trail"
      sentence="Sign-ins, denials and changes across all accounts and organizations, newest first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <TrailForm filters={filters} groups={groups} path="/admin/audit" file="/admin/audit/export" />
      <Panel label="Events" flush>
        {events.length > 0 ? (
          <TrailTable events={events} isWhole />
        ) : searchedTo === null ? (
          <EmptyState
            title="No matching events"
            action={<ButtonLink to="/admin/audit">Show everything</ButtonLink>}
          >
            Try another filter or a wider date range.
          </EmptyState>
        ) : (
          <EmptyState title={`No matches back to ${searchedTo}`}>Older events follow below.</EmptyState>
        )}
        <Pagination of="events" newer={newer} older={older} />
      </Panel>
    </AdminPage>
  );
}
