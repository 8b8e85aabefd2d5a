/** /twilio-settings: accounts at phone carriers, and what holds for all calls: caller ID, recording, countries. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/telephony.route";
import { Accounts, AddAccount } from "./account-list.tsx";
import { Countries, Emergency, Outgoing, Recording } from "./call-panels.tsx";
import { answerTelephony, telephonyPage } from "./telephony-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Telephony", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => telephonyPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerTelephony(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function TelephonyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, accounts, numbers, outgoing, recording, limits, countries, emergency } = loaderData;
  const resultOf = (section: string) => (actionData?.of === section ? actionData.result : null);
  return (
    <Page isNarrow path={[{ label: "Telephony" }]}>
      <PageHeader
        title="Telephony"
        sentence="Your own accounts at phone carriers, and what holds for every call."
        action={<ButtonLink to="/numbers">Numbers</ButtonLink>}
      />
      <Said words={actionData === undefined ? done : null} />
      <Accounts accounts={accounts} />
      <AddAccount
        key={accounts[0]?.id}
        result={resultOf("add")}
        error={actionData?.of === "add" ? actionData.error : null}
        exact={actionData?.of === "add" ? actionData.exact : null}
      />
      <Outgoing values={outgoing} accounts={accounts} numbers={numbers} result={resultOf("outgoing")} />
      <Recording recording={recording} />
      <Panel title="Limits">
        <Facts facts={limits} />
      </Panel>
      <Countries values={countries} result={resultOf("countries")} />
      <Emergency values={emergency} result={resultOf("emergency")} />
    </Page>
  );
}
