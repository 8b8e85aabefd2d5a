/** /agents/:agentId/tests/:testId: one test, its form, and what came of its last plays side by side. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/test.route";
import { TestPage } from "./test-page.tsx";
import { answerTest, testPage } from "./tests-pages.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.name ?? "New test", matches);

export const loader = ({ context, params }: Route.LoaderArgs) =>
  testPage(context, params.agentId, params.testId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerTest(request, context, params.agentId, params.testId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AgentTestPage({ loaderData, actionData }: Route.ComponentProps) {
  return <TestPage key={loaderData.id} {...loaderData} answer={actionData ?? null} />;
}
