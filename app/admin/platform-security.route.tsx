/** /admin/security: the audit trail of the whole platform, for its admins. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import type { Route } from "./+types/platform-security.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { answerAdmin } from "./platform-admins-only.server.ts";
import { platformEventsPage, refusalsOfDay } from "./platform-events.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Platform security", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  if (!isOpen) return { isOpen, confirmation, events: [], refusals: [] };
  const [page, refusals] = await Promise.all([
    platformEventsPage(context, cursorOf(request.url), place),
    refusalsOfDay(context, place),
  ]);
  return { isOpen, confirmation, refusals, ...page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function PlatformSecurityPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, refusals, events, newer, older } = {
    newer: undefined,
    older: undefined,
    ...loaderData,
  };
  return (
    <AdminPage
      title="Security"
      sentence="Sign-ins, denials and changes across all accounts and organizations, newest first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <Panel title="Denied in the last 24 hours" flush>
        <Rows label="Denied in the last 24 hours">
          {refusals.map(({ kind, words, times }) => (
            <Row key={kind} title={words} aside={times} />
          ))}
        </Rows>
      </Panel>
      <Panel title="Events" flush>
        <DataTable
          caption="Events"
          rows={events}
          rowKey={({ id }) => id}
          columns={[
            { key: "what", head: "Event", cell: ({ what }) => <span className="break-words">{what}</span> },
            { key: "who", head: "Who", cell: ({ who }) => <span className="break-words">{who}</span> },
            { key: "where", head: "Organization", folded: "hidden", cell: ({ where }) => where ?? "" },
            {
              key: "network",
              head: "Network",
              width: "w-34",
              folded: "hidden",
              cell: ({ network }) => network ?? "",
            },
            {
              key: "when",
              head: "When",
              width: "w-34",
              align: "end",
              cell: ({ when }) => <span className="inline-block first-letter:uppercase">{when}</span>,
            },
          ]}
        />
        <Pagination of="events" newer={newer} older={older} />
      </Panel>
    </AdminPage>
  );
}
