/** /error-logs/:errorId: one of the organization's errors. */
import { redirect } from "react-router";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/error-log.route";
import { ErrorDetail } from "./error-detail.tsx";
import { errorDetail, isKnownError } from "./error-groups.server.ts";
import { markError } from "./error-verbs.server.ts";
import { markedWords } from "./error-words.ts";
import { markChoice } from "./mark-choice.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Error", matches);

const itsList = { to: "/error-logs", label: "Errors" };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const member = permitted(context, "errors.read");
  const { organization, may, hiddenSections } = member;
  const scope = { db: depsOf(context).db, organizationId: organization.id };
  const found = await errorDetail(scope, params.errorId, cursorOf(request.url), organization);
  if (found === null) throw missing("error", itsList);
  return {
    ...found,
    canMark: may("errors.write"),
    opensCalls: may("calls.read") && !isHidden(hiddenSections, "calls"),
    done: doneWords(request.url, markedWords),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "errors.write");
  const form = await readForm(request, context);
  const scope = { db: depsOf(context).db, organizationId: member.organization.id };
  if (!(await isKnownError(scope, params.errorId))) throw missing("error", itsList);
  const choice = markChoice.safeParse({ error: params.errorId, state: form.get("state") });
  if (!choice.success) throw faultResponse("bad_request");
  const marked = await markError(member, choice.data, depsOf(context));
  if (!marked.ok) throw missing("error", itsList);
  return redirect(`/error-logs/${choice.data.error}?done=${choice.data.state}`);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ErrorLogPage({ loaderData }: Route.ComponentProps) {
  const { canMark } = loaderData;
  return (
    <Page path={[itsList, { label: "Error" }]}>
      <ErrorDetail
        {...loaderData}
        form={
          canMark
            ? (children) => <OrganizationForm preventScrollReset>{children}</OrganizationForm>
            : undefined
        }
      />
    </Page>
  );
}
