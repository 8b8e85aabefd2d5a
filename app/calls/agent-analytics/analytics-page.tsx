/** How the calls of an agent went: figures, outcomes, last words before callers hung up, answers, versions. */
import { Link } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { Columns, Page } from "#app/shell/page.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import type { ShareBar } from "#app/ui/share-bar.ts";
import { ShareBars } from "#app/ui/share-bars.tsx";
import type { AnalyticsFigure, AnalyticsRange, QuestionShown, VersionShown } from "./analytics-words.ts";

interface AnalyticsPageProps {
  readonly agent: {
    readonly id: string;
    readonly name: string;
    readonly range: AnalyticsRange;
    readonly canWrite: boolean;
    readonly calls: number;
    /** The address of all the calls that are counted. */
    readonly all: string;
    readonly figures: readonly AnalyticsFigure[];
    readonly outcomes: readonly ShareBar[];
    readonly success: readonly ShareBar[];
    readonly lasts: readonly ShareBar[];
    readonly hungUp: string;
    readonly questions: readonly QuestionShown[];
    readonly versions: readonly VersionShown[];
    readonly cut: string | null;
    readonly cutAnswers: string | null;
  };
}

export function AnalyticsPage({ agent }: AnalyticsPageProps) {
  const { id, name, canWrite, calls } = agent;
  return (
    <Page
      path={[
        { label: "Agents", to: "/agents" },
        { label: name, to: `/agents/${id}` },
        { label: "Analytics" },
      ]}
    >
      <PageHeader
        title="Analytics"
        sentence={`${name} · the last ${agent.range} days`}
        aside={<AgentTabs id={id} current="/analytics" canWrite={canWrite} />}
      />
      <div>
        <SegmentedLinks
          label="Range"
          name="range"
          absent="30"
          choices={[
            { value: "7", label: "7 days" },
            { value: "30", label: "30 days" },
            { value: "90", label: "90 days" },
          ]}
        />
      </div>
      {agent.cut !== null && <p className="text-ink-2">{agent.cut}</p>}
      {calls === 0 ? <NoCalls id={id} canWrite={canWrite} /> : <Counted agent={agent} />}
    </Page>
  );
}

function NoCalls({ id, canWrite }: { readonly id: string; readonly canWrite: boolean }) {
  return (
    <Panel label="Analytics" flush>
      <EmptyState
        title="No calls in these days"
        action={
          canWrite && (
            <ButtonLink to={`/agents/${id}/call`} variant="go">
              Call this agent
            </ButtonLink>
          )
        }
      >
        Once this agent has taken a call, you see here how its calls went, where callers hang up and what they
        cost. Choose a longer range, or call it yourself.
      </EmptyState>
    </Panel>
  );
}

const linked = "text-inherit no-underline hover:underline";

function Counted({ agent }: AnalyticsPageProps) {
  const { figures, outcomes, success, lasts, questions, versions, all } = agent;
  return (
    <>
      <Figures
        label="Figures"
        items={figures.map(({ label, value, note, to }) => ({
          label,
          value: (
            <Link to={to} className={linked}>
              {value}
            </Link>
          ),
          note,
        }))}
      />
      <Columns>
        <div className={stack}>
          <Panel title="Outcomes" aside={<AllCalls to={all} />}>
            <ShareBars label="Outcomes" bars={outcomes} />
          </Panel>
          <Panel title="Where callers hang up">
            {lasts.length === 0 ? (
              <p className="text-ink-2">
                No caller hung up in these days, or what was said is no longer kept.
              </p>
            ) : (
              <div className="grid gap-4">
                <p className="text-ink-2">{agent.hungUp}. Most often after the agent said:</p>
                <ShareBars label="The agent's last words" bars={lasts} />
              </div>
            )}
          </Panel>
        </div>
        <div className={stack}>
          <Panel title="Success">
            {success.length === 0 ? (
              <p className="text-ink-2">
                No call of these days has been judged. A call is judged shortly after it ends.
              </p>
            ) : (
              <ShareBars label="Success" bars={success} />
            )}
          </Panel>
          {questions.length > 0 && (
            <Panel title="Found out from calls" aside={<AllCalls to={all} />}>
              <div className="grid gap-6">
                {agent.cutAnswers !== null && <p className="text-ink-2">{agent.cutAnswers}</p>}
                {questions.map(({ label, note, bars }) => (
                  <section key={label} aria-label={label} className="grid gap-2">
                    <h3>{label}</h3>
                    <p className="text-ink-3 text-meta">{note}</p>
                    <ShareBars label={label} bars={bars} />
                  </section>
                ))}
              </div>
            </Panel>
          )}
        </div>
      </Columns>
      {versions.length > 0 && (
        <Panel title="By version" flush aside={<VersionsLink id={agent.id} />}>
          <Versions versions={versions} />
        </Panel>
      )}
    </>
  );
}

const stack = "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4.5 md:gap-6";
const quiet = "text-ink-2 text-meta no-underline hover:text-ink";

const AllCalls = ({ to }: { readonly to: string }) => (
  <Link to={to} className={quiet}>
    All calls
  </Link>
);

const VersionsLink = ({ id }: { readonly id: string }) => (
  <Link to={`/agents/${id}/versions`} className={quiet}>
    What changed
  </Link>
);

function Versions({ versions }: { readonly versions: readonly VersionShown[] }) {
  return (
    <DataTable
      caption="By version"
      columns={[
        { key: "version", head: "Version", cell: (one) => one.version },
        { key: "calls", head: "Calls", width: "w-22", align: "end", cell: (one) => `${one.calls} calls` },
        {
          key: "successful",
          head: "Successful",
          width: "w-34",
          align: "end",
          cell: (one) => `${one.successful} successful`,
        },
        { key: "average", head: "Average length", width: "w-34", align: "end", cell: (one) => one.average },
        {
          key: "cost",
          head: "Cost a call",
          width: "w-30",
          align: "end",
          cell: (one) => `${one.cost} a call`,
        },
      ]}
      rows={versions}
      rowKey={(one) => one.version}
    />
  );
}
