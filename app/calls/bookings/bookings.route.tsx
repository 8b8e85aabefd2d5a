/** /bookings: appointments by day, week or list, the rules of the agents' calendars, and the member's calendar address. */
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { data, Form } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { settleCallBack } from "#app/calls/call-backs/call-back-verbs.server.ts";
import { CallBacksPanel } from "#app/calls/call-backs/call-backs-panel.tsx";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse, missing } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Route } from "./+types/bookings.route";
import { DayLists, WeekGrid } from "./booking-lists.tsx";
import { bookingsPage } from "./bookings-page.server.ts";
import { feedInput } from "./bookings-query.schema.ts";
import { FeedPanel, RulesPanel } from "./bookings-side.tsx";
import { makeFeed, removeFeed } from "./calendar-feed.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Bookings", matches);

export const loader = ({ request, context }: Route.LoaderArgs) =>
  bookingsPage(permitted(context, "bookings.read"), request, context);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "bookings.read");
  const posted = Object.fromEntries(await readForm(request, context));
  if (posted.call_back !== undefined) {
    const wanted = settleCallBack.input.safeParse({ id: posted.call_back, state: posted.do });
    if (!wanted.success) throw faultResponse("bad_request");
    const settled = await settleCallBack(member, wanted.data);
    if (!settled.ok) throw missing("callback", { to: "/bookings", label: "Bookings" });
    return data({ message: settledWords[wanted.data.state], address: null });
  }
  const input = feedInput.safeParse(posted);
  if (!input.success) throw faultResponse("bad_request");
  if (posted.do === "remove_feed") {
    await removeFeed(member, {}, depsOf(context));
    return data({
      message: "The address was removed. Calendars that used it get nothing more.",
      address: null,
    });
  }
  if (posted.do !== "make_feed") throw faultResponse("bad_request");
  const { secret } = await makeFeed(member, input.data, depsOf(context));
  const address = `${new URL(request.url).origin}/calendar/${secret}.ics`;
  return data({ message: "Your calendar address is ready.", address });
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

const settledWords = {
  done: "The callback is marked as done.",
  not_needed: "The callback is marked as not needed.",
  open: "The callback is open again.",
} as const;

const nothingRuns: readonly never[] = [];

export default function BookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, days, isEmpty, rules, feed, canFeed, canWrite } = loaderData;
  useFreshCalls(nothingRuns);
  const notice = useFocusWhenLost(feed);
  return (
    <Page path={[{ label: "Bookings" }]}>
      <PageHeader
        title="Bookings"
        sentence={`${loaderData.span}: ${loaderData.sentence}. Times are in ${loaderData.timeZone.replaceAll("_", " ")}.`}
        aside={
          <SegmentedLinks
            label="View"
            name="view"
            absent="week"
            choices={[
              { value: "day", label: "Day" },
              { value: "week", label: "Week" },
              { value: "list", label: "List" },
            ]}
          />
        }
        action={
          canWrite && (
            <ButtonLink to="/bookings/new" variant="go" icon={<Plus />}>
              Book by hand
            </ButtonLink>
          )
        }
      />
      <Notice ref={notice} words={actionData?.message} isGood />
      <Turning {...loaderData} />
      <Beside isBelow={view === "week"}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          <CallBacksPanel rows={loaderData.callBacks} canSettle={loaderData.canSettle} />
          {view === "week" ? <WeekGrid days={days} /> : <DayLists days={days} />}
          {isEmpty && (
            <Panel label="No appointments" flush>
              <EmptyState title="No appointments here">
                Appointments that your agents book in calls appear by themselves. You can book by hand too.
              </EmptyState>
            </Panel>
          )}
        </div>
        <div
          className={cx(
            "grid grid-cols-[minmax(0,1fr)] gap-4.5",
            view === "week" && "items-start lg:grid-cols-3",
          )}
        >
          {rules.map((one) => (
            <RulesPanel key={one.id} rules={one} isLinked={loaderData.linksAgents} />
          ))}
          {canFeed && (
            <FeedPanel
              feed={feed}
              address={actionData?.address ?? null}
              canShowPersons={loaderData.canShowPersons}
            />
          )}
        </div>
      </Beside>
    </Page>
  );
}

/** The rules stand beside lists. Seven columns need the whole width: then they stand below. */
const Beside = ({ isBelow, children }: { readonly isBelow: boolean; readonly children: ReactNode }) =>
  isBelow ? (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">{children}</div>
  ) : (
    <Columns>{children}</Columns>
  );

type Shown = Route.ComponentProps["loaderData"];

/** To the time before, today, and the time after. */
function Turning({ view, date, before, after }: Pick<Shown, "view" | "date" | "before" | "after">) {
  const noun = view === "list" ? "30 days" : view;
  const of = (date: string | null) => {
    const query = new URLSearchParams({ ...(view !== "week" && { view }), ...(date !== null && { date }) });
    return `/bookings${query.size > 0 ? `?${query}` : ""}`;
  };
  return (
    <nav aria-label="Time" className="flex flex-wrap gap-2">
      <ButtonLink to={of(before)} preventScrollReset>{`Previous ${noun}`}</ButtonLink>
      <ButtonLink to={of(null)} preventScrollReset>
        Today
      </ButtonLink>
      <ButtonLink to={of(after)} preventScrollReset>{`Next ${noun}`}</ButtonLink>
      <Form method="get" preventScrollReset className="flex gap-2">
        {view !== "week" && <input type="hidden" name="view" value={view} />}
        <TextField
          key={date}
          of={{ name: "date", initialValue: date }}
          label="Date"
          labelHidden
          type="date"
        />
        <Button type="submit">Go to date</Button>
      </Form>
    </nav>
  );
}
