/** /agents/:agentId/widget: an agent on an organization's own website. */
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import type { Route } from "./+types/widget.route";
import { answerWidgetPage, widgetPage } from "./web-call-pages.server.ts";
import { WidgetPage } from "./widget-page.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? `Website widget: ${loaderData.name}` : "Website widget", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  widgetPage(request, context, params.agentId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerWidgetPage(request, context, params.agentId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function WebsiteWidgetPage({ loaderData, actionData }: Route.ComponentProps) {
  return <WidgetPage key={loaderData.id} {...loaderData} result={actionData?.result ?? null} />;
}
