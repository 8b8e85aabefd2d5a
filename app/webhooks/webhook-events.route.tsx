/** /integrations/webhooks/events: every event with its fields, and how a signature is checked. */
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/webhook-events.route";
import { eventsPage } from "./events-page.server.ts";
import { SignatureHelp } from "./signature-help.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Webhook events", matches);

export const loader = ({ context }: Route.LoaderArgs) => {
  permitted(context, "webhooks.manage");
  return eventsPage();
};

export const ErrorBoundary = PageError;

export default function WebhookEventsPage({ loaderData: { events } }: Route.ComponentProps) {
  return (
    <Page
      isNarrow
      path={[
        { label: "Integrations", to: "/integrations" },
        { label: "Webhooks", to: "/integrations/webhooks" },
        { label: "Events and signatures" },
      ]}
    >
      <PageHeader
        title="Events and signatures"
        sentence="What a webhook sends, and how your server checks that it comes from here."
      />
      <SignatureHelp />
      <Panel title="Events" flush>
        <ul className="divide-y">
          {events.map((event) => (
            <li key={event.name} id={event.name} className="scroll-mt-17 px-4.5 py-3.25">
              <details>
                <summary className="cursor-pointer">
                  <b className="font-strong">{event.title}</b>{" "}
                  <code className="font-mono text-ink-3 text-meta">{event.name}</code>
                </summary>
                <div className="grid gap-3 pt-3">
                  <p className="text-ink-2">{`${event.about} Version ${event.version}.`}</p>
                  <dl className="grid gap-1.5 text-control">
                    {event.fields.map(({ name, type, note }) => (
                      <div key={name} className="flex flex-wrap gap-x-3">
                        <dt className="font-mono text-meta">{name}</dt>
                        <dd className="text-ink-2">{note === null ? type : `${type}: ${note}`}</dd>
                      </div>
                    ))}
                  </dl>
                  <pre className="wrap-anywhere whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-meta">
                    {event.example}
                  </pre>
                </div>
              </details>
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  );
}
