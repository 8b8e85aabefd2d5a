/** /agents/:agentId/tests: the conversations that an agent is tested with, and what came of them last. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/tests.route";
import { TestsPage } from "./tests-page.tsx";
import { answerTests, testsPage } from "./tests-pages.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Tests: ${loaderData.agent.name}` : "Tests", matches);

export const loader = ({ context, params }: Route.LoaderArgs) => testsPage(context, params.agentId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerTests(request, context, params.agentId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AgentTestsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <TestsPage {...loaderData} refusal={actionData?.refusal ?? null} />;
}
