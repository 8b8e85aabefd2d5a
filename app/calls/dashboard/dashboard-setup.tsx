// The steps from a new organization to its first answered call: three, each with its state and one button.
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { SampleCalls } from "#app/calls/history/history-empty.tsx";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { NameStep } from "./dashboard-name.tsx";

export interface SetupPanelProps {
  readonly setup: {
    readonly hasAgent: boolean;
    readonly hasNumber: boolean;
    readonly answering: { readonly phone_number: string; readonly shown: string } | null;
    readonly hasCalls: boolean;
  };
  readonly canWriteAgents: boolean;
  readonly canBuyNumbers: boolean;
  /** In words; null: they can get one themselves. */
  readonly whomToAskForNumbers: string | null;
  /** Whether the person is asked for their name. */
  readonly asksName: boolean;
}

export function SetupPanel(props: SetupPanelProps) {
  const { setup, canWriteAgents, canBuyNumbers, whomToAskForNumbers, asksName } = props;
  const { hasAgent, hasNumber, answering, hasCalls } = setup;
  const next = !hasAgent ? "agent" : answering === null ? "number" : "call";
  return (
    <Panel title="Get your phone answered" flush>
      <ol className="divide-y">
        <Step
          place={1}
          title="Create an agent"
          isDone={hasAgent}
          isNext={next === "agent"}
          action={canWriteAgents && { to: "/agents/new", label: "Create an agent" }}
        >
          It greets your callers, answers their questions and books appointments. You choose what it says.
        </Step>
        <Step
          place={2}
          title={hasNumber ? "Assign your number to an agent" : "Get a phone number"}
          isDone={answering !== null}
          isNext={next === "number"}
          action={
            canBuyNumbers &&
            (hasNumber
              ? { to: "/numbers", label: "Choose an agent" }
              : { to: "/numbers/search", label: "Get a number" })
          }
        >
          {hasNumber
            ? "You have a number. Choose which agent answers it."
            : (whomToAskForNumbers ?? "Pick one near your customers. Your agent answers it within seconds.")}
        </Step>
        <Step place={3} title="Call it" isDone={hasCalls} isNext={next === "call"}>
          {answering === null ? (
            "Talk to your agent like a customer would, and follow along here."
          ) : (
            <>
              Call{" "}
              <span className="whitespace-nowrap font-strong text-ink tabular-nums">{answering.shown}</span>{" "}
              from any phone. The conversation appears here as you talk.
            </>
          )}
          {answering !== null && next === "call" && (
            <a
              href={`tel:${answering.phone_number}`}
              className={cx(buttonClass({ variant: "go" }), "mt-3 md:hidden")}
            >
              Call now
            </a>
          )}
        </Step>
        {asksName && <NameStep />}
      </ol>
    </Panel>
  );
}

/** A preview of the page before the first call. */
export function CallsToCome() {
  return (
    <Panel label="Calls" flush>
      <EmptyState title="Your calls will appear here" sample={<SampleCalls />}>
        See who called, the outcome and the full transcript, with totals above.
      </EmptyState>
    </Panel>
  );
}

interface StepProps {
  readonly place: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isNext: boolean;
  /** Absent where the reader lacks the permission. */
  readonly action?: { readonly to: string; readonly label: string } | false;
  readonly children: ReactNode;
}

function Step({ place, title, isDone, isNext, action, children }: StepProps) {
  return (
    <li
      className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-4.5 py-4"
      aria-current={isNext ? "step" : undefined}
    >
      <span
        className={cx(
          "grid size-7 shrink-0 place-items-center self-start rounded-full font-semibold text-xs tabular-nums",
          isDone
            ? "bg-good-soft text-good"
            : isNext
              ? "bg-brand-fill text-brand-on-fill"
              : "inset-ring inset-ring-line bg-sunken text-ink-2",
        )}
      >
        {isDone ? <Check aria-label="Done" /> : place}
      </span>
      <div className="min-w-56 flex-1">
        <h3 className={isDone ? "text-ink-2" : undefined}>{title}</h3>
        {!isDone && <div className="max-w-[60ch] text-ink-2">{children}</div>}
      </div>
      {!isDone && isNext && action && (
        <ButtonLink to={action.to} variant="go">
          {action.label}
        </ButtonLink>
      )}
    </li>
  );
}
