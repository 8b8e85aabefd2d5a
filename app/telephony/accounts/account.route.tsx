/** /twilio-settings/:accountId: one own account at a carrier. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/account.route";
import { accountPage, answerAccount } from "./account-page.server.ts";
import { Connection, Credentials, Limits, Remove, Rename } from "./account-panels.tsx";
import { ImportNumbers } from "./import-panel.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.name ?? "Account", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  accountPage(request, context, params.accountId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerAccount(request, context, params.accountId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, id, name, carrier, isWorking } = loaderData;
  const answerTo = (...intents: string[]) => {
    const its = actionData && intents.includes(actionData.of ?? "") ? actionData : null;
    return { result: its?.result ?? null, error: its?.error ?? null, exact: its?.exact ?? null };
  };
  return (
    <Page isNarrow path={[{ label: "Telephony", to: "/twilio-settings" }, { label: name }]}>
      <PageHeader
        title={name}
        sentence={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Tag tone={isWorking ? "good" : "bad"}>{isWorking ? "Works" : "Doesn't work"}</Tag>
            {`Your account at ${carrier}`}
          </span>
        }
      />
      <Said words={actionData === undefined ? done : null} />
      <Connection {...loaderData} {...answerTo("test")} />
      <ImportNumbers
        {...loaderData}
        imported={actionData?.imported ?? null}
        error={answerTo("import").error}
      />
      <Rename key={name} name={name} {...answerTo("rename")} />
      <Limits {...loaderData} {...answerTo("limits")} />
      <Credentials key={id} {...loaderData} {...answerTo("replace")} />
      <Remove {...loaderData} />
    </Page>
  );
}
