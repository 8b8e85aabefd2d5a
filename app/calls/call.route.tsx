/** /call-history/:callId: one call as a script, with its results; a running call is updated live. */
import { Printer } from "lucide-react";
import { useMemo } from "react";
import { pageTitle } from "#app/branding/page-title.ts";
import { Elapsed } from "#app/calls/live/elapsed.tsx";
import { LiveNotice, useFreshCalls, useLiveCall } from "#app/calls/live/live-calls.tsx";
import { liveCaller } from "#app/calls/live/live-words.ts";
import { changeMessage } from "#app/calls/messages/message-changes.server.ts";
import { MessagesPanel } from "#app/calls/messages/messages-panel.tsx";
import { withoutPerson } from "#app/calls/scrub/scrub.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { missing } from "#app/platform/errors.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { optimisticAction } from "#app/shell/optimistic-action.tsx";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/call.route";
import { CallNeighbors } from "./call-neighbors.tsx";
import { CallScript } from "./call-script.tsx";
import { CallAnalysis, CallBehind, CallResult } from "./call-side.tsx";
import { callHistoryQueryOf } from "./history/call-history.schema.ts";
import { listAddress, withDays } from "./history/history-query.ts";
import { testOfCall } from "./make-test.server.ts";
import { MakeTest } from "./make-test.tsx";
import { OutcomeTag } from "./outcome-tag.tsx";
import { transcriptText } from "./transcript-text.ts";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Call with ${loaderData.who}` : "Call", matches);

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const { store, may, organization } = permitted(context, "calls.read");
  const { name, timeZone, locale } = organization;
  const now = Date.now();
  const readsPersons = may("calls.read_persons");
  // The list that led here; as there, a search by words is for members who may read who called.
  const asked = callHistoryQueryOf(request.url);
  const query = withDays({ ...asked, q: readsPersons ? asked.q : "" }, { now, timeZone });
  const [call, neighbors] = await Promise.all([
    store.calls.find(params.callId, { now, timeZone, locale }),
    store.calls.neighbors(params.callId, query, timeZone),
  ]);
  if (!call) throw missing("call", { to: "/call-history", label: "Calls" });
  const shown = readsPersons ? call : withoutPerson(call, name);
  return {
    ...shown,
    now,
    neighbors,
    asked: listAddress({ ...asked, q: query.q }),
    canWriteAgents: may("agents.write"),
    canMakeTest: may("agents.write") && readsPersons && call.lines.some(({ type }) => type === "caller"),
    canFinish: may("messages.write"),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  const posted = await readForm(request, context);
  if (posted.get("do") === "make_test") return testOfCall(member, params.callId);
  return changeMessage(member, posted, params.callId);
}
export const clientAction = (args: Route.ClientActionArgs) => optimisticAction(args);

export const ErrorBoundary = PageError;

export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, agent, number, sentence, summary, ended, canWriteAgents, asked } = loaderData;
  const isLive = ended === null;
  const going = useMemo(() => (isLive ? [{ call_id: loaderData.id }] : []), [isLive, loaderData]);
  useFreshCalls(going);
  const live = useLiveCall(id);
  const who = (isLive && live && liveCaller(live)) || loaderData.who;
  const lines = (isLive && live?.lines) || loaderData.lines;
  const caller = (isLive && live?.caller_name?.split(" ")[0]) || loaderData.caller;
  const { messages } = loaderData;
  const hasResult =
    messages.length > 0 || (ended !== null && (ended.appointments.length > 0 || ended.fields.length > 0));
  return (
    <Page path={[{ label: "Calls", to: `/call-history${asked}` }, { label: who }]}>
      <PageHeader
        title={who}
        sentence={
          <>
            {/* A caller without a name is titled by the number. */}
            {number !== null && number !== who && `${number} · `}
            {sentence}
            {isLive && (
              <>
                {" · "}
                <Elapsed since={loaderData.started_at} now={loaderData.now} />
              </>
            )}
          </>
        }
        aside={
          <>
            {ended ? (
              <OutcomeTag outcome={ended.outcome} />
            ) : (
              <Tag tone="good" live>
                Live
              </Tag>
            )}
            <CallNeighbors {...loaderData.neighbors} asked={asked} />
          </>
        }
      />
      {isLive && <LiveNotice />}
      {/* On a phone the result comes before the script, and what went on behind after it. */}
      <Columns className="lg:grid-rows-[auto_1fr]">
        {hasResult && (
          <div className="grid gap-4.5 md:gap-6 lg:col-start-2">
            <MessagesPanel
              title={messages.length > 1 ? "Messages" : "Message"}
              messages={messages}
              total={messages.length}
              canFinish={loaderData.canFinish}
              isLinked={false}
            />
            {ended && <CallResult {...ended} />}
          </div>
        )}
        <Panel
          className="lg:col-start-1 lg:row-span-2 lg:row-start-1"
          title={summary ?? "Transcript"}
          aside={
            !isLive &&
            lines.length > 0 && (
              <span className="-mx-2.5 -my-1 flex print:hidden">
                <CopyButton
                  value={transcriptText(lines, { caller, agent: agent.name })}
                  label="Copy transcript"
                />
                <Button
                  variant="quiet"
                  size="sm"
                  icon={<Printer />}
                  onClick={() => window.print()}
                  className="scriptless:hidden"
                >
                  Print
                </Button>
              </span>
            )
          }
          flush
        >
          {lines.length > 0 ? (
            <CallScript
              lines={lines}
              caller={caller}
              agent={agent}
              canWriteAgents={canWriteAgents}
              isLive={isLive}
            />
          ) : (
            <p className="px-4.5 py-6 text-ink-2">
              {isLive
                ? "The call is connected. The transcript appears here as people talk."
                : loaderData.isForgotten
                  ? "This transcript was deleted under your data retention setting."
                  : "Nothing was said on this call."}
            </p>
          )}
        </Panel>
        <div className="grid gap-4.5 md:gap-6 lg:col-start-2">
          {ended?.analysis && <CallAnalysis {...ended.analysis} />}
          {ended ? (
            <CallBehind id={id} agent={agent} {...ended}>
              {loaderData.canMakeTest && agent.id !== null && <MakeTest answer={actionData} />}
            </CallBehind>
          ) : (
            <Panel title="In progress">
              <p className="text-ink-2">Outcome, details and cost appear here when the call ends.</p>
            </Panel>
          )}
        </div>
      </Columns>
    </Page>
  );
}
