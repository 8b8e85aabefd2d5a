/** /agents/new: three starting points and a template for each of many trades; one button creates an agent that can answer at once. */
import { data, Link, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/agent-new.route";
import { planFullWords } from "./agent-editing.server.ts";
import { createAgent } from "./agent-verbs.server.ts";
import { StartingPoints } from "./starting-points.tsx";
import { TradeList } from "./trade-list.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("New agent", matches);

export const loader = ({ context }: Route.LoaderArgs) => {
  permitted(context, "agents.write");
  return {};
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "agents.write");
  const wanted = createAgent.input.safeParse(Object.fromEntries(await readForm(request, context)));
  if (!wanted.success) return data({ errors: ["Choose one of the starting points."] }, 422);
  const created = await createAgent(member, wanted.data, depsOf(context));
  return created.ok ? redirect(`/agents/${created.id}`) : data({ errors: [planFullWords(member)] }, 409);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewAgentPage({ actionData }: Route.ComponentProps) {
  return (
    <Page path={[{ label: "Agents", to: "/agents" }, { label: "New agent" }]}>
      <PageHeader title="New agent" sentence="Choose where to start. You can change everything later." />
      <FormErrors errors={actionData?.errors} />
      <Panel label="Starting points" flush>
        <StartingPoints />
      </Panel>
      <Panel title="Templates for your trade" flush>
        <TradeList />
      </Panel>
      <p className="text-ink-2">
        Have a setup file?{" "}
        <Link to="/agents/import" className="font-strong text-brand-text">
          Import agents
        </Link>
      </p>
    </Page>
  );
}
