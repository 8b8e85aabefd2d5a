/** /agents/:agentId/analytics: how many calls an agent took, how they went, where callers hang up, what it cost. */
import { pageTitle } from "#app/branding/page-title.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/agent-analytics.route";
import { analyticsPage } from "./analytics-page.server.ts";
import { AnalyticsPage } from "./analytics-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Analytics: ${loaderData.name}` : "Analytics", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  analyticsPage(request, context, params.agentId);
export const clientLoader = rememberedLoader;

export const ErrorBoundary = PageError;

export default function AgentAnalyticsPage({ loaderData }: Route.ComponentProps) {
  return <AnalyticsPage agent={loaderData} />;
}
