/** /workflows: every workflow with its runs and failures, turned on and off in place. */
import { Plus } from "lucide-react";
import { data, Link } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/workflows.route";
import { statusWords } from "./workflow-words.ts";
import { type ShownWorkflow, turnWorkflow, workflowsPage } from "./workflows-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Workflows", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  workflowsPage(permitted(context, "workflows.read"), request);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "workflows.manage");
  const { status, ...said } = await turnWorkflow(depsOf(context), member, await readForm(request, context));
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const shownChoices = [
  { value: "current", label: "Current" },
  { value: "archived", label: "Archived" },
];

export default function WorkflowsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { workflows, archived, isEmpty, canManage, sentence, done } = loaderData;
  return (
    <Page path={[{ label: "Workflows" }]}>
      <PageHeader
        title="Workflows"
        sentence={sentence}
        aside={<SegmentedLinks label="Which" name="show" absent="current" choices={shownChoices} />}
        action={
          canManage && (
            <ButtonLink to="/workflows/new" variant="go" icon={<Plus />}>
              New workflow
            </ButtonLink>
          )
        }
      />
      <Said words={done} />
      <Notice words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Panel label="Workflows" flush>
        {workflows.length > 0 ? (
          <DataTable
            caption="Workflows, newest first"
            columns={columnsFor(canManage && !archived)}
            rows={workflows}
            rowKey={({ id }) => id}
            rowTo={({ id }) => `/workflows/${id}`}
          />
        ) : isEmpty ? (
          <EmptyState
            title="No workflows yet"
            action={
              canManage && (
                <ButtonLink to="/workflows/new" variant="go" icon={<Plus />}>
                  New workflow
                </ButtonLink>
              )
            }
            sample={
              <DataTable
                caption="Workflows"
                columns={columnsFor(false)}
                rows={sample}
                rowKey={({ id }) => id}
              />
            }
          >
            A workflow does something by itself when something happens: it texts a person whose call was
            missed, or tags a new lead.
          </EmptyState>
        ) : (
          <EmptyState
            title="Nothing is archived"
            action={<ButtonLink to="?">Show current workflows</ButtonLink>}
          />
        )}
      </Panel>
    </Page>
  );
}

const blank = <span className="blank">–</span>;

const columnsFor = (canTurn: boolean): readonly [Column<ShownWorkflow>, ...Column<ShownWorkflow>[]] => [
  {
    key: "name",
    head: "Workflow",
    cell: ({ name, trigger }) => (
      <span className="grid min-w-0">
        <span className="wrap-anywhere font-strong">{name}</span>
        <span className="truncate text-ink-2 folded:whitespace-normal">{trigger}</span>
      </span>
    ),
  },
  {
    key: "status",
    head: "Status",
    width: "w-24",
    folded: "beside",
    cell: ({ status }) => <Tag tone={statusWords[status].tone}>{statusWords[status].words}</Tag>,
  },
  {
    key: "runs",
    head: "Runs in 30 days",
    width: "w-36",
    align: "end",
    cell: ({ runs }) => (
      <span className="tabular-nums">
        {runs}
        <span className="hidden folded:inline">{runs === "1" ? " run" : " runs"}</span>
      </span>
    ),
  },
  {
    key: "failed",
    head: "Failed",
    width: "w-22",
    align: "end",
    cell: ({ id, name, failed }) =>
      failed > 0 ? (
        <Link
          to={`/workflows/${id}?runs=failed`}
          aria-label={`${failed} failed: ${name}`}
          className="relative z-1"
        >
          <Tag tone="bad">
            {failed}
            <span className="hidden folded:inline"> failed</span>
          </Tag>
        </Link>
      ) : (
        blank
      ),
  },
  {
    key: "last",
    head: "Last run",
    width: "w-32",
    align: "end",
    cell: ({ last, exactly }) => (last === null ? blank : <span title={exactly}>{last}</span>),
  },
  ...(canTurn
    ? [
        {
          key: "turn",
          head: "On or off",
          headHidden: true,
          width: "w-28",
          align: "end" as const,
          folded: "line" as const,
          cell: ({ id, name, status }: ShownWorkflow) => (
            <OrganizationForm preventScrollReset className="relative z-1">
              <input type="hidden" name="id" value={id} />
              <Button
                type="submit"
                size="sm"
                name="do"
                value={status === "active" ? "disable" : "enable"}
                aria-label={status === "active" ? `Turn off ${name}` : `Turn on ${name}`}
              >
                {status === "active" ? "Turn off" : "Turn on"}
              </Button>
            </OrganizationForm>
          ),
        },
      ]
    : []),
];

const sample: readonly ShownWorkflow[] = [
  {
    id: "sample-1",
    name: "Text back after a missed call",
    status: "active",
    trigger: "A call was missed",
    runs: "48",
    failed: 0,
    last: "2 min ago",
    exactly: "",
  },
];
