/** /settings/data: export everything, erase one person, and the receipts of what was erased. */
import { pageTitle } from "#app/branding/page-title.ts";
import { RecordingPanel } from "#app/calls/recordings/recording-panel.tsx";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/data.route";
import { answerData, dataPage } from "./data-page.server.ts";
import { ErasePanel, Erasures } from "./erase-panel.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { useProgress } from "./use-progress.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Data", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => dataPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerData(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function DataPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, organization, needsProof, person, exports, erasures } = loaderData;
  useProgress([...exports, ...erasures].some(({ state }) => state === "running"));
  const answer = actionData ?? null;
  return (
    <Page isNarrow path={[{ label: "Settings", to: "/settings#data" }, { label: "Data" }]}>
      <PageHeader
        title="Data"
        sentence={`Choose whether calls are recorded, take the data of ${organization} with you, or erase what was kept about one person.`}
      />
      <Said words={answer === null ? done : null} />
      {needsProof && (
        <ConfirmItIsYou
          sentence="This lets you export all data and erase a person."
          {...person}
          result={answer?.intent === "confirm" ? answer.result : null}
        />
      )}
      <RecordingPanel
        settings={loaderData.recording}
        error={answer?.intent === "recording" ? answer.error : null}
      />
      <ExportPanel
        exports={exports}
        needsProof={needsProof}
        error={answer?.intent === "export" ? answer.error : null}
      />
      <ErasePanel
        // What was typed goes with the person.
        key={erasures[0]?.id}
        needsProof={needsProof}
        result={answer?.intent === "erase" ? answer.result : null}
        found={answer?.intent === "erase" ? answer.found : null}
        asked={loaderData.asked}
      />
      <Erasures erasures={erasures} />
    </Page>
  );
}
