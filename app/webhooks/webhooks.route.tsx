/** /integrations/webhooks: the addresses that are told of events, and a form that adds one. */
import { Link, useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/webhooks.route";
import { EndpointFields } from "./endpoint-fields.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { answerWebhooks, webhooksPage } from "./webhooks-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Webhooks", matches);

export const loader = ({ context }: Route.LoaderArgs) => webhooksPage(context);
export const action = ({ request, context }: Route.ActionArgs) => answerWebhooks(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const nothingTyped = { name: "", url: "", events: ["call.ended", "booking.made"] };

export default function WebhooksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, groups, isFull, most } = loaderData;
  const made = actionData?.made ?? null;
  const isAdding = useNavigation().formData?.get("do") === "add";
  const notice = useFocusWhenRefused(actionData?.message === null ? null : actionData);
  return (
    <Page isNarrow path={[{ label: "Integrations", to: "/integrations" }, { label: "Webhooks" }]}>
      <PageHeader
        title="Webhooks"
        sentence="Tell your own systems about calls, bookings and contacts as they happen."
        action={<ButtonLink to="/integrations/webhooks/events">Events and signatures</ButtonLink>}
      />
      <Notice ref={notice} words={actionData?.message ?? undefined} isGood={false} />
      {made !== null && (
        <SecretShown title={`Signing secret of “${made.name}”`} secret={made.secret}>
          Copy it now: it isn’t shown again. Your server checks with it that a request comes from here.{" "}
          <Link to={`/integrations/webhooks/${made.id}`}>Open the webhook</Link> to send a test.
        </SecretShown>
      )}
      <Panel title="Your webhooks" flush>
        {endpoints.length === 0 ? (
          <EmptyState title="No webhooks yet">
            Add the address of your server below and choose what it’s told about.
          </EmptyState>
        ) : (
          <Rows label="Webhooks">
            {endpoints.map(({ id, name, url, standing, events, deliveries, last }) => (
              <Row
                key={id}
                to={`/integrations/webhooks/${id}`}
                title={name}
                aside={<Tag tone={standing.tone}>{standing.words}</Tag>}
                note={`${events} · ${deliveries} · ${last}`}
              >
                <span className="wrap-anywhere">{url}</span>
              </Row>
            ))}
          </Rows>
        )}
      </Panel>
      <Panel title="Add a webhook">
        {isFull && made === null ? (
          <p className="text-ink-2">{`Your plan includes ${most}. Delete one to add another.`}</p>
        ) : (
          <OrganizationForm preventScrollReset key={made?.id ?? ""} className="grid max-w-140 gap-4">
            <EndpointFields
              groups={groups}
              values={actionData?.typed ?? nothingTyped}
              errors={actionData?.errors ?? {}}
            />
            <div>
              <Button type="submit" name="do" value="add" variant="go" pending={isAdding}>
                Add webhook
              </Button>
            </div>
          </OrganizationForm>
        )}
      </Panel>
    </Page>
  );
}
