/** /agents/:agentId/answering: who answers for an agent, the built-in one or language models, and what they are told. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/answering.route";
import { answerAnswering, answeringPage } from "./answering-page.server.ts";
import { AnsweringPage } from "./answering-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Who answers: ${loaderData.name}` : "Who answers", matches);

export const loader = ({ context, params }: Route.LoaderArgs) => answeringPage(context, params.agentId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerAnswering(request, context, params.agentId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function WhoAnswersPage({ loaderData, actionData }: Route.ComponentProps) {
  return <AnsweringPage key={loaderData.id} agent={loaderData} answer={actionData ?? undefined} />;
}
