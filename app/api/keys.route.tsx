/** /integrations/keys: keys with which programs act in the organization. */
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/keys.route";
import { Keys, MakeKey, NewKey } from "./key-panels.tsx";
import { answerKeys, keysPage } from "./keys-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("API keys", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => keysPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerKeys(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function KeysPage({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, scopes, needsProof, person, canMake, done } = loaderData;
  const made = actionData?.intent === "make" ? actionData.key : null;
  return (
    <Page isNarrow path={[{ label: "Integrations", to: "/integrations" }, { label: "API keys" }]}>
      <PageHeader
        title="API keys"
        sentence="With a key, a program can do what you can do here. It works as long as you belong to the organization."
        aside={<ButtonLink to="/api">API reference</ButtonLink>}
      />
      <Said words={actionData === undefined ? done : null} />
      {made !== null && <NewKey value={made} />}
      <Keys keys={keys} />
      {needsProof && (
        <ConfirmItIsYou
          sentence="This lets you create a key."
          {...person}
          result={actionData?.intent === "confirm" ? actionData.result : null}
        />
      )}
      {canMake && !needsProof && (
        <MakeKey
          // What was typed goes with the key.
          key={keys[0]?.id}
          scopes={scopes}
          result={actionData?.intent === "make" ? actionData.result : null}
        />
      )}
    </Page>
  );
}
