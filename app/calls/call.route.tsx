/** /call-history/:callId: one call as a script, with its results; a running call is updated live. */
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
import { faultResponse } from "#app/platform/errors.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { rememberedLoader } from "#app/platform/query-cache.ts";
import { Columns, Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Route } from "./+types/call.route";
import { CallScript } from "./call-script.tsx";
import { CallSide } from "./call-side.tsx";
import { OutcomeTag } from "./outcome-tag.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData ? `Call with ${loaderData.who}` : "Call", matches);

export const loader = async ({ params, context }: Route.LoaderArgs) => {
  const { store, may, organization } = permitted(context, "calls.read");
  const { name, timeZone, locale } = organization;
  const now = Date.now();
  const call = await store.calls.find(params.callId, { now, timeZone, locale });
  if (!call) throw faultResponse("not_found");
  const shown = may("calls.read_persons") ? call : withoutPerson(call, name);
  return {
    ...shown,
    now,
    canWriteAgents: may("agents.write"),
    canFinish: may("messages.write"),
  };
};
export const clientLoader = rememberedLoader;

export async function action({ request, context, params }: Route.ActionArgs) {
  const member = permitted(context, "messages.write");
  return changeMessage(member, await readForm(request, context), params.callId);
}
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = PageError;

export default function CallPage({ loaderData }: Route.ComponentProps) {
  const { id, agent, number, sentence, summary, ended, canWriteAgents } = loaderData;
  const isLive = ended === null;
  const going = useMemo(() => (isLive ? [{ call_id: loaderData.id }] : []), [isLive, loaderData]);
  useFreshCalls(going);
  const live = useLiveCall(id);
  const who = (isLive && live && liveCaller(live)) || loaderData.who;
  const lines = (isLive && live?.lines) || loaderData.lines;
  return (
    <Page path={[{ label: "Calls", to: "/call-history" }, { label: who }]}>
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
          ended ? (
            <OutcomeTag outcome={ended.outcome} />
          ) : (
            <Tag tone="good" live>
              Live
            </Tag>
          )
        }
      />
      {isLive && <LiveNotice />}
      <Columns>
        <Panel {...(summary === null ? { label: "Transcript" } : { title: summary })} flush>
          {lines.length > 0 ? (
            <CallScript
              lines={lines}
              caller={(isLive && live?.caller_name?.split(" ")[0]) || loaderData.caller}
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
        <div className="grid content-start gap-4.5 md:gap-6">
          <MessagesPanel
            title={loaderData.messages.length > 1 ? "Messages" : "Message"}
            messages={loaderData.messages}
            total={loaderData.messages.length}
            canFinish={loaderData.canFinish}
            isLinked={false}
          />
          {ended ? (
            <CallSide id={id} agent={agent} ended={ended} />
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
