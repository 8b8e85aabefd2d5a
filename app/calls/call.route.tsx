/** /call-history/:callId: one call as a script, with its results; a running call is updated live. */
import { Phone, Printer, Share2 } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { Elapsed } from "#app/calls/live/elapsed.tsx";
import { LiveNotice, useFreshCalls, useLiveCall } from "#app/calls/live/live-calls.tsx";
import { liveCaller } from "#app/calls/live/live-words.ts";
import { steerPeople } from "#app/calls/live/steer-people.ts";
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
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/call.route";
import { AnswerTimes } from "./answer-times-panel.tsx";
import { CallNeighbors } from "./call-neighbors.tsx";
import { CallScript } from "./call-script.tsx";
import { CallAnalysis, CallBehind, CallResult } from "./call-side.tsx";
import { callHistoryQueryOf } from "./history/call-history.schema.ts";
import { listAddress, withDays } from "./history/history-query.ts";
import { testOfCall } from "./make-test.server.ts";
import { MakeTest } from "./make-test.tsx";
import { OutcomeTag } from "./outcome-tag.tsx";
import { BlockCaller } from "./protection/block-caller.tsx";
import { RawEvents } from "./raw-events.tsx";
import { changeRecording, isRecordingChange } from "./recordings/recording-changes.server.ts";
import { lineAt, spokenTimes } from "./recordings/spoken-times.ts";
import { usePlayer } from "./recordings/use-player.tsx";
import { remarksShown } from "./remarks/call-remarks.server.ts";
import { InProgress } from "./remarks/consent-panel.tsx";
import { changeRemarks, isRemark } from "./remarks/remark-changes.server.ts";
import { RemarksPanel, refusedOf } from "./remarks/remarks-panel.tsx";
import { transcriptText } from "./transcript-text.ts";
import { attemptShown } from "./transfer-attempts.ts";
import { TransfersPanel } from "./transfers-panel.tsx";

