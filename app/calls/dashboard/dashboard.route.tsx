/** /dashboard, also /dash and /analytics: running calls, the last days, and what needs an answer. */
import { Plus } from "lucide-react";
import { asksForName } from "#app/accounts/person-name.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { LivePanel } from "#app/calls/live/live-panel.tsx";
import { changeMessage } from "#app/calls/messages/message-changes.server.ts";
import { MessagesPanel } from "#app/calls/messages/messages-panel.tsx";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { optimisticAction } from "#app/shell/optimistic-action.tsx";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { canBuyNumbers, whomToAskForNumbers } from "#app/telephony/number-buying.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import type { Route } from "./+types/dashboard.route";
import { AppointmentsPanel } from "./dashboard-appointments.tsx";
import { CallsChart, DashboardFigures, LatestCalls } from "./dashboard-figures.tsx";
import { QuestionsPanel } from "./dashboard-questions.tsx";
import { CallsToCome, SetupPanel, stepsLeft } from "./dashboard-setup.tsx";
import { greeting, rangeOf } from "./dashboard-words.ts";
import { overviewWithoutPersons } from "./overview-scrub.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Dashboard", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "calls.read");
  const { store, user, may, organization } = member;
  const { timeZone, locale } = organization;
  const reading = { now: Date.now(), timeZone, locale };
  const allMessages = new URL(request.url).searchParams.get("messages") === "all";
  const overview = await store.dashboard.overview(rangeOf(request.url), reading, allMessages);
  const shown = may("calls.read_persons") ? overview : overviewWithoutPersons(overview);
  return {
    ...shown,
    title: greeting(user.name, reading),
    asksName: await asksForName(request, context),
    now: reading.now,
    canWriteAgents: may("agents.write") && !isHidden(member.hiddenSections, "agents"),
    canFinish: may("messages.write"),
    canBuyNumbers: canBuyNumbers(member),
    whomToAskForNumbers: whomToAskForNumbers(member),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  return changeMessage(member, await readForm(request, context));
}
export const clientAction = (args: Route.ClientActionArgs) => optimisticAction(args);

export const ErrorBoundary = PageError;

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, sentence, setup, now, live, canWriteAgents } = loaderData;
  useFreshCalls(live);
  // The first call appears beside the setup steps while it runs; when it is over, the usual page is shown.
  const isNew = !setup.hasCalls;
  return (
    <Page path={[{ label: "Dashboard" }]}>
      <PageHeader
        title={title}
        sentence={isNew ? stepsLeft(setup) : sentence}
        aside={!isNew && <RangeSwitch />}
        action={
          canWriteAgents &&
          setup.hasAgent && (
            <ButtonLink to="/agents/new" variant={isNew ? "plain" : "go"} icon={<Plus />}>
              New agent
            </ButtonLink>
          )
        }
      />
      {isNew ? (
        <Newcomer {...loaderData} changed={actionData} />
      ) : (
        <>
          {setup.answering === null && <SetupPanel {...loaderData} />}
          <DashboardFigures figures={loaderData.figures} />
          <LivePanel known={live} now={now} />
          {/* Two columns; in one column, what people wait for comes right after the chart. */}
          <Columns>
            <div className={stack}>
              <CallsChart chart={loaderData.chart} />
              <div className="max-lg:order-2">
                <LatestCalls calls={loaderData.latest} />
              </div>
            </div>
            <div className={stack}>
              {/* What people wait for comes before what is only information. */}
              <div className="max-lg:order-1">
                <Messages
                  {...loaderData}
                  changed={actionData}
                  none="No one's waiting for a call. Messages and promised callbacks stay here until they're done."
                />
              </div>
              <div className="grid gap-4.5 max-lg:order-3 md:gap-6">
                <AppointmentsPanel appointments={loaderData.appointments} />
                <QuestionsPanel questions={loaderData.questions} canAnswer={canWriteAgents} />
              </div>
            </div>
          </Columns>
        </>
      )}
    </Page>
  );
}

const stack = "contents gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)]";

type Shown = Route.ComponentProps["loaderData"];
type Changed = { readonly changed: Route.ComponentProps["actionData"] };

function Messages({ messages, canFinish, ...rest }: Shown & Changed & { readonly none?: string }) {
  const { changed, none } = rest;
  return (
    <MessagesPanel
      title="Messages and callbacks"
      messages={messages.rows}
      total={messages.total}
      canFinish={canFinish}
      changed={changed}
      {...(none !== undefined && { none })}
      isLinked
    />
  );
}

/** The first call may leave a message while it runs: the panel appears as soon as there is one. */
function Newcomer(props: Shown & Changed) {
  return (
    <>
      <Columns>
        <SetupPanel {...props} />
        <div className={stack}>
          <LivePanel known={props.live} now={props.now} />
          <Messages {...props} />
        </div>
      </Columns>
      <CallsToCome />
    </>
  );
}

function RangeSwitch() {
  return (
    <SegmentedLinks
      label="Range"
      name="range"
      absent="today"
      choices={[
        { value: "today", label: "Today" },
        { value: "7", label: "7 days" },
        { value: "30", label: "30 days" },
      ]}
    />
  );
}
