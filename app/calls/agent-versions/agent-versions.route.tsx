/** /agents/:agentId/versions: what was published when and by whom, how calls went with it, and the ways back. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/agent-versions.route";
import { pressInVersions, versionsPage } from "./versions-page.server.ts";
import { VersionsPage } from "./versions-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Versions: ${loaderData.name}` : "Versions", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  versionsPage(request, context, params.agentId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  pressInVersions(request, context, params.agentId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function AgentVersionsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <VersionsPage agent={loaderData} answer={actionData ?? undefined} />;
}
