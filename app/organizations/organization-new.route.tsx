/** /organizations/new: another organization, or a new first one for a person who belongs to none. */
import { person } from "#app/accounts/signed-in-only.server.ts";
import { mainHostOnly } from "#app/branding/hosts.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { noOrganization } from "#app/membership/no-organization.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/organization-new.route";
import { CreateOrganization } from "./create-organization.tsx";
import { answerCreate } from "./own-organizations.server.ts";

export const middleware: Route.MiddlewareFunction[] = [mainHostOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New organization", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ context }: Route.LoaderArgs) => ({
  belongs: person(context).memberships.length > 0,
});

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerCreate(request, context, await readForm(request, context));
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function OrganizationNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { belongs } = loaderData;
  return (
    <Page
      isNarrow
      path={[
        ...(belongs ? [{ label: "Organizations", to: "/organizations" }] : []),
        { label: "New organization" },
      ]}
    >
      <PageHeader
        title="Create an organization"
        sentence={belongs ? "In addition to the ones you already have." : noOrganization}
      />
      <CreateOrganization result={actionData?.result ?? null} />
    </Page>
  );
}
