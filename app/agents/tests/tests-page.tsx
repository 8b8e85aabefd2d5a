/** The list of an agent's tests: each with its last verdicts and a button that runs it. */

import { Play, Plus } from "lucide-react";
import { Link, useNavigation } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Page } from "#app/shell/page.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { type TestBrain, testBrains, type Verdict } from "./test-terms.schema.ts";
import { brainWords, verdictWords } from "./test-words.ts";

type Last = { readonly verdict: Verdict; readonly when: string } | null;

export interface TestsPageProps {
  readonly agent: { readonly id: string; readonly name: string };
  readonly brains: readonly TestBrain[];
  readonly tests: readonly ({
    readonly id: string;
    readonly name: string;
    readonly lines: number;
    readonly isFromCall: boolean;
  } & Readonly<Record<TestBrain, Last>>)[];
  readonly isFull: boolean;
  readonly refusal: string | null;
}

/** Each test counts once: it failed if any of its last plays did. */
function summary(tests: TestsPageProps["tests"]): string {
  const verdicts = tests.map((test) => testBrains.flatMap((brain) => test[brain]?.verdict ?? []));
  const failed = verdicts.filter((some) => some.includes("failed")).length;
  const unplayed = verdicts.filter((some) => some.length === 0).length;
  const parts = [tests.length === 1 ? "1 test" : `${tests.length} tests`];
  if (failed > 0) parts.push(`${failed} failed`);
  if (unplayed > 0) parts.push(`${unplayed} not run yet`);
  if (tests.length > 0 && failed === 0 && unplayed === 0) parts.push("none failed");
  return parts.join(" · ");
}

export function TestsPage({ agent, tests, isFull, refusal }: TestsPageProps) {
  const isRunning = useNavigation().formData?.get("do") === "play";
  const runsAll = "run-all-tests";
  return (
    <Page
      path={[
        { label: "Agents", to: "/agents" },
        { label: agent.name, to: `/agents/${agent.id}` },
        { label: "Tests" },
      ]}
    >
      <PageHeader
        title="Tests"
        sentence={
          tests.length === 0 ? "Calls that this agent has to handle, played without a phone." : summary(tests)
        }
        aside={<AgentTabs id={agent.id} current="/tests" canWrite />}
        action={
          <>
            {!isFull && (
              <ButtonLink to={`/agents/${agent.id}/tests/new`} icon={<Plus />}>
                New test
              </ButtonLink>
            )}
            {tests.length > 0 && (
              <OrganizationForm id={runsAll}>
                <Button
                  type="submit"
                  name="do"
                  value="play"
                  variant="go"
                  icon={<Play />}
                  disabled={isRunning}
                >
                  Run all
                </Button>
              </OrganizationForm>
            )}
          </>
        }
      />
      <FormErrors errors={refusal === null ? undefined : [refusal]} />
      <Panel label="Tests" flush>
        {tests.length === 0 ? (
          <EmptyState
            title="No tests yet"
            action={<ButtonLink to={`/agents/${agent.id}/tests/new`}>Write the first test</ButtonLink>}
          >
            Write what a caller says and what the agent has to do. Or open a finished call and make a test of
            it.
          </EmptyState>
        ) : (
          <ul className="divide-y">
            {tests.map((test) => (
              <li key={test.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3.25">
                <div className="wrap-anywhere grid min-w-48 flex-1 gap-0.5">
                  <Link to={`/agents/${agent.id}/tests/${test.id}`} className="font-strong text-ink">
                    {test.name}
                  </Link>
                  <span className="text-ink-3 text-meta">
                    {test.lines === 1 ? "1 line" : `${test.lines} lines`}
                    {test.isFromCall && " · from a call"}
                  </span>
                </div>
                <div className="flex flex-wrap gap-x-4 gap-y-1">
                  {testBrains.map((brain) => {
                    const last = test[brain];
                    return last && <LastVerdict key={brain} brain={brain} last={last} />;
                  })}
                  {!testBrains.some((brain) => test[brain]) && <Tag>Not run yet</Tag>}
                </div>
                <OrganizationForm>
                  <input type="hidden" name="test" value={test.id} />
                  <Button
                    type="submit"
                    name="do"
                    value="play"
                    size="sm"
                    disabled={isRunning}
                    aria-label={`Run ${test.name}`}
                  >
                    Run
                  </Button>
                </OrganizationForm>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </Page>
  );
}

function LastVerdict({ brain, last }: { readonly brain: TestBrain; readonly last: NonNullable<Last> }) {
  const { label, tone } = verdictWords[last.verdict];
  return (
    <span className="flex items-center gap-1.5 text-ink-3 text-meta">
      {brainWords[brain]} <Tag tone={tone}>{label}</Tag>
      <span className="max-sm:sr-only">{last.when}</span>
    </span>
  );
}
