// Beside the people: the route at a chosen time, what they hear, and what came of recent transfers.
import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { Form, Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";

export interface RouteTestProps {
  readonly simulation: {
    readonly when: string;
    readonly steps: readonly {
      readonly name: string;
      readonly place: number | null;
      readonly words: string;
    }[];
    readonly after: string;
    readonly agent: string;
    readonly at: string;
    readonly isAsked: boolean;
  };
  readonly agents: readonly { readonly value: string; readonly label: string }[];
}

/** Shows who would be called, without calling anyone. */
export function RouteTest({ simulation, agents }: RouteTestProps) {
  const { when, steps, after, agent, at, isAsked } = simulation;
  return (
    <Panel id="route" title="Test the route">
      <div className="grid gap-4.5">
        <Form method="get" action="/call-transfer#route" className="grid gap-3" preventScrollReset>
          <TextField
            key={at}
            of={{ name: "at", initialValue: at }}
            type="datetime-local"
            label="When a caller asks for a person"
          />
          {agents.length > 0 && (
            <SelectField
              of={{ name: "agent", initialValue: agent }}
              label="Agent"
              none="Everyone in the list"
              choices={agents}
            />
          )}
          <Button type="submit" className="justify-self-start">
            Test
          </Button>
        </Form>
        <div aria-live="polite" className="grid gap-2.5">
          <p className="text-ink-3 text-meta tabular-nums">{isAsked ? when : `Now, ${when}`}</p>
          {steps.length > 0 && (
            <ol className="grid gap-2">
              {steps.map((step) => (
                <li key={`${step.place}-${step.name}-${step.words}`} className="flex items-baseline gap-2.5">
                  <span
                    className={cx(
                      "grid size-5.5 shrink-0 place-items-center rounded-full font-strong text-xs tabular-nums",
                      step.place === null
                        ? "border border-dashed text-ink-3"
                        : "bg-brand-soft text-brand-text",
                    )}
                  >
                    {step.place ?? "–"}
                  </span>
                  <span className="min-w-0">
                    <span className={cx("wrap-anywhere", step.place === null ? "text-ink-3" : "font-medium")}>
                      {step.name}
                    </span>
                    <span className="block text-ink-3 text-meta tabular-nums">{step.words}</span>
                  </span>
                </li>
              ))}
            </ol>
          )}
          <p className="text-control text-ink-2">{after}</p>
        </div>
      </div>
    </Panel>
  );
}

export interface WhisperPreviewProps {
  readonly words: string;
  readonly introduction: string;
}

/** What the person who picks up hears first, and what both hear of an introduction: as text, and spoken by this browser. */
export function WhisperPreview({ words, introduction }: WhisperPreviewProps) {
  const [speaking, setSpeaking] = useState<string | null>(null);
  useEffect(() => () => window.speechSynthesis?.cancel(), []);
  const speak = (text: string) => {
    const { speechSynthesis } = window;
    if (!speechSynthesis) return;
    speechSynthesis.cancel();
    if (speaking === text) return setSpeaking(null);
    const spoken = new SpeechSynthesisUtterance(text);
    const over = () => setSpeaking((now) => (now === text ? null : now));
    spoken.lang = "en-US";
    spoken.onend = over;
    spoken.onerror = over;
    setSpeaking(text);
    speechSynthesis.speak(spoken);
  };
  const samples = [
    { lead: "Announced or introduced, before they're on the line. A sample:", text: words },
    { lead: "Introduced, once they took the call. Both hear it:", text: introduction },
  ];
  return (
    <Panel title="What they hear">
      <div className="grid gap-5">
        {samples.map(({ lead, text }) => (
          <div key={lead} className="grid justify-items-start gap-3">
            <p className="text-ink-2">{lead}</p>
            <blockquote className="wrap-anywhere border-brand border-l-2 pl-3.5">{text}</blockquote>
            <Button
              size="sm"
              onClick={() => speak(text)}
              aria-pressed={speaking === text}
              icon={speaking === text ? <Square /> : <Play />}
              className="scriptless:hidden"
            >
              {speaking === text ? "Stop" : "Hear it"}
            </Button>
          </div>
        ))}
      </div>
    </Panel>
  );
}

export interface RecentTransfersProps {
  readonly recent: readonly {
    readonly key: string;
    readonly call_id: string;
    readonly name: string;
    readonly outcome: string;
    readonly isGood: boolean;
    readonly talked: string;
    readonly caller: string;
    readonly when: string;
  }[];
}

export const RecentTransfers = ({ recent }: RecentTransfersProps) => (
  <Panel title="Recent transfers" flush>
    {recent.length === 0 ? (
      <p className="px-4.5 py-6 text-ink-2">
        No transfers yet. Each attempt will appear here, with who answered and how long they talked.
      </p>
    ) : (
      <ul className="divide-y">
        {recent.map(({ key, call_id, name, outcome, isGood, talked, caller, when }) => (
          <li
            key={key}
            className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4.5 py-3 hover:bg-sunken md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_9.5rem]"
          >
            <Link
              to={`/call-history/${call_id}`}
              className="truncate font-medium text-ink tabular-nums no-underline after:absolute after:inset-0 first-letter:uppercase"
            >
              {name}
            </Link>
            <span className="truncate text-ink-2 tabular-nums max-md:order-3">{caller}</span>
            <span className="flex flex-wrap items-center gap-x-2 max-md:order-2 max-md:justify-end">
              <Tag tone={isGood ? "good" : "neutral"}>{outcome}</Tag>
              <span className="text-ink-3 text-meta tabular-nums">{talked}</span>
            </span>
            <span className="text-right text-ink-3 text-meta tabular-nums first-letter:uppercase max-md:order-4">
              {when}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);
