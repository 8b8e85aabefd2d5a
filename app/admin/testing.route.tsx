/** /testing: whether the platform's services answer, for its admins. */
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
import { healthChecks } from "./health-checks.server.ts";
import { answerAdmin } from "./platform-admins-only.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Checks", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, shown, confirmation } = await adminView(request, context);
  return { isOpen, confirmation, checks: isOpen ? await healthChecks(context, shown) : [] };
}

export const action = ({ request, context }: Route.ActionArgs) => answerAdmin(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function TestingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, checks } = loaderData;
  return (
    <AdminPage
      title="Checks"
      sentence="Live status of the platform's services."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
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
    </AdminPage>
  );
}
