/** /admin/error-logs: the errors of every organization and of the platform itself, for its admins. */
import { adminView } from "#app/admin/admin-answers.server.ts";
import { AdminPage } from "#app/admin/admin-page.tsx";
import { answerAdmin } from "#app/admin/platform-admins-only.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/admin-error-logs.route";
import { adminScope } from "./admin-errors.server.ts";
import { errorKey, errorsPage } from "./error-groups.server.ts";
import { ErrorList } from "./error-list.tsx";
import { errorQueryOf } from "./error-query.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Errors of all organizations", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  const query = errorQueryOf(request.url);
  const scope = adminScope(context, query.organization);
  const page = isOpen
    ? await errorsPage(scope, query, cursorOf(request.url, errorKey), place)
    : { errors: [] };
  return { isOpen, confirmation, query, ...page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AdminErrorLogsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation } = loaderData;
  return (
    <AdminPage
      title="Errors"
      sentence="What failed in every organization, and in the platform itself, last seen first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <ErrorList {...loaderData} at="/admin/error-logs" isOfAll={loaderData.query.organization === null} />
    </AdminPage>
  );
}
