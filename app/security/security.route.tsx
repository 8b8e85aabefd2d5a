/** /security: the account of the person who is signed in, whatever organization they look at. */
import { pageTitle } from "#app/branding/page-title.ts";
import { readForm } from "#app/platform/body.server.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { Route } from "./+types/security.route";
import { EventsPanel } from "./events-panel.tsx";
import { FactorsPanel } from "./factors-panel.tsx";
import { answerSecurity } from "./security-answers.server.ts";
import { securityPage } from "./security-page.server.ts";
import { SessionsPanel } from "./sessions-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Security", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => securityPage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerSecurity(request, context, await readForm(request, context));

export const ErrorBoundary = PageError;

export default function SecurityPage({ loaderData }: Route.ComponentProps) {
  const { history, sessions } = loaderData;
  return (
    <Page path={[{ label: "Security" }]}>
      <PageHeader
        title="Security"
        sentence="Your own account: how you sign in, where you are signed in, and what happened."
      />
      <FactorsPanel {...loaderData} />
      <SessionsPanel sessions={sessions} />
      <EventsPanel {...history} />
    </Page>
  );
}
