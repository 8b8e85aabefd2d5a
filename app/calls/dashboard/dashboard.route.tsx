/** /dashboard, also /dash and /analytics: running calls, the last days, and what needs an answer. */
import { Plus } from "lucide-react";
import { lazy, Suspense } from "react";
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
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import type { ShareBar } from "#app/ui/share-bar.ts";
import { ShareBars } from "#app/ui/share-bars.tsx";
import type { Route } from "./+types/dashboard.route";
import { AlertsPanel } from "./dashboard-alerts.tsx";
import { AppointmentsPanel } from "./dashboard-appointments.tsx";
import { CallsChart, DashboardFigures, LatestCalls } from "./dashboard-figures.tsx";
import { DashboardFilters } from "./dashboard-filters.tsx";
import { dashboardPage } from "./dashboard-page.server.ts";
import { QuestionsPanel } from "./dashboard-questions.tsx";
import { HourPanel } from "./hour-map.tsx";
import { stepsLeft } from "./setup-words.ts";

// Only a new organization has steps to take.
const setup = () => import("./dashboard-setup.tsx");
const SetupPanel = lazy(async () => ({ default: (await setup()).SetupPanel }));
const CallsToCome = lazy(async () => ({ default: (await setup()).CallsToCome }));

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Dashboard", matches);

export const loader = ({ request, context }: Route.LoaderArgs) => dashboardPage(request, context);
export const clientLoader = rememberedLoader;

export async function action({ request, context }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  return changeMessage(member, await readForm(request, context));
}
export const clientAction = (args: Route.ClientActionArgs) => optimisticAction(args);

export const ErrorBoundary = PageError;

export default function DashboardPage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.kind === "client" ? (
    <ClientDashboard {...loaderData} />
  ) : (
    <OwnDashboard own={loaderData} changed={actionData} />
  );
}

function OwnDashboard({ own, changed }: { readonly own: Own } & Changed) {
  const { title, sentence, setup, now, live, canWriteAgents, asked } = own;
  useFreshCalls(live);
  // The first call appears beside the setup steps while it runs; when it is over, the usual page is shown.
  const isNew = !setup.hasCalls;
  const isFiltered = asked.agent !== null || asked.number !== null;
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
        <>
          {own.clients !== null && <DashboardFilters {...own} agents={[]} numbers={[]} />}
          <Newcomer own={own} changed={changed} />
        </>
      ) : (
        <>
          <DashboardFilters {...own} />
          {setup.answering === null && !isFiltered && (
            <Suspense>
              <SetupPanel {...own} />
            </Suspense>
          )}
          <AlertsPanel alerts={own.alerts} />
          <DashboardFigures figures={own.figures} />
          <LivePanel known={live} now={now} lines={own.lines} />
          {/* Two columns; in one column, what people wait for comes right after the chart. */}
          <Columns>
            <div className={stack}>
              <CallsChart chart={own.chart} />
              <div className="grid gap-4.5 max-lg:order-2 md:gap-6">
                <Outcomes {...own} />
                <LatestCalls calls={own.latest} />
              </div>
            </div>
            <div className={stack}>
              {/* What people wait for comes before what is only information. */}
              <div className="max-lg:order-1">
                <Messages
                  {...own}
                  changed={changed}
                  none="No one's waiting for a call. Messages and promised callbacks stay here until they're done."
                />
              </div>
              <div className="grid gap-4.5 max-lg:order-3 md:gap-6">
                <AppointmentsPanel appointments={own.appointments} />
                <HourPanel map={own.hours} marks={own.marks} title={own.days} />
                <QuestionsPanel questions={own.questions} canAnswer={canWriteAgents} />
              </div>
            </div>
          </Columns>
        </>
      )}
    </Page>
  );
}

/** A client's counted days, for its agency: no words and no persons. */
function ClientDashboard(client: Extract<Loaded, { kind: "client" }>) {
  return (
    <Page path={[{ label: "Dashboard", to: "/dashboard" }, { label: client.name }]}>
      <PageHeader
        title={client.name}
        sentence={client.sentence.replace(/^Your agents/, "Its agents")}
        aside={<RangeSwitch />}
        action={<ButtonLink to={client.to}>Open client</ButtonLink>}
      />
      <DashboardFilters {...client} agents={[]} numbers={[]} />
      <DashboardFigures figures={client.figures} />
      <Columns>
        <div className={stack}>
          <CallsChart chart={client.chart} />
        </div>
        <div className={stack}>
          <Outcomes {...client} />
          <HourPanel map={client.hours} marks={client.marks} title={client.days} />
        </div>
      </Columns>
    </Page>
  );
}

type Counted = {
  readonly outcomes: readonly ShareBar[];
  readonly days: string;
  readonly isCounting: boolean;
};

function Outcomes({ outcomes, days, isCounting }: Counted) {
  return (
    <Panel title="Outcomes" aside={<span className="text-ink-3 text-meta">{days}</span>}>
      {isCounting && <p className="text-ink-2">Earlier calls are still being counted.</p>}
      {outcomes.length === 0 ? (
        !isCounting && <p className="text-ink-2">No calls in these days.</p>
      ) : (
        <ShareBars label="Outcomes" bars={outcomes} />
      )}
    </Panel>
  );
}

const stack = "contents gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)]";

type Loaded = Route.ComponentProps["loaderData"];
type Own = Extract<Loaded, { kind: "own" }>;
type Changed = { readonly changed: Route.ComponentProps["actionData"] };

function Messages({ messages, canFinish, ...rest }: Own & Changed & { readonly none?: string }) {
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
function Newcomer({ own, changed }: { readonly own: Own } & Changed) {
  return (
    <Suspense>
      <Columns>
        <SetupPanel {...own} />
        <div className={stack}>
          <LivePanel known={own.live} now={own.now} lines={own.lines} />
          <Messages {...own} changed={changed} />
        </div>
      </Columns>
      <CallsToCome />
    </Suspense>
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
        { value: "90", label: "90 days" },
      ]}
    />
  );
}
