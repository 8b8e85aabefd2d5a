/** /clients/:clientId: one client of an agency, with all that the agency decides about it. */
import { pageTitle } from "#app/branding/page-title.ts";
import { ConfirmItIsYou } from "#app/confirm/confirm-it-is-you.tsx";
import { VisitRows } from "#app/organizations/support-access.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/client.route";
import { agency } from "./agency.server.ts";
import { OwnPrice } from "./billing/own-price.tsx";
import { meanwhileWords } from "./billing/price-answers.server.ts";
import { answerClient, type ClientIntent } from "./client-answers.server.ts";
import { Deeds, OpenAsSupport } from "./client-deeds.tsx";
import { Details, Flags, Sections } from "./client-details.tsx";
import { Offer } from "./client-offer.tsx";
import { clientPage } from "./client-page.server.ts";
import { InviteToClient, People } from "./client-people.tsx";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.name ?? "Client", matches);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = {
  created: "Client created. We've emailed its owner an invitation.",
  uninvited: "Client created, but its owner couldn't be invited. Invite them below.",
  uncopied:
    "Client created, but the template's agents couldn't be copied. Import them from inside the client.",
  priced:
    "Price saved. It counts from next month, or for a client that pays by card, when it subscribes again.",
  unpriced:
    "Price removed. This client pays its plan's price from next month, or if it pays by card, when it subscribes again.",
  details: "Details saved.",
  flags: "Hidden sections saved.",
  sections: "Sections saved.",
  offered: "If that person manages an agency here, we've emailed them your offer.",
  withdrawn: "Offer withdrawn. The link no longer works.",
  taken: "It's your client now. We've emailed its owners.",
  suspended: "Suspended. Members see who to contact, and callers hear that no one is available.",
  resumed: "Resumed. Everything works as before.",
  archived: "Archived. You can restore it within 30 days.",
  restored: "Restored.",
  invited: "An invitation is on its way.",
  revoked: "Invitation revoked. The link no longer works.",
  left: "You've left the client. The visit is over.",
  over: "Your support visit is over. Open the client again if you need more time.",
};

export const loader = async ({ request, context, params }: Route.LoaderArgs) => ({
  ...(await clientPage(request, context, agency(context, "clients.read"), params.clientId)),
  meanwhile: meanwhileWords(request.url),
  done: doneWords(request.url, doneSentences),
});

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = agency(context, "clients.write");
  return answerClient(request, context, member, params.clientId, await readForm(request, context));
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function ClientPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, health, host, canWrite, done, visits, events, meanwhile } = loaderData;
  // An archived client can only be restored: everything else about it is refused.
  const canChange = canWrite && loaderData.restorableUntil === null;
  const of = (intent: ClientIntent) =>
    actionData && "result" in actionData && actionData.intent === intent ? actionData.result : null;
  const confirmation =
    actionData && "intent" in actionData && actionData.intent === "confirm" ? actionData.result : null;
  return (
    <Page path={[{ label: "Clients", to: "/clients" }, { label: name }]}>
      <PageHeader
        title={name}
        sentence={host === null ? "Members sign in at the main address." : `Members sign in at ${host}.`}
        aside={<Tag tone={health.tone}>{health.words}</Tag>}
      />
      <Said words={actionData === undefined ? done : null} />
      {loaderData.isBarred && (
        <FormErrors errors={["Our support team suspended this client. Contact them to have it resumed."]} />
      )}
      <FormErrors errors={of("other")?.error?.[""] ?? (meanwhile === null ? undefined : [meanwhile])} />
      <Figures label="Usage" items={loaderData.figures} />
      <Columns>
        <div className="grid min-w-0 gap-4.5 md:gap-6">
          <OpenAsSupport {...loaderData} result={of("open")} />
          {loaderData.needsProof && canChange && (
            <ConfirmItIsYou
              sentence={`This lets you open, move, release or archive ${name}.`}
              {...loaderData.person}
              result={confirmation}
            />
          )}
          <People {...loaderData} />
          {canChange && <InviteToClient roles={loaderData.roles} result={of("invite")} />}
          {canChange && <Details {...loaderData} result={of("details")} />}
          {canChange && <OwnPrice {...loaderData} result={of("price")} />}
          {canChange && <Flags {...loaderData} result={of("flags")} />}
          {canChange && <Sections {...loaderData} result={of("sections")} />}
          {canChange && <Offer {...loaderData} result={of("offer")} />}
          {canWrite && <Deeds {...loaderData} />}
        </div>
        <div className="grid min-w-0 gap-4.5 md:gap-6">
          <Panel title="About">
            <Facts facts={loaderData.facts} />
          </Panel>
          <Panel title="Support visits" flush>
            {visits.length === 0 ? (
              <p className="p-4.5 text-ink-2">No visits yet. The client sees each one, with its reason.</p>
            ) : (
              <VisitRows visits={visits} />
            )}
          </Panel>
          <Panel title="Activity" flush>
            {events.length === 0 && <p className="p-4.5 text-ink-2">Nothing has happened yet.</p>}
            <Rows label="Activity">
              {events.map((one) => (
                <Row
                  key={one.id}
                  title={one.what}
                  aside={one.isSupport && <Tag>Support</Tag>}
                  note={`${one.who}, ${one.when}`}
                />
              ))}
            </Rows>
          </Panel>
        </div>
      </Columns>
    </Page>
  );
}
