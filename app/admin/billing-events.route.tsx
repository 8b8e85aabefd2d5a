/** /admin/billing-events: Stripe's events that kept failing, for platform admins. */
import { Form } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/billing-events.route";
import { adminView } from "./admin-answers.server.ts";
import { AdminPage } from "./admin-page.tsx";
import { answerBillingEvents, billingEvents, type EventRow } from "./billing-events.server.ts";
import { Disputes } from "./disputes.tsx";
import { DoublePlans } from "./double-plans.tsx";
import { OwedRefunds } from "./owed-refunds.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Billing events", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const doneSentences = { replayed: "Event replayed. If it fails again, it comes back to this list." };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { isOpen, place, confirmation } = await adminView(request, context);
  const asked = (new URL(request.url).searchParams.get("event") ?? "").trim().slice(0, 255);
  const page = isOpen
    ? await billingEvents(context, asked, place)
    : { asked, events: [], found: null, refunds: [], doubles: [], disputes: [] };
  return { isOpen, confirmation, done: doneWords(request.url, doneSentences), ...page };
}

export const action = ({ request, context }: Route.ActionArgs) => answerBillingEvents(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function BillingEventsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOpen, confirmation, asked, events, found, done, refunds, doubles, disputes } = loaderData;
  return (
    <AdminPage
      title="Billing events"
      sentence="Stripe events that failed repeatedly and were set aside, newest first."
      asks={isOpen ? null : { ...confirmation, result: actionData?.result ?? null }}
    >
      <Said words={done} />
      <Finder asked={asked} />
      {asked !== "" && (
        <Panel title="Search result" flush>
          {found ? <Events label="Search result" events={[found]} /> : <Empty>No event has this ID.</Empty>}
        </Panel>
      )}
      <Disputes disputes={disputes} />
      <DoublePlans doubles={doubles} />
      <OwedRefunds refunds={refunds} />
      <Panel title="Set aside" flush>
        {events.length > 0 ? (
          <Events label="Set aside" events={events} />
        ) : (
          <Empty>Every event has been processed or is still being retried.</Empty>
        )}
      </Panel>
    </AdminPage>
  );
}

const Empty = ({ children }: { readonly children: string }) => (
  <p className="px-4.5 py-6 text-ink-2">{children}</p>
);

/** A plain form that asks the address; it needs no scripts. */
function Finder({ asked }: { readonly asked: string }) {
  return (
    <search>
      <Form method="get" key={asked} className="flex flex-wrap items-end gap-2">
        <TextField
          of={{ name: "event", initialValue: asked }}
          type="search"
          label="Event ID"
          labelHidden
          placeholder="evt_…"
          maxLength={255}
          className="flex-1 basis-60"
        />
        <Button type="submit" size="field">
          Search
        </Button>
      </Form>
    </search>
  );
}

const states = {
  set_aside: <Tag tone="bad">Set aside</Tag>,
  waiting: <Tag>Waiting</Tag>,
  processed: <Tag tone="good">Processed</Tag>,
};

function Events({ label, events }: { readonly label: string; readonly events: readonly EventRow[] }) {
  return (
    <Rows label={label}>
      {events.map(({ id, type, organization, error, state, note }) => (
        <Row
          key={id}
          title={type}
          aside={states[state]}
          note={`${note}, ${id}`}
          action={
            <Form method="post" action="/admin/billing-events">
              <input type="hidden" name="event" value={id} />
              <Button type="submit" name="intent" value="replay" size="sm">
                Replay
              </Button>
            </Form>
          }
        >
          <span className="block break-words">{organization ?? "No organization"}</span>
          {error !== "" && <span className="block break-words text-ink-2">{error}</span>}
        </Row>
      ))}
    </Rows>
  );
}
