/** /bookings/new: an appointment booked by hand. */
import { data, redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { readForm } from "#app/platform/body.server.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenRefused } from "#app/telephony/notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextareaField, TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/booking-new.route";
import { bookPosted, timesAsked } from "./booking-changes.server.ts";
import { newBookingPage } from "./bookings-page.server.ts";
import { DayFields, TimeFields } from "./time-fields.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Book by hand", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  newBookingPage(permitted(context, "bookings.write"), request);

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "bookings.write");
  const form = await readForm(request, context);
  const times = timesAsked(form);
  if (times !== null) return redirect(`/bookings/new?${times}`);
  const { status, booked, ...said } = await bookPosted(member, form);
  if (booked !== null) return redirect(`/bookings/${booked}`);
  return data(said, status);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function NewBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { agents, chosen, date, request } = loaderData;
  const notice = useFocusWhenRefused(actionData);
  const { typed = {}, errors = {} } = actionData ?? {};
  const field = (name: string) => ({ name, initialValue: typed[name] ?? "", errors: errors[name] });
  return (
    <Page path={[{ label: "Bookings", to: "/bookings" }, { label: "Book by hand" }]} isNarrow>
      <PageHeader title="Book by hand" sentence="For someone who called you, came by, or wrote." />
      <Notice ref={notice} words={actionData?.message} isGood={false} />
      <OrganizationForm id="appointment" className="grid gap-4.5 md:gap-6">
        <input type="hidden" name="request" value={request} />
        <Panel title="When">
          <DayFields
            date={typed.date ?? date}
            does="book"
            agents={chosen ? { choices: agents, chosen: typed.agent ?? chosen.agent } : undefined}
            kinds={
              chosen
                ? { choices: chosen.kinds, chosen: typed.kind ?? chosen.kind, errors: errors.kind }
                : undefined
            }
          />
        </Panel>
        <Panel title="Appointment">
          <div className="grid gap-4">
            {!chosen && (
              <>
                <TextField of={{ ...field("kind"), required: true }} label="What for" maxLength={60} />
                <TextField
                  of={{ ...field("minutes"), required: true }}
                  label="Minutes"
                  type="number"
                  min={5}
                  max={480}
                />
              </>
            )}
            <TimeFields
              key={`${date} ${chosen?.agent} ${chosen?.kind}`}
              times={chosen?.times ?? null}
              typed={typed}
              errors={errors}
            />
            <TextField
              of={{ ...field("name"), required: true }}
              label="Name"
              maxLength={120}
              autoComplete="off"
            />
            <TextField of={field("phone")} label="Number" type="tel" maxLength={40} autoComplete="off" />
            <TextareaField of={field("notes")} label="Note" maxLength={1000} />
            <div>
              <Button type="submit" name="do" value="book" variant="go">
                Book appointment
              </Button>
            </div>
          </div>
        </Panel>
      </OrganizationForm>
    </Page>
  );
}
