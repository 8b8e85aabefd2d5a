/** /agents: the agents, their numbers, and how busy they were. */
import { BookOpen, Plus } from "lucide-react";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { count } from "#app/platform/format.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { canBuyNumbers } from "#app/telephony/number-buying.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Said } from "#app/ui/said.tsx";
import type { Route } from "./+types/agents.route";
import { AgentTable } from "./agent-table.tsx";
import type { AgentKind } from "./agent-terms.schema.ts";
import { agentsSentence, kindWords } from "./agent-words.ts";
import { StartingPoints } from "./starting-points.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Agents", matches);

const doneSentences = { archived: "Agent archived. It no longer answers calls; its past calls are kept." };

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "agents.read");
  const { store, organization } = member;
  const { timeZone, locale } = organization;
  const rows = await store.agents.list(addDays(localDate(Date.now(), timeZone), -6));
  return {
    ...agentList(rows, locale),
    done: doneWords(request.url, doneSentences),
    canWrite: member.may("agents.write"),
    canBuy: canBuyNumbers(member),
  };
};
export const clientLoader = rememberedLoader;

export const ErrorBoundary = PageError;

export default function AgentsPage({ loaderData }: Route.ComponentProps) {
  const { agents, sentence, canWrite, canBuy, done } = loaderData;
  return (
    <Page path={[{ label: "Agents" }]}>
      <PageHeader
        title="Agents"
        sentence={agents.length > 0 ? sentence : "They answer your phone around the clock."}
        aside={
          <ButtonLink to="/agents/knowledge" icon={<BookOpen />}>
            Knowledge
          </ButtonLink>
        }
        action={
          canWrite &&
          agents.length > 0 && (
            <ButtonLink to="/agents/new" variant="go" icon={<Plus />}>
              New agent
            </ButtonLink>
          )
        }
      />
      <Said words={done} />
      {agents.length > 0 ? (
        <Panel label="Agents" flush>
          <AgentTable agents={agents} canBuy={canBuy} />
        </Panel>
      ) : (
        <NoAgents canWrite={canWrite} />
      )}
    </Page>
  );
}

function NoAgents({ canWrite }: { readonly canWrite: boolean }) {
  if (!canWrite)
    return (
      <Panel label="Agents" flush>
        <EmptyState title="No agents yet" sample={<SampleAgents />}>
          Ask an owner or admin to create one.
        </EmptyState>
      </Panel>
    );
  return (
    <>
      <Panel title="Choose where to start" flush>
        <StartingPoints />
      </Panel>
      <Panel label="Agents" flush>
        <EmptyState title="Your agents will appear here" sample={<SampleAgents />}>
          You'll see the numbers they answer, plus their calls and bookings from the last 7 days.
        </EmptyState>
      </Panel>
    </>
  );
}

type Row = { id: string; name: string; kind: AgentKind; numbers: string[]; calls: number; booked: number };

/** @param rows with calls and bookings of the last 7 days */
function agentList(rows: readonly Row[], locale: string) {
  const sum = (of: "calls" | "booked") => rows.reduce((total, row) => total + row[of], 0);
  return {
    sentence: agentsSentence(rows.length, sum("calls"), sum("booked"), locale),
    agents: rows.map(({ kind, calls, booked, ...row }) => ({
      ...row,
      kind: kindWords[kind],
      calls: count(calls, locale),
      booked: count(booked, locale),
    })),
  };
}

const sample = [
  {
    id: "sample-1",
    name: "Front desk",
    kind: "Receptionist",
    numbers: ["+1 212 555 0142"],
    calls: "59",
    booked: "11",
  },
  {
    id: "sample-2",
    name: "Booking desk",
    kind: "Appointment booking",
    numbers: ["+1 646 555 0117"],
    calls: "31",
    booked: "24",
  },
] as const;

function SampleAgents() {
  return <AgentTable agents={sample} canBuy={false} isSample />;
}
