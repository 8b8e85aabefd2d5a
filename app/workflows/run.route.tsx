/** /workflows/runs/:runId: what a run did, step by step, and from where it can begin again. */
import { RotateCcw } from "lucide-react";
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { useProgress } from "#app/shell/use-progress.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/run.route";
import { answerRun, runPage } from "./run-page.server.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Run of ${loaderData.name}` : "Run", matches);

export const loader = ({ context, params }: Route.LoaderArgs) =>
  runPage(permitted(context, "workflows.read"), params.runId);

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "workflows.manage");
  const { status, ...said } = await answerRun(member, params.runId, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];

export default function RunPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, workflowId, words, tone, isLive, why, when, steps, canRetry, event, version } = loaderData;
  useProgress(loaderData.isUnderWay);
  const notice = useFocusWhenLost(words);
  return (
    <Page
      path={[
        { label: "Workflows", to: "/workflows" },
        { label: name, to: `/workflows/${workflowId}` },
        { label: "Run" },
      ]}
    >
      <PageHeader
        title={`Run of ${name}`}
        sentence={why ?? `Begun ${when}.`}
        aside={
          <Tag tone={tone} live={isLive}>
            {words}
          </Tag>
        }
        action={
          canRetry && (
            <OrganizationForm preventScrollReset>
              <Button type="submit" name="do" value="retry" icon={<RotateCcw />}>
                Begin again
              </Button>
            </OrganizationForm>
          )
        }
      />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <Panel title="Steps" flush>
          {steps.length === 0 ? (
            <p className="px-4.5 py-6 text-ink-2">No step was begun.</p>
          ) : (
            <ol className="divide-y">
              {steps.map((step) => (
                <StepLog key={step.key} step={step} canRetry={canRetry} />
              ))}
            </ol>
          )}
        </Panel>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <Panel title="About">
            <Facts
              facts={[
                [
                  "Person",
                  loaderData.contactTo ? (
                    <Link key="person" to={loaderData.contactTo}>
                      {loaderData.who}
                    </Link>
                  ) : (
                    loaderData.who
                  ),
                ],
                ["Begun", loaderData.exactly],
                ["Version", version],
                ["Attempt", loaderData.attempt],
                ...(loaderData.mode === null ? [] : [["Kind", loaderData.mode] as const]),
                ...(loaderData.causeTo
                  ? [
                      [
                        "Caused by",
                        <Link key="cause" to={loaderData.causeTo}>
                          another run
                        </Link>,
                      ] as const,
                    ]
                  : []),
              ]}
            />
          </Panel>
          <Panel title={`What happened: ${event.title}`}>
            <Lines of={event.lines} />
          </Panel>
        </div>
      </Columns>
    </Page>
  );
}

function Lines({ of }: { readonly of: readonly (readonly [string, string])[] }) {
  return (
    <dl className="grid gap-1 text-control">
      {of.map(([name, words]) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-ink-3">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function StepLog({ step, canRetry }: { readonly step: Loaded["steps"][number]; readonly canRetry: boolean }) {
  const { title, words, tone, input, output, error, tries, took, at, attempt, step_id } = step;
  return (
    <li className="grid gap-2 px-4.5 py-3.25">
      <div className="flex flex-wrap items-center gap-2">
        <b className="min-w-0 flex-1 font-strong">{title}</b>
        <Tag tone={tone}>{words}</Tag>
      </div>
      {error !== null && <p className="text-bad text-control">{error}</p>}
      {input.length + output.length > 0 && (
        <details className="relative">
          <summary className="w-fit cursor-pointer text-control">Input and output</summary>
          <div className="grid gap-3 pt-2">
            {input.length > 0 && <Lines of={input} />}
            {output.length > 0 && <Lines of={output} />}
          </div>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-2 text-ink-3 text-meta tabular-nums">
        <span className="flex-1">
          {at}
          {took && `, took ${took}`}
          {tries > 1 && `, ${tries} tries`}
          {attempt > 1 && `, attempt ${attempt}`}
        </span>
        {canRetry && (
          <OrganizationForm preventScrollReset>
            <Button
              type="submit"
              size="sm"
              name="do"
              value={`retry:${step_id}`}
              aria-label={`Begin again from ${title}`}
            >
              Begin again from here
            </Button>
          </OrganizationForm>
        )}
      </div>
    </li>
  );
}
