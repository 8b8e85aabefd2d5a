/** /customer-management: every organization of the platform as a tree with its clients, for the platform's admins. */
import { AdminPage } from "#app/admin/admin-page.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { depsOf } from "#app/membership/actor.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/customers.route";
import { BulkForm } from "./bulk-form.tsx";
import { bulkWords } from "./bulk-words.ts";
import { answerCustomers } from "./customer-answers.server.ts";
import { CustomerTable } from "./customer-table.tsx";
import { CustomersFinder } from "./customers-finder.tsx";
import { customersView } from "./customers-page.server.ts";
import { CustomersTabs } from "./customers-tabs.tsx";
import { provenView } from "./proven-view.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Customers", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, isAsked, place, confirmation } = await provenView(request, context);
  const list = isOpen ? await customersView(depsOf(context).db, request.url, place) : null;
  return { isOpen, isAsked, confirmation, list, said: bulkWords(request.url, place.locale) };
}

export const action = ({ request, context }: Route.ActionArgs) => answerCustomers(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);
// A refused change shows what another admin did meanwhile.
export const shouldRevalidate = () => true;

export const ErrorBoundary = PageError;

export default function CustomerManagementPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, isAsked, confirmation, list, said } = loaderData;
  const result = (intent: string) => (actionData?.intent === intent ? actionData.result : null);
  const asks = { ...confirmation, result: result("confirm") };
  return (
    <AdminPage
      title="Customers"
      sentence="All organizations, newest first, with their clients."
      asks={isOpen ? null : asks}
    >
      {list && (
        <>
          <CustomersTabs />
          <Said words={actionData === undefined ? said : null} />
          <CustomersFinder query={list.query} plans={list.plans} />
          <Panel label="Organizations" flush>
            {list.customers.length === 0 ? (
              <p className="px-4.5 py-6 text-ink-2">No matching customers.</p>
            ) : (
              <CustomerTable customers={list.customers} />
            )}
            {list.isPartial && (
              <p className="border-t px-4.5 py-3 text-ink-2">
                Not all organizations were searched yet. Go on for the rest.
              </p>
            )}
            <Pagination of="organizations" newer={list.newer} older={list.older} />
          </Panel>
          {isAsked && actionData !== undefined && (
            <ConfirmItIsYou sentence="This lets you change customers." {...asks} />
          )}
          <BulkForm plans={list.plans} result={result("bulk")} />
        </>
      )}
    </AdminPage>
  );
}
