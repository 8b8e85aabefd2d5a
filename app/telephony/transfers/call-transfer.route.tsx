/** /call-transfer: whom callers are transferred to, who is open now, and what came of transfers. It stands alone, without the dashboard around it. */
import { Plus } from "lucide-react";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keptAction } from "#app/platform/kept-action.ts";
import { StandaloneError } from "#app/shell/standalone-error.tsx";
import { Notice, useFocusWhenLost } from "#app/telephony/notice.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { Route } from "./+types/call-transfer.route";
import { RecentTransfers, RouteTest, WhisperPreview } from "./route-panels.tsx";
import { TargetForm } from "./target-form.tsx";
import { type ShownTarget, TargetList } from "./target-list.tsx";
import { answerTransfers } from "./transfer-changes.server.ts";
import { transferPage } from "./transfer-page.server.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Call transfer", matches);

export const loader = ({ request, context }: Route.LoaderArgs) => transferPage(request, context);
export const action = ({ request, context }: Route.ActionArgs) => answerTransfers(request, context);
export const clientAction = (args: Route.ClientActionArgs) => keptAction(args);

export const ErrorBoundary = StandaloneError;

const doneWords: Readonly<Record<string, string>> = {
  add: "Added. Choose the agents that may use this person under Agents, Transfer.",
  change: "Saved. It counts from the next call.",
};

/** Hours open and close while the page stands: once a minute it asks again. */
function useFreshStates() {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === "visible" && state === "idle") void revalidate();
    }, minute_ms);
    return () => window.clearInterval(timer);
  }, [revalidate, state]);
}

export default function CallTransferPage({ loaderData, actionData }: Route.ComponentProps) {
  const { targets, open, checked, canWrite, form, done, agents, simulation, canRead } = loaderData;
  useFreshStates();
  const notice = useFocusWhenLost(targets.length);
  const words = actionData?.message ?? (done ? doneWords[done] : undefined);
  return (
    <>
      <PageHeader
        title="Call transfer"
        sentence={
          targets.length === 0
            ? "The people your agents put callers through to."
            : `${open} of ${targets.length} ${targets.length === 1 ? "person takes" : "people take"} calls now · ${checked}`
        }
        action={
          canWrite &&
          form === null && (
            <ButtonLink to="?add#person" variant="go" icon={<Plus />}>
              Add a person
            </ButtonLink>
          )
        }
      />
      <Notice ref={notice} words={words} isGood={actionData?.isGood ?? true} />
      {loaderData.unused && (
        <p className="rounded-lg bg-warn-soft px-4.5 py-4 text-warn">
          No agent uses these people yet. Choose them in an agent's editor, under Transfer.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(19rem,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:gap-6">
          {form && (
            <TargetForm
              key={form.id ?? "new"}
              id={form.id}
              values={actionData?.values ?? form.values}
              errors={actionData?.errors ?? {}}
            />
          )}
          <Panel title="Who takes calls" flush>
            {targets.length > 0 ? (
              <TargetList targets={targets} canWrite={canWrite} />
            ) : (
              <EmptyState
                title="Nobody is here yet"
                sample={<TargetList targets={sample} canWrite={false} />}
                action={
                  canWrite &&
                  form === null && (
                    <ButtonLink to="?add#person" variant="go" icon={<Plus />}>
                      Add a person
                    </ButtonLink>
                  )
                }
              >
                Callers who want a person are put through to the first one who is open and takes the call.
              </EmptyState>
            )}
          </Panel>
          {canRead && <RecentTransfers recent={loaderData.recent} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:gap-6">
          {targets.length > 0 && <RouteTest simulation={simulation} agents={agents} />}
          <WhisperPreview words={loaderData.whisper} introduction={loaderData.introduction} />
        </div>
      </div>
    </>
  );
}

const sample: readonly ShownTarget[] = [
  {
    id: "sample-1",
    name: "Alex Kim",
    shown: "+1 212 555 0142",
    use_when: "Questions about invoices and payments",
    mode: "Announced",
    rings: "rings 25 s",
    hours: "Mon–Fri 9:00 am–5:00 pm",
    users: ["Front desk"],
    state: { is: "open", words: "Open until 5:00 pm" },
    isPaused: false,
  },
  {
    id: "sample-2",
    name: "On-call phone",
    shown: "+1 212 555 0177",
    use_when: "",
    mode: "Direct",
    rings: "rings 40 s",
    hours: "Always open",
    users: ["Front desk"],
    state: { is: "open", words: "Open around the clock" },
    isPaused: false,
  },
];
