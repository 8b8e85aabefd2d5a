/** /customer-management: every organization of the platform, for its admins. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/customer-management.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { type Customer, customersPage } from "./customers.server.ts";
import { answerAdmin } from "./platform-admins-only.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Customers", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  const page = isOpen ? await customersPage(context, cursorOf(request.url), place) : { customers: [] };
  return { isOpen, confirmation, ...page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const state = ({ isDeleted, status }: Customer) =>
  isDeleted ? (
    <Tag tone="bad">Deleted</Tag>
  ) : (
    <Tag tone={status === "Active" ? "good" : undefined}>{status}</Tag>
  );

export default function CustomerManagementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, customers, newer, older } = {
    newer: undefined,
    older: undefined,
    ...loaderData,
  };
  return (
    <AdminPage
      title="Customers"
      sentence="All organizations, newest first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <Panel title="Organizations" flush>
        <DataTable
          caption="Organizations"
          rows={customers}
          rowKey={({ id }) => id}
          foldsBelow={52}
          columns={[
            { key: "name", head: "Name", cell: ({ name }) => name },
            { key: "plan", head: "Plan", width: "w-34", cell: ({ plan }) => plan },
            { key: "status", head: "Status", width: "w-40", folded: "beside", cell: state },
            {
              key: "members",
              head: "Members",
              width: "w-28",
              align: "end",
              folded: "hidden",
              cell: ({ members }) => members,
            },
            { key: "since", head: "Since", width: "w-34", align: "end", cell: ({ since }) => since },
          ]}
        />
        <Pagination of="organizations" newer={newer} older={older} />
      </Panel>
    </AdminPage>
  );
}
