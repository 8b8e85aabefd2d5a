/** /agents: the agents, their numbers, and how busy they were. */
import { Plus } from "lucide-react";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
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
import { agentList } from "./agent-list.ts";
import { AgentTable } from "./agent-table.tsx";
import { SampleAgents } from "./sample-agents.tsx";
import { StartingPoints } from "./starting-points.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Agents", matches);

const doneSentences = { archived: "The agent is archived. It answers nobody any more, and its calls stay." };

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
        sentence={agents.length > 0 ? sentence : "They answer your phone, at any hour."}
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
        <EmptyState title="No agent yet" sample={<SampleAgents />}>
          Ask an administrator of your organization to create one.
        </EmptyState>
      </Panel>
    );
  return (
    <>
      <Panel title="Choose where to start" flush>
        <StartingPoints />
      </Panel>
      <Panel label="Agents" flush>
        <EmptyState title="Your agents will be here" sample={<SampleAgents />}>
          Each with the numbers it answers and what it did in the last seven days.
        </EmptyState>
      </Panel>
    </>
  );
}
