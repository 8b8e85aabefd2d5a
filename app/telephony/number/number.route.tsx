/** /numbers/:numberId: one number: who answers it and when, and the doctor that finds out why it does not ring. */
import { PhoneCall, PhoneOutgoing, Smartphone } from "lucide-react";
import { pageTitle } from "#app/branding/page-title.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/number.route";
import { Doctor } from "./doctor-panel.tsx";
import { answerNumber, numberPage } from "./number-page.server.ts";
import { AboutNumber } from "./number-panels.tsx";
import { Routing } from "./routing-panel.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData ? (loaderData.number.label ?? loaderData.number.shown) : "Number", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  numberPage(request, context, params.numberId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerNumber(request, context, params.numberId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NumberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, done, canWrite, answererId, callingId } = loaderData;
  const under = [number.label === null ? null : number.shown, number.place].filter(Boolean).join(" · ");
  return (
    <Page isNarrow path={[{ label: "Numbers", to: "/numbers" }, { label: number.shown }]}>
      <PageHeader
        title={number.label ?? number.shown}
        sentence={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 tabular-nums">
            <Tag tone={number.health.tone}>{number.health.words}</Tag>
            {number.isCallerId && <Tag tone="brand">Default caller ID</Tag>}
            {under}
          </span>
        }
        action={
          (answererId !== null || callingId !== null) && (
            <span className="flex flex-wrap gap-2">
              {callingId !== null && (
                <>
                  <ButtonLink to={`/agents/${callingId}/dial?from=${number.id}`} icon={<PhoneOutgoing />}>
                    Call a number
                  </ButtonLink>
                  <ButtonLink to={`/agents/${callingId}/dial?test=${number.id}`} icon={<Smartphone />}>
                    Ring your phone
                  </ButtonLink>
                </>
              )}
              {answererId !== null && (
                <ButtonLink to={`/agents/${answererId}/call`} variant="go" icon={<PhoneCall />}>
                  Test call
                </ButtonLink>
              )}
            </span>
          )
        }
      />
      <Said words={actionData === undefined ? done : null} />
      <Routing key={number.id} {...loaderData} result={actionData?.result ?? null} />
      {canWrite && number.isActive && (
        <Doctor
          findings={actionData?.findings ?? null}
          error={actionData?.error ?? null}
          exact={actionData?.exact ?? null}
        />
      )}
      <AboutNumber number={number} canWrite={canWrite} />
    </Page>
  );
}
