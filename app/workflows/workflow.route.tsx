/** /workflows/:workflowId: one workflow: its steps to edit, its versions, and its runs. */
import { lazy, Suspense, useEffect, useState } from "react";
import { data, Link, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { useProgress } from "#app/shell/use-progress.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/workflow.route";
import { EditorFields } from "./editor-fields.tsx";
import { graphIn } from "./graph-form.ts";
import { answerWorkflow } from "./workflow-answers.server.ts";
import { workflowPage } from "./workflow-page.server.ts";
import { SecretsPanel, TryPanel } from "./workflow-panels.tsx";
import { statusWords, triggerLabel } from "./workflow-words.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.name ?? "Workflow", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  workflowPage(depsOf(context), permitted(context, "workflows.read"), request, params.workflowId);
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "workflows.manage");
  const { status, to, ...said } = await answerWorkflow(
    depsOf(context),
    member,
    params.workflowId,
    await readForm(request, context),
  );
  if (to !== null) return redirect(to);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];
const deedsForm = "workflow-deeds";

export default function WorkflowPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, status, graph, version, shownVersion, canManage, done } = loaderData;
  const shown = actionData?.typed ?? { name, graph };
  useProgress(loaderData.isUnderWay);
  const notice = useFocusWhenLost(actionData);
  // The fields begin anew with what the server gives; what is typed since stands in them alone.
  const drawn = actionData?.typed ? JSON.stringify(shown.graph) : `${version} ${shownVersion}`;
  return (
    <Page path={[{ label: "Workflows", to: "/workflows" }, { label: name }]}>
      <PageHeader
        title={name}
        sentence={`${triggerLabel(graph.trigger.kind)}. Version ${shownVersion ?? version}.`}
        aside={<Tag tone={statusWords[status].tone}>{statusWords[status].words}</Tag>}
        action={canManage && <Deeds {...loaderData} />}
      />
      <Said words={done} />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <Editor key={drawn} shown={shown} loaded={loaderData} answer={actionData} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          {canManage && <TryPanel {...loaderData} />}
          <SecretsPanel {...loaderData} />
          <RunsPanel {...loaderData} />
          <VersionsPanel {...loaderData} />
        </div>
      </Columns>
    </Page>
  );
}

// The canvas is drawn in browsers alone: the Worker does not carry it.
const Canvas = import.meta.env.SSR ? null : lazy(() => import("./canvas.tsx"));

interface EditorProps {
  readonly shown: { readonly name: string; readonly graph: Loaded["graph"] };
  readonly loaded: Loaded;
  readonly answer: Route.ComponentProps["actionData"];
}

/** The graph and the form show the same steps: what is typed is read into the graph, and what is joined there is drawn anew as fields. Until then the fields stay as they began: one that is typed into must not go. */
function Editor({ shown, loaded, answer }: EditorProps) {
  const { version, status, canManage, choices, faults } = loaded;
  const [drawn, draw] = useState({ graph: shown.graph, form: shown.graph, fields: 0 });
  const [isBrowser, setBrowser] = useState(false);
  useEffect(() => setBrowser(true), []);
  const change = (graph: Loaded["graph"]) =>
    draw(({ fields }) => ({ graph, form: graph, fields: fields + 1 }));
  return (
    <OrganizationForm
      noValidate
      preventScrollReset
      className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
      onChange={({ currentTarget }) =>
        draw((before) => ({ ...before, graph: graphIn(new FormData(currentTarget)) }))
      }
    >
      <input type="hidden" name="version" value={version} />
      {/* The first button of a form is what Enter presses. */}
      <button type="submit" name="do" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <TextField
        of={{ name: "name", initialValue: shown.name, errors: answer?.errors.name }}
        label="Name"
        maxLength={80}
        autoComplete="off"
      />
      {Canvas && isBrowser && (
        <Panel title="Steps as a graph" flush>
          <Suspense fallback={<div className="h-110" />}>
            <Canvas graph={drawn.graph} onChange={canManage ? change : undefined} />
          </Suspense>
        </Panel>
      )}
      <EditorFields
        key={drawn.fields}
        graph={drawn.form}
        choices={choices}
        faults={answer?.faults ?? (status === "draft" ? [] : faults)}
      />
      {canManage && (
        <div>
          <Button type="submit" name="do" value="save" variant="go">
            Save workflow
          </Button>
        </div>
      )}
    </OrganizationForm>
  );
}

function Deeds({ name, status }: Loaded) {
  return (
    <OrganizationForm id={deedsForm} preventScrollReset className="flex flex-wrap gap-2">
      {status !== "archived" && (
        <ConfirmDialog
          form={deedsForm}
          name="do"
          value="archive"
          label="Archive"
          title={`Archive ${name}?`}
          sentence="It starts no more runs. Runs that wait or sleep are stopped, and all runs stay in the list."
          confirm="Archive workflow"
        />
      )}
      {status === "active" ? (
        <Button type="submit" name="do" value="disable">
          Turn off
        </Button>
      ) : (
        <Button type="submit" name="do" value="enable" variant="go">
          Turn on
        </Button>
      )}
    </OrganizationForm>
  );
}

const whichRuns = [
  { value: "all", label: "All" },
  { value: "failed", label: "Failed" },
];

function RunsPanel({ runs, olderRuns, isFirst, showsFailed, canManage }: Loaded) {
  return (
    <Panel
      title="Runs"
      id="runs"
      flush
      aside={<SegmentedLinks label="Which runs" name="runs" choices={whichRuns} absent="all" />}
    >
      {showsFailed && canManage && runs.length > 0 && (
        <OrganizationForm preventScrollReset className="border-b px-4.5 py-3.5">
          <Button type="submit" name="do" value="retry_failed">
            Begin all failed again
          </Button>
        </OrganizationForm>
      )}
      {runs.length === 0 ? (
        <p className="px-4.5 py-6 text-ink-2">{showsFailed ? "No run has failed." : "It has not run yet."}</p>
      ) : (
        <Rows label="Runs">
          {runs.map(({ id, who, words, tone, isLive, why, version, mode, when, exactly }) => (
            <Row
              key={id}
              to={`/workflows/runs/${id}`}
              title={who}
              aside={
                <Tag tone={tone} live={isLive}>
                  {words}
                </Tag>
              }
              note={
                <span title={exactly}>
                  {when}, version {version}
                  {mode !== "live" && `, ${mode === "dry" ? "dry run" : "test"}`}
                </span>
              }
            >
              {why}
            </Row>
          ))}
        </Rows>
      )}
      <Pagination
        of="runs"
        words={{ newer: "Newest", older: "Older" }}
        {...(!isFirst && { newer: "" })}
        {...(olderRuns !== null && { older: olderRuns })}
      />
    </Panel>
  );
}

function VersionsPanel({ versions, version, shownVersion }: Loaded) {
  return (
    <Panel title="Versions" flush>
      <Rows label="Versions">
        {versions.map(({ version: one, author_name, when, exactly }) => (
          <Row
            key={one}
            title={`Version ${one}`}
            aside={one === (shownVersion ?? version) ? "Shown" : <span title={exactly}>{when}</span>}
            note={author_name}
            action={
              one !== (shownVersion ?? version) && (
                <Link to={one === version ? "?" : `?version=${one}`} aria-label={`Show version ${one}`}>
                  Show
                </Link>
              )
            }
          />
        ))}
      </Rows>
      {shownVersion !== null && (
        <p className="border-t px-4.5 py-3 text-ink-2">
          This is version {shownVersion}. Save it to use it again.
        </p>
      )}
    </Panel>
  );
}
