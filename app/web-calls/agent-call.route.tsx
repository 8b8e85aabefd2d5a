/** /agents/:agentId/call: calls an agent from the browser, by microphone or in writing. */
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/agent-call.route";
import { AgentCallPage } from "./agent-call-page.tsx";
import { agentCallPage, beginAgentCall } from "./web-call-pages.server.ts";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Call ${loaderData.name}` : "Call", matches);

export const loader = ({ context, params }: Route.LoaderArgs) => agentCallPage(context, params.agentId);

export async function action({ request, context, params }: Route.ActionArgs) {
  const { status, ...answer } = await beginAgentCall(request, context, params.agentId);
  return data(answer, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

/** A call changes nothing that the page shows. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === "POST" ? false : defaultShouldRevalidate;

export const ErrorBoundary = PageError;

export default function CallAgentPage({ loaderData }: Route.ComponentProps) {
  return <AgentCallPage key={loaderData.id} {...loaderData} />;
}
