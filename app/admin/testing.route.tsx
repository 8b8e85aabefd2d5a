/** /testing: whether the platform's services and providers answer, and how its agents do, for its admins. */
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { isRehearsal, unheardWords } from "#app/agents/rehearsal-press.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/testing.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { AgentsPanel } from "./agents-panel.tsx";
import { CallersPanel } from "./callers-panel.tsx";
import type { HealthCheck } from "./health-checks.server.ts";
import { ProvidersPanel } from "./providers-panel.tsx";
import { answerTesting, testingPage } from "./testing.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Checks", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, shown, confirmation } = await adminView(request, context);
  return { isOpen, confirmation, page: isOpen ? await testingPage(request, context, shown) : null };
}

/** Talking to an agent changes nothing that the page shows. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  isRehearsal(formData) ? false : defaultShouldRevalidate;

export const action = ({ request, context }: Route.ActionArgs) => answerTesting(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args, unheardWords);

export const ErrorBoundary = PageError;

export default function TestingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, page } = loaderData;
  const answer = actionData && "asks" in actionData ? actionData : null;
  const confirmed = actionData && !("asks" in actionData) ? actionData.result : null;
  return (
    <AdminPage
      title="Checks"
      sentence="Whether the platform's services and providers answer, and how its agents do."
      asks={isOpen ? null : { ...confirmation, result: confirmed }}
    >
      {page && (
        <>
          <Services checks={page.checks} />
          <ProvidersPanel pings={answer?.asks === "ping" ? answer.pings : null} />
          <AgentsPanel
            trial={page.trial}
            phone={page.phone}
            answer={answer?.asks === "talk" ? answer : undefined}
          />
          <CallersPanel phone={page.phone} organization={page.trial.organization} />
        </>
      )}
    </AdminPage>
  );
}

function Services({ checks }: { readonly checks: readonly HealthCheck[] }) {
  return (
    <Panel
      title="Services"
      flush
      aside={
        <ButtonLink to="/testing" size="sm">
          Refresh
        </ButtonLink>
      }
    >
      <Rows label="Services">
        {checks.map(({ name, what, isOk, words }) => (
          <Row
            key={name}
            title={name}
            note={what}
            aside={words}
            action={<Tag tone={isOk ? "good" : "bad"}>{isOk ? "Healthy" : "Down"}</Tag>}
          />
        ))}
      </Rows>
    </Panel>
  );
}
