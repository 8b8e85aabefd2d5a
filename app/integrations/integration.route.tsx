/** /integrations/:provider: one connection: made, tested, told what to do, looked after, ended. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/integration.route";
import { Connect, Connection, ConnectKey, Disconnect, Expired, Log, UsedBy } from "./connection-panels.tsx";
import { answerIntegration, integrationPage } from "./integration-page.server.ts";
import { SettingsPanel } from "./settings-panel.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.name ?? "Integration", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  integrationPage(request, context, params.provider);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerIntegration(request, context, params.provider);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function IntegrationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, sentence, done, refused, connection, deeds, takesKey } = loaderData;
  const answer = actionData ?? { error: null, exact: null, fields: {} };
  return (
    <Page isNarrow path={[{ label: "Integrations", to: "/integrations" }, { label: name }]}>
      <PageHeader
        title={name}
        sentence={
          connection === null ? (
            sentence
          ) : (
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <Tag tone={connection.tone}>{connection.statusWords}</Tag>
              {connection.account}
            </span>
          )
        }
      />
      <Said words={actionData === undefined ? done : null} />
      {refused !== null && actionData === undefined && (
        <p role="alert" className="text-bad">
          {refused}
        </p>
      )}
      {connection === null ? (
        <>
          <Connect {...loaderData} />
          {takesKey && <ConnectKey {...answer} />}
        </>
      ) : (
        <>
          <Expired {...loaderData} connection={connection} />
          <Connection {...answer} connection={connection} />
          <SettingsPanel {...loaderData} errors={answer.fields} />
          <UsedBy {...loaderData} />
        </>
      )}
      {(connection !== null || deeds.length > 0) && <Log deeds={deeds} name={name} />}
      {connection !== null && <Disconnect {...loaderData} connection={connection} />}
    </Page>
  );
}
