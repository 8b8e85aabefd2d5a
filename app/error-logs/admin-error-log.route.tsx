/** /admin/error-logs/:errorId: one error of any organization, for the platform's admins. */
import { Form } from "react-router";
import { adminView } from "#app/admin/admin-answers.server.ts";
import { AdminPage } from "#app/admin/admin-page.tsx";
import { pageTitle } from "#app/branding/page-title.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { missing } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/admin-error-log.route";
import { adminScope, answerErrorAdmin } from "./admin-errors.server.ts";
import { ErrorDetail } from "./error-detail.tsx";
import { errorDetail } from "./error-groups.server.ts";
import { markedWords } from "./error-words.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Error", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  if (!isOpen) return { isOpen, confirmation, found: null, done: null };
  const found = await errorDetail(adminScope(context), params.errorId, cursorOf(request.url), place);
  if (found === null) throw missing("error", { to: "/admin/error-logs", label: "Errors" });
  return { isOpen, confirmation, found, done: doneWords(request.url, markedWords) };
}

export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerErrorAdmin(request, context, params.errorId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AdminErrorLogPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, found, done } = loaderData;
  return (
    <AdminPage
      title="Error"
      sentence={found?.error.organization ?? "The platform's own"}
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      {found !== null && (
        <ErrorDetail
          {...found}
          done={done}
          isBelowTitle
          opensCalls={false}
          form={(children) => (
            <Form method="post" preventScrollReset>
              {children}
            </Form>
          )}
        />
      )}
    </AdminPage>
  );
}
