/** /call-history/exports: the calls that a list's filters show, as a file that is made in the background. */
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { useProgress } from "#app/shell/use-progress.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/call-exports.route";
import { answerCallExports, callExportsPage } from "./call-exports-page.server.ts";
import { ExportLines } from "./export-panel.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Export calls", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context }: Route.LoaderArgs) => callExportsPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerCallExports(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function CallExportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { done, asked, filters, needsProof, person, exports } = loaderData;
  const isRunning = exports.some(({ state }) => state === "running");
  useProgress(isRunning);
  const answer = actionData ?? null;
  return (
    <Page isNarrow path={[{ label: "Calls", to: `/call-history${asked}` }, { label: "Export" }]}>
      <PageHeader title="Export calls" sentence="A file of the calls that your filters show, newest first." />
      <Said words={answer === null ? done : null} />
      {needsProof && (
        <ConfirmItIsYou
          sentence="This lets you export calls."
          {...person}
          result={answer?.intent === "confirm" ? answer.result : null}
        />
      )}
      <Panel title="Filters">
        {filters.length === 0 ? (
          <p className="text-ink-2">None: every call is exported.</p>
        ) : (
          <Facts facts={filters} />
        )}
      </Panel>
      <Panel title="Export" flush>
        <div className="grid max-w-140 gap-4 p-4.5">
          <p className="text-ink-2">
            CSV is a spreadsheet with one line for each call. JSON has transcripts and notes too, one call on
            each line. Either comes as a ZIP file. It's made in the background: we'll email you when it's
            ready, and you can download it for 7 days.
          </p>
          {answer?.intent === "export" && (
            <p role="alert" className="text-bad">
              {answer.error}
            </p>
          )}
          {needsProof ? (
            <p className="text-ink-2">Confirm it's you above to export.</p>
          ) : (
            <OrganizationForm preventScrollReset className="flex flex-wrap gap-2">
              <input type="hidden" name="intent" value="export" />
              <input type="hidden" name="query" value={asked} />
              <Button type="submit" name="format" value="csv" variant="go" disabled={isRunning}>
                Export as CSV
              </Button>
              <Button type="submit" name="format" value="json" disabled={isRunning}>
                Export as JSON
              </Button>
            </OrganizationForm>
          )}
        </div>
        <ExportLines exports={exports} folder="/call-history/exports" />
      </Panel>
    </Page>
  );
}
