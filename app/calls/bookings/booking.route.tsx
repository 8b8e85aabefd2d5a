/** /bookings/:bookingId: one appointment, moved, canceled, noted, marked as a no-show, restored. */
import { data, Link, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { missing } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/booking.route";
import { changeBooking, timesAsked } from "./booking-changes.server.ts";
import { bookingPage } from "./bookings-page.server.ts";
import { RulesPanel } from "./bookings-side.tsx";
import { statusWords } from "./bookings-view.ts";
import { DayFields, TimeFields } from "./time-fields.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Appointment", matches);

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  bookingPage(permitted(context, "bookings.read"), request, params.bookingId);
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "bookings.write");
  const form = await readForm(request, context);
  if (!(await member.store.bookings.find(params.bookingId)))
    throw missing("appointment", { to: "/bookings", label: "Bookings" });
  const times = timesAsked(form);
  if (times !== null) return redirect(`/bookings/${params.bookingId}?${times}`);
  const { status, ...said } = await changeBooking(member, params.bookingId, form);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const nothingRuns: readonly never[] = [];

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, canWrite, rules } = loaderData;
  useFreshCalls(nothingRuns);
  const notice = useFocusWhenLost(booking.version);
  const refused = actionData && !actionData.isGood ? actionData : null;
  const stands = booking.status === "booked";
  return (
    <Page path={[{ label: "Bookings", to: "/bookings" }, { label: booking.who }]}>
      <PageHeader title={booking.who} sentence={`${booking.kind} · ${booking.day}, ${booking.time}`} />
      <Notice ref={notice} words={actionData?.message} isGood={actionData?.isGood ?? true} />
      <Columns>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <Panel title="Appointment">
            <BookingFacts booking={booking} agent={loaderData.agent} />
          </Panel>
          {canWrite && stands && !booking.hasBegun && (
            <MovePanel key={booking.version} {...loaderData} refused={refused} />
          )}
          {canWrite && loaderData.showsPersons && (
            <NotePanel key={`note ${booking.version}`} {...loaderData} refused={refused} />
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          {canWrite && <StatusPanel {...loaderData} />}
          {rules && <RulesPanel rules={rules} isLinked={loaderData.linksAgents} />}
        </div>
      </Columns>
    </Page>
  );
}

type Shown = Route.ComponentProps["loaderData"];
type Refused = { readonly refused: Route.ComponentProps["actionData"] | null };

function BookingFacts({ booking, agent }: Pick<Shown, "booking" | "agent">) {
  const { phone, email, call_id, status, day, time, kind } = booking;
  return (
    <Facts
      facts={[
        ["Status", statusWords[status]],
        ["When", `${day}, ${time}`],
        ["What", kind],
        ...(phone === null ? [] : [["Number", phone] as const]),
        ...(email === null ? [] : [["Email", email] as const]),
        ["Booked", <Origin key="origin" callId={call_id} agent={agent} />],
      ]}
    />
  );
}

function Origin({ callId, agent }: { readonly callId: string | null; readonly agent: string | null }) {
  if (callId === null) return agent === null ? "by hand" : `by hand, in the calendar of ${agent}`;
  return (
    <Link to={`/call-history/${callId}`}>{agent === null ? "in a call" : `in a call with ${agent}`}</Link>
  );
}

/** What every form of a change says: what the person saw, and which press it is. */
function Seen({ booking, request }: Pick<Shown, "booking" | "request">) {
  return (
    <>
      <input type="hidden" name="version" value={booking.version} />
      <input type="hidden" name="request" value={request} />
    </>
  );
}

type Typed = {
  typed: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, readonly string[]>>;
};
const none: Typed = { typed: {}, errors: {} };

function MovePanel({ booking, request, date, times, refused }: Shown & Refused) {
  const { typed, errors } = refused?.typed.do === "move" ? refused : none;
  return (
    <Panel title="Move it">
      <OrganizationForm preventScrollReset id="appointment" className="grid gap-4">
        <Seen booking={booking} request={request} />
        <DayFields date={typed.date ?? date} does="move" />
        <TimeFields key={date} times={times} typed={typed} errors={errors} />
        <div>
          <Button type="submit" name="do" value="move" variant="go">
            Move appointment
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

function NotePanel({ booking, request, refused }: Shown & Refused) {
  const { typed, errors } = refused?.typed.do === "note" ? refused : none;
  return (
    <Panel title="Note">
      <OrganizationForm preventScrollReset className="grid gap-4">
        <Seen booking={booking} request={request} />
        <TextareaField
          of={{ name: "notes", initialValue: typed.notes ?? booking.notes, errors: errors.notes }}
          label="Note"
          labelHidden
          maxLength={1000}
        />
        <div>
          <Button type="submit" name="do" value="note">
            Save note
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

const statusForm = "booking-status";

function StatusPanel({ booking, request }: Shown) {
  const { status, hasBegun, isOver, who } = booking;
  const stands = status === "booked";
  const canRestore = status === "no_show" || (status === "canceled" && !hasBegun);
  if (!stands && !canRestore) return null;
  return (
    <Panel title="Status">
      <OrganizationForm preventScrollReset id={statusForm} className="flex flex-wrap gap-2">
        <Seen booking={booking} request={request} />
        {stands && !isOver && (
          <ConfirmDialog
            form={statusForm}
            name="do"
            value="cancel"
            label="Cancel appointment"
            title={`Cancel the appointment of ${who}?`}
            sentence="The time is free again at once. They aren't told of it: call them yourself."
            confirm="Cancel appointment"
            dismiss="Keep it"
          />
        )}
        {stands && hasBegun && (
          <Button type="submit" name="do" value="no_show">
            Mark as no-show
          </Button>
        )}
        {canRestore && (
          <Button type="submit" name="do" value="restore">
            Restore appointment
          </Button>
        )}
      </OrganizationForm>
    </Panel>
  );
}
