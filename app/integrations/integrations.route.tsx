/** /integrations: the other systems that the organization works with. */
import { pageTitle } from "#app/branding/page-title.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/integrations.route";
import { integrationsPage } from "./integrations-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Integrations", matches);

export const loader = ({ request, context }: Route.LoaderArgs) => integrationsPage(request, context);

export const ErrorBoundary = PageError;

const ownTools = [
  {
    to: "/integrations/webhooks",
    title: "Webhooks",
    sentence: "Signed requests to an address of yours when something happens. Also for Zapier, Make and n8n.",
  },
  {
    to: "/integrations/keys",
    title: "API keys",
    sentence: "For programs and assistants that read calls or make changes here.",
  },
  {
    to: "/workflows",
    title: "Workflows",
    sentence:
      "When something happens, do one thing after the other: text, wait, call back, tell another system.",
  },
] as const;

export default function IntegrationsPage({ loaderData }: Route.ComponentProps) {
  const { done, providers } = loaderData;
  return (
    <Page isNarrow path={[{ label: "Integrations" }]}>
      <PageHeader
        title="Integrations"
        sentence="Calendars, chats and customer lists that your agents work with."
        action={<ButtonLink to="/integrations/setup-guide">Setup guide</ButtonLink>}
      />
      <Said words={done} />
      <Panel title="Apps" flush>
        <Rows label="Apps">
          {providers.map(({ id, name, sentence, category, status, note }) => (
            <Row
              key={id}
              to={`/integrations/${id}`}
              title={name}
              aside={status === null ? <Tag>{category}</Tag> : <Tag tone={status.tone}>{status.words}</Tag>}
              {...(note !== null && { note })}
            >
              {sentence}
            </Row>
          ))}
        </Rows>
      </Panel>
      <Panel title="Your own tools" flush>
        <Rows label="Your own tools">
          {ownTools.map(({ to, title, sentence }) => (
            <Row key={to} to={to} title={title}>
              {sentence}
            </Row>
          ))}
        </Rows>
      </Panel>
    </Page>
  );
}