// Most calls are over, came in, and have no recording.
const PlacedPanel = lazy(() => import("./outbound/placed-panel.tsx"));
const LiveControls = lazy(() => import("#app/calls/live/live-controls.tsx"));
const CallPlayer = lazy(() => import("./recordings/call-player.tsx"));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Call with ${loaderData.who}` : "Call", matches);

export const loader = async ({ params, request, context }: Route.LoaderArgs) => {
  const member = permitted(context, "calls.read");
  const { store, may, organization } = member;
  const { name, timeZone, locale } = organization;
  const now = Date.now();
  const readsPersons = may("calls.read_persons");
  // The list that led here; as there, a search by words is for members who may read who called.
  const asked = callHistoryQueryOf(request.url);
  const query = withDays({ ...asked, q: readsPersons ? asked.q : "" }, { now, timeZone });
  const [call, neighbors, transfers, remarks, placed, recording, line] = await Promise.all([
    store.calls.find(params.callId, { now, timeZone, locale }),
    store.calls.neighbors(params.callId, query, timeZone),
    store.transfers.ofCall(params.callId),
    store.remarks.ofCall(params.callId, { now, timeZone, locale }),
    store.placed.shown(params.callId),
    // A voice tells who calls, and says what is taken out of the words.
    readsPersons ? store.recordings.shown(params.callId) : null,
    may("calls.place") && readsPersons ? store.callBacks.lineOf(params.callId) : null,
  ]);
  // What an agent did by text names its conversation where calls name themselves.
  if (!call && readsPersons && (await store.texts.isConversation(params.callId)))
    throw redirect(`/messages/${params.callId}`);
  if (!call) throw missing("call", { to: "/call-history", label: "Calls" });
  const shown = readsPersons ? call : withoutPerson(call, name);
  const isSteered = call.ended === null && may("calls.steer");
  return {
    ...shown,
    now,
    neighbors,
    remarks: remarksShown(member, remarks),
    transfers: transfers.map(attemptShown),
    recording: call.ended ? recording : null,
    canDeleteRecording: may("organization.write"),
    asked: listAddress({ ...asked, q: query.q }),
    canWriteAgents: may("agents.write"),
    canMakeTest: may("agents.write") && readsPersons && call.lines.some(({ type }) => type === "caller"),
    canFinish: may("messages.write"),
    canSteer: may("calls.steer"),
    people: isSteered ? steerPeople(await store.transfers.list(), now) : [],
    takesHints: isSteered && ((await store.live.lineOf(call.id))?.takesHints ?? false),
    placed: placed && { ...placed, reason: readsPersons ? placed.reason : null },
    callingAgentId: line?.agent_id ?? null,
    canText: readsPersons && call.number !== null && call.ended !== null,
    canBlock: may("numbers.write") && readsPersons && call.number !== null,
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  const posted = await readForm(request, context);
  if (isRecordingChange(posted))
    return changeRecording(permitted(context, "organization.write"), params.callId);
  if (posted.get("do") === "make_test") return testOfCall(member, params.callId);
  if (isRemark(posted)) return changeRemarks(member, posted, params.callId);
  return changeMessage(member, posted, params.callId);
}
export const clientAction = (args: Route.ClientActionArgs) => optimisticAction(args);

export const ErrorBoundary = PageError;

export default function CallPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, agent, number, sentence, summary, ended, canWriteAgents, asked, callingAgentId } = loaderData;
  const isLive = ended === null;
  const going = useMemo(() => (isLive ? [{ call_id: loaderData.id }] : []), [isLive, loaderData]);
  useFreshCalls(going);
  const live = useLiveCall(id);
  const who = (isLive && live && liveCaller(live)) || loaderData.who;
  const lines = (isLive && live?.lines) || loaderData.lines;
  const caller = (isLive && live?.caller_name?.split(" ")[0]) || loaderData.caller;
  const player = usePlayer();
  const { recording } = loaderData;
  const times = useMemo(
    () => (recording?.status === "stored" ? spokenTimes(loaderData.lines, recording.offset_ms) : null),
    [recording, loaderData.lines],
  );
  const heard = times && {
    times,
    now: player.seconds > 0 ? lineAt(times, player.seconds) : null,
    playFrom: player.playFrom,
  };
  const { messages } = loaderData;
  const hasResult =
    messages.length > 0 ||
    loaderData.transfers.length > 0 ||
    (ended !== null && (ended.appointments.length > 0 || ended.fields.length > 0));
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
              <OutcomeTag outcome={ended.outcome} isOutbound={loaderData.placed !== null} />
            ) : (
              <Tag tone="good" live>
                {live?.transferring_to ? `Calling ${live.transferring_to}` : "Live"}
              </Tag>
            )}
            {loaderData.canText && (
              <ButtonLink to={`/messages/${id}`} className="print:hidden">
                Texts
              </ButtonLink>
            )}
            {ended && loaderData.remarks.canWrite && (
              <ButtonLink to={`/call-history/${id}/share`} icon={<Share2 />} className="print:hidden">
                Share
              </ButtonLink>
            )}
            {ended && callingAgentId !== null && (
              <ButtonLink
                to={`/agents/${callingAgentId}/dial?call=${id}`}
                icon={<Phone />}
                className="print:hidden"
              >
                Call back
              </ButtonLink>
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
            <TransfersPanel attempts={loaderData.transfers} />
          </div>
        )}
        <div className="grid min-w-0 content-start gap-4.5 md:gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {recording && (
            <Suspense>
              <CallPlayer
                call={id}
                recording={recording}
                player={player}
                canDelete={loaderData.canDeleteRecording}
              />
            </Suspense>
          )}
          <Panel
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
                heard={heard ?? undefined}
              />
            ) : (
              <p className="px-4.5 py-6 text-ink-2">
                {isLive
                  ? loaderData.placed?.isRinging
                    ? "The phone is ringing. The transcript appears here as people talk."
                    : "The call is connected. The transcript appears here as people talk."
                  : loaderData.isForgotten
                    ? "This transcript was deleted under your data retention setting."
                    : "Nothing was said on this call."}
              </p>
            )}
          </Panel>
        </div>
        <div className="grid gap-4.5 md:gap-6 lg:col-start-2">
          {loaderData.placed && (
            <Suspense>
              <PlacedPanel {...loaderData.placed} />
            </Suspense>
          )}
          {ended && <RemarksPanel {...loaderData.remarks} refused={refusedOf(actionData)} />}
          {ended?.analysis && <CallAnalysis {...ended.analysis} />}
          {ended ? (
            <CallBehind id={id} agent={agent} {...ended}>
              <AnswerTimes answers={ended.answers} />
              {loaderData.canBlock && <BlockCaller call={id} />}
              {loaderData.canMakeTest && agent.id !== null && <MakeTest answer={actionData} />}
              {lines.length > 0 && <RawEvents lines={lines} />}
            </CallBehind>
          ) : (
            <>
              {loaderData.canSteer && (
                <Suspense>
                  <LiveControls
                    call={id}
                    isPhone={number !== null}
                    people={loaderData.people}
                    takesHints={loaderData.takesHints}
                    calledNow={live?.transferring_to ?? null}
                  />
                </Suspense>
              )}
              <InProgress consent={loaderData.remarks.consent} refused={refusedOf(actionData)} />
            </>
          )}
        </div>
      </Columns>
    </Page>
  );
}
