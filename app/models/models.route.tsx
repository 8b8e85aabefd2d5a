/** /settings/models: the keys with which an organization's agents ask language models, and voices are previewed. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/models.route";
import { AddKey, IncludedUse, Keys } from "./key-panels.tsx";
import { answerModels, modelsPage } from "./models-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("AI providers", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => modelsPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerModels(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ModelsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, keys, included, hasIncludedModels, used, isUsedUp } = loaderData;
  return (
    <Page isNarrow path={[{ label: "Settings", to: "/settings#calls" }, { label: "AI providers" }]}>
      <PageHeader
        title="AI providers"
        sentence="Keys for the language models that your agents can use, and for hearing voices before callers do."
      />
      <Said words={actionData === undefined ? done : null} />
      <Keys keys={keys} included={included} />
      {hasIncludedModels && <IncludedUse used={used} isUsedUp={isUsedUp} />}
      <AddKey
        // What was typed goes with the key.
        key={keys[0]?.id}
        result={actionData?.result ?? null}
        error={actionData?.error ?? null}
      />
    </Page>
  );
}
