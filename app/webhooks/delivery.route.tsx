/** /integrations/webhooks/:endpointId/:deliveryId: one delivery with what was sent and every attempt. */
import { useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/delivery.route";
import { answerDelivery, deliveryPage } from "./webhook-page.server.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `${loaderData.title}: ${loaderData.endpoint.name}` : "Delivery", matches);

export const loader = ({ context, params }: Route.LoaderArgs) =>
  deliveryPage(context, params.endpointId, params.deliveryId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerDelivery(request, context, params.endpointId, params.deliveryId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function DeliveryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, isTest, standing, exactly, endpoint, isOver, next, body, log } = loaderData;
  const isReplaying = useNavigation().formData?.get("do") === "replay";
  const notice = useFocusWhenLost(isOver);
  return (
    <Page
      isNarrow
      path={[
        { label: "Webhooks", to: "/integrations/webhooks" },
        { label: endpoint.name, to: `/integrations/webhooks/${endpoint.id}` },
        { label: title },
      ]}
    >
      <PageHeader
        title={isTest ? `${title} (test)` : title}
        sentence={next === null ? exactly : `${exactly}. Next attempt ${next}`}
        aside={<Tag tone={standing.tone}>{standing.words}</Tag>}
        action={
          isOver && (
            <OrganizationForm preventScrollReset>
              <Button type="submit" name="do" value="replay" pending={isReplaying} disabled={!endpoint.isOn}>
                Send again
              </Button>
            </OrganizationForm>
          )
        }
      />
      <Notice ref={notice} words={actionData?.message ?? undefined} isGood={actionData?.isGood ?? true} />
      <Panel title="Attempts" flush>
        {log.length === 0 ? (
          <p className="px-4.5 py-6 text-ink-2">Not sent yet. Reload the page in a moment.</p>
        ) : (
          <Rows label="Attempts">
            {log.map((attempt) => (
              <Row
                key={attempt.n}
                title={attempt.at}
                aside={<Tag tone={attempt.isGood ? "good" : "bad"}>{attempt.status}</Tag>}
                note={`Took ${attempt.took} · Answer: ${attempt.answer}`}
              >
                {attempt.words}
              </Row>
            ))}
          </Rows>
        )}
      </Panel>
      <Panel title="Request" aside={<CopyButton value={body} label="Copy body" />}>
        <div className="grid gap-4">
          <Facts
            facts={[
              [
                "Address",
                <span key="url" className="wrap-anywhere block">
                  {endpoint.url}
                </span>,
              ],
              [
                "webhook-id",
                <span key="id" className="wrap-anywhere block font-mono text-meta">
                  {id}
                </span>,
              ],
              ["content-type", "application/json"],
            ]}
          />
          <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-meta">
            {body}
          </pre>
        </div>
      </Panel>
    </Page>
  );
}
