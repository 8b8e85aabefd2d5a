/** /customer-management/users: every account of the platform, for the platform's admins. */
import { Form, Link } from "react-router";
import { AdminPage } from "#app/admin/admin-page.tsx";
import { answerAdmin } from "#app/admin/platform-admins-only.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/users.route";
import { type UsersQuery, userChoices, usersQuery } from "./customers-query.ts";
import { CustomersTabs } from "./customers-tabs.tsx";
import { provenView } from "./proven-view.server.ts";
import { type ListedUser, usersPage } from "./user-list.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Users", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await provenView(request, context);
  const query = usersQuery(request.url);
  const list = isOpen ? await usersPage(depsOf(context).db, query, cursorOf(request.url), place) : null;
  return { isOpen, confirmation, list, query };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function UsersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, list, query } = loaderData;
  return (
    <AdminPage
      title="Users"
      above={[{ label: "Customers", to: "/customer-management" }]}
      sentence="All accounts, newest first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      {list && (
        <>
          <CustomersTabs />
          <Finder query={query} />
          <Panel label="Users" flush>
            {list.users.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">No matching users.</p>
            ) : (
              <DataTable
                caption="Users"
                columns={columns}
                rows={list.users}
                rowKey={({ id }) => id}
                rowTo={({ id }) => `/customer-management/users/${id}`}
                foldsBelow={52}
              />
            )}
            {list.isPartial && (
              <p className="border-t px-4.5 py-3 text-ink-2">
                Not all users were searched yet. Go on for the rest.
              </p>
            )}
            <Pagination of="users" newer={list.newer} older={list.older} />
          </Panel>
        </>
      )}
    </AdminPage>
  );
}

/** A plain form that asks the address; it needs no scripts. */
function Finder({ query }: { readonly query: UsersQuery }) {
  return (
    <search>
      <Form method="get" key={`${query.q} ${query.only}`} className="flex flex-wrap items-end gap-2">
        <TextField
          of={{ name: "q", initialValue: query.q }}
          type="search"
          label="Search"
          labelHidden
          placeholder="Search names or email addresses"
          maxLength={100}
          className="flex-1 basis-60"
        />
        <SelectField
          of={{ name: "only", initialValue: query.only ?? "" }}
          label="Show"
          labelHidden
          none="All users"
          choices={Object.entries(userChoices).map(([value, label]) => ({ value, label }))}
          className="w-44"
        />
        <Button type="submit" size="field">
          Search
        </Button>
        {(query.q !== "" || query.only !== null) && (
          <Link to="/customer-management/users" className="py-2.5">
            Show all
          </Link>
        )}
      </Form>
    </search>
  );
}

const columns: [Column<ListedUser>, ...Column<ListedUser>[]] = [
  { key: "name", head: "User", cell: ({ name, email }) => <Who name={name} what={email} /> },
  { key: "organizations", head: "Organizations", cell: ({ organizations }) => organizations },
  { key: "factor", head: "Two-factor", width: "w-26", folded: "hidden", cell: ({ factor }) => factor },
  { key: "seen", head: "Last seen", width: "w-34", align: "end", cell: ({ seen }) => seen },
  { key: "since", head: "Since", width: "w-28", align: "end", folded: "hidden", cell: ({ since }) => since },
  {
    key: "state",
    head: "Status",
    width: "w-34",
    align: "end",
    folded: "beside",
    cell: ({ state }) => state && <Tag tone={state.tone}>{state.words}</Tag>,
  },
];
