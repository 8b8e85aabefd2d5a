/** The versions of one agent: the draft to publish, one change in words, and the list with the ways back. */
import { useId } from "react";
import { Link } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import type { DraftState } from "#app/agents/versions/draft-words.ts";
import type { Change } from "#app/agents/versions/spec-words.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Page } from "#app/shell/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import { PublishPanel, TrialPanel } from "./publish-panel.tsx";
import { ChangeList } from "./version-changes.tsx";

export interface ListedVersion {
  readonly version: number;
  readonly status: { readonly words: string; readonly tone: TagTone } | null;
  readonly share: number | null;
  readonly from: number | null;
  readonly note: string;
  readonly by: string | null;
  readonly when: string;
  readonly tests: string | null;
  /** Its calls and their outcomes. */
  readonly calls: string;
  readonly canGoBack: boolean;
}

export interface VersionsPageProps {
  readonly agent: {
    readonly id: string;
    readonly name: string;
    /** The draft's own number. */
    readonly draft: number;
    readonly state: DraftState;
    readonly canWrite: boolean;
    readonly hasTests: boolean;
    readonly warnings: readonly string[];
    readonly shares: readonly number[];
    readonly shown: {
      readonly of: number | "draft" | null;
      readonly before: number | null;
      readonly changes: readonly Change[];
    } | null;
    readonly notice: { readonly words: string; readonly when: string } | null;
    readonly versions: readonly ListedVersion[];
    readonly older: number | null;
    readonly refused: string | null;
    readonly done: string | null;
  };
  readonly answer:
    | { readonly words: string; readonly reason: string; readonly failed: readonly string[] }
    | undefined;
}

export function VersionsPage({ agent, answer }: VersionsPageProps) {
  const { id, state, shown } = agent;
  const form = useId();
  const refused = answer?.words ?? agent.refused;
  return (
    <Page
      isNarrow
      path={[
        { label: "Agents", to: "/agents" },
        { label: agent.name, to: `/agents/${id}` },
        { label: "Versions" },
      ]}
    >
      <PageHeader
        title="Versions"
        sentence={`${agent.name} · callers meet ${state.answers}`}
        aside={<AgentTabs id={id} current="/versions" canWrite={agent.canWrite} />}
      />
      <Said words={agent.done} />
      {refused !== null && (
        <div role="alert" className="grid gap-1 rounded-lg bg-warn-soft px-4.5 py-4 text-warn">
          <p>{refused}</p>
          {answer !== undefined && answer.failed.length > 0 && <p>{answer.failed.join(", ")}</p>}
        </div>
      )}
      {agent.notice && (
        <p role="note" className="rounded-lg bg-warn-soft px-4.5 py-4 text-warn">
          {`${agent.notice.words} (${agent.notice.when})`}
        </p>
      )}
      <OrganizationForm id={form} className="hidden">
        <input type="hidden" name="version" value={agent.draft} readOnly />
        <input type="hidden" name="latest" value={state.latest} readOnly />
      </OrganizationForm>
      {state.trial && agent.canWrite && <TrialPanel form={form} trial={state.trial} before={state.version} />}
      {state.unpublished !== null && (
        <PublishPanel
          agent={agent}
          form={form}
          unpublished={state.unpublished}
          hasFailed={answer?.reason === "tests_failed"}
        />
      )}
      {shown && (
        <Panel title={titleOf(shown)}>
          <ChangeList changes={shown.changes} isFirst={shown.before === null} />
        </Panel>
      )}
      <Panel title="History" flush>
        <Rows label="Versions">
          {agent.versions.map((one) => (
            <VersionRow key={one.version} form={form} one={one} canWrite={agent.canWrite} />
          ))}
        </Rows>
      </Panel>
      {agent.older !== null && (
        <p>
          <Link to={`?below=${agent.older}`} className="font-strong text-brand-text">
            Older versions
          </Link>
        </p>
      )}
    </Page>
  );
}

type Shown = NonNullable<VersionsPageProps["agent"]["shown"]>;

const titleOf = ({ of, before }: Shown): string =>
  of === "draft"
    ? `What the draft changes${before === null ? "" : ` in version ${before}`}`
    : before === null
      ? `Version ${of}`
      : `What version ${of} changed in version ${before}`;

interface VersionRowProps {
  readonly form: string;
  readonly one: ListedVersion;
  readonly canWrite: boolean;
}

function VersionRow({ form, one, canWrite }: VersionRowProps) {
  const { version, status, share, from, note, by, when, tests, calls } = one;
  return (
    <Row
      title={`Version ${version}`}
      aside={
        status && <Tag tone={status.tone}>{share === null ? status.words : `${status.words}, ${share}%`}</Tag>
      }
      note={[by === null ? when : `${by}, ${when}`, from !== null && `version ${from} again`, tests]
        .filter(Boolean)
        .join(" · ")}
      action={
        <span className="flex flex-wrap gap-2">
          <ButtonLink to={`?show=${version}`} size="sm" aria-label={`What version ${version} changed`}>
            Changes
          </ButtonLink>
          {canWrite && one.canGoBack && (
            <>
              <ConfirmDialog
                form={form}
                name="do"
                value={`draft-${version}`}
                label="Edit"
                aria-label={`Edit version ${version} as your draft`}
                variant="plain"
                size="sm"
                title={`Open version ${version} as your draft?`}
                sentence="It replaces your draft, with its unpublished changes. Calls stay as they are until you publish."
                confirm="Replace draft"
              />
              <ConfirmDialog
                form={form}
                name="do"
                value={`back-${version}`}
                label="Roll back"
                aria-label={`Roll back to version ${version}`}
                variant="plain"
                size="sm"
                title={`Roll back to version ${version}?`}
                sentence="It's published again as a new version and answers from the next call on. Calls under way keep theirs."
                confirm="Roll back"
                confirmVariant="go"
              />
            </>
          )}
        </span>
      }
    >
      {note !== "" && <p className="wrap-anywhere">{note}</p>}
      <p>{calls}</p>
    </Row>
  );
}
