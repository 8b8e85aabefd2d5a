/** /integrations/webhooks/:endpointId: what one endpoint is told, its secret, and the log of its deliveries. */
import { useNavigation } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/webhook.route";
import { DeliveryLog } from "./delivery-log.tsx";
import { EndpointFields } from "./endpoint-fields.tsx";
import { SecretShown } from "./secret-shown.tsx";
import { answerWebhook, webhookPage } from "./webhook-page.server.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.values.name ?? "Webhook", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  webhookPage(request, context, params.endpointId);
export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerWebhook(request, context, params.endpointId);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { values, standing, trouble, isOn, groups, tests } = loaderData;
  const sent = useNavigation().formData?.get("do");
  const notice = useFocusWhenLost(isOn);
  return (
    <Page
      isNarrow
      path={[
        { label: "Integrations", to: "/integrations" },
        { label: "Webhooks", to: "/integrations/webhooks" },
        { label: values.name },
      ]}
    >
      <PageHeader
        title={values.name}
        sentence={values.url}
        aside={<Tag tone={standing.tone}>{standing.words}</Tag>}
        action={
          <OrganizationForm preventScrollReset>
            <Button
              type="submit"
              name="do"
              value={isOn ? "off" : "on"}
              variant={isOn ? "plain" : "go"}
              pending={sent === "on" || sent === "off"}
            >
              {isOn ? "Turn off" : "Turn on"}
            </Button>
          </OrganizationForm>
        }
      />
      <Notice
        ref={notice}
        words={actionData?.message ?? trouble ?? undefined}
        isGood={actionData?.message ? actionData.isGood : false}
      />
      {actionData?.secret && (
        <SecretShown title="New signing secret" secret={actionData.secret}>
          Copy it now: it isn’t shown again. For 24 hours the secret before signs, too, so you can change it
          on your server without missing anything.
        </SecretShown>
      )}
      <DeliveryLog {...loaderData} isReplaying={sent === "replay_failed"} />
      <Panel title="Send a test">
        <OrganizationForm preventScrollReset className="flex flex-wrap items-end gap-2">
          <SelectField
            of={{ name: "event" }}
            label="Event"
            choices={tests}
            hint="Sends its example once, marked as a test."
            className="flex-1 basis-60"
          />
          <Button
            type="submit"
            name="do"
            value="test"
            size="field"
            pending={sent === "test"}
            disabled={!isOn}
          >
            Send test
          </Button>
        </OrganizationForm>
      </Panel>
      <Panel title="Settings">
        <OrganizationForm preventScrollReset className="grid max-w-140 gap-4">
          <EndpointFields
            groups={groups}
            values={actionData?.typed ?? values}
            errors={actionData?.errors ?? {}}
          />
          <div>
            <Button type="submit" name="do" value="save" variant="go" pending={sent === "save"}>
              Save
            </Button>
          </div>
        </OrganizationForm>
      </Panel>
      <SecretPanel {...loaderData} isPending={sent === "rotate"} />
      <Panel title="Delete this webhook">
        <OrganizationForm id="remove" className="flex flex-wrap items-center gap-3">
          <p className="flex-1 basis-60 text-ink-2">
            Nothing is sent to this address anymore, and its log is gone.
          </p>
          <ConfirmDialog
            form="remove"
            name="do"
            value="remove"
            label="Delete"
            pending={sent === "remove"}
            title={`Delete ${values.name}?`}
            sentence="Nothing is sent to this address anymore, and its log is gone."
            confirm="Delete webhook"
          />
        </OrganizationForm>
      </Panel>
    </Page>
  );
}

interface SecretPanelProps {
  readonly overlap: string | null;
  readonly isPending: boolean;
}

function SecretPanel({ overlap, isPending }: SecretPanelProps) {
  return (
    <Panel title="Signing secret">
      <OrganizationForm id="rotate" preventScrollReset className="flex flex-wrap items-center gap-3">
        <p className="flex-1 basis-60 text-ink-2">
          {overlap ?? "It was shown when it was created. If you lost it, create a new one."}
        </p>
        <ConfirmDialog
          form="rotate"
          name="do"
          value="rotate"
          label="New secret"
          pending={isPending}
          title="Create a new signing secret?"
          sentence="For 24 hours both secrets sign every request. After that only the new one does."
          confirm="Create secret"
        />
      </OrganizationForm>
    </Panel>
  );
}
