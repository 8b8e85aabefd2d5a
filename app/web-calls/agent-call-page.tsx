/** The page that calls an agent: a real call, spoken or written, with its words as they come. */

import { MessageSquare, Mic, PhoneOff, SendHorizontal } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { AgentTabs } from "#app/agents/agent-tabs.tsx";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { useAnswer } from "#app/platform/use-answer.ts";
import { Page } from "#app/shell/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { BrowserCall, type CallState, freshCall, type Opening } from "./browser-call.ts";
import { canListen } from "./browser-voice.ts";
import { longestWords, type Said } from "./call-line.ts";

export interface AgentCallPageProps {
  readonly id: string;
  readonly name: string;
  readonly canCall: boolean;
  /** Whether a stand-in answers for the agent's language model. */
  readonly isSimulated: boolean;
}

type Answer = { readonly opening: Opening | null; readonly problem: string | null } | null;

export function AgentCallPage({ id, name, canCall, isSimulated }: AgentCallPageProps) {
  const fetcher = useFetcher<Answer>();
  const answer = useAnswer(fetcher);
  const spoken = useRef(false);
  const current = useRef<BrowserCall | null>(null);
  const [call, setCall] = useState<CallState | null>(null);
  const [isSpeakable, setSpeakable] = useState(true);
  useEffect(() => setSpeakable(canListen()), []);
  useEffect(() => {
    if (!answer?.opening) return;
    const { origin } = window.location;
    const made = new BrowserCall(answer.opening, {
      origin,
      spoken: spoken.current,
      changed: (state) => {
        if (current.current === null || current.current === made) setCall(state);
      },
    });
    current.current = made;
    setCall(freshCall);
    return () => {
      made.end();
      current.current = null;
    };
  }, [answer]);
  const isOn = call !== null && call.status !== "ended";
  return (
    <Page
      isNarrow
      path={[{ label: "Agents", to: "/agents" }, { label: name, to: `/agents/${id}` }, { label: "Call" }]}
    >
      <PageHeader
        title={`Call ${name}`}
        sentence="A real call to the published agent: it books, takes messages, and is in your call history. Calls from a browser use no minutes of your plan."
        aside={<AgentTabs id={id} current="/call" canWrite={canCall} />}
      />
      <Panel label={`Call with ${name}`} flush>
        <Script lines={call?.lines ?? []} who={name} />
        <p role="status" className="px-4.5 pb-3 text-ink-2 text-meta empty:hidden">
          {statusWords(call)}
        </p>
        {answer?.problem && !isOn && (
          <p role="alert" className="px-4.5 pb-3 text-bad">
            {answer.problem}
          </p>
        )}
        <div className="border-t p-3">
          {isOn ? (
            <Speak call={current} />
          ) : (
            <OrganizationForm fetcher={fetcher} className="flex flex-wrap gap-2">
              <Button
                type="submit"
                variant="go"
                icon={<MessageSquare />}
                disabled={!canCall}
                pending={fetcher.state !== "idle"}
                onClick={() => {
                  spoken.current = false;
                }}
              >
                {call === null ? "Call in writing" : "Call again in writing"}
              </Button>
              {isSpeakable && (
                <Button
                  type="submit"
                  icon={<Mic />}
                  disabled={!canCall || fetcher.state !== "idle"}
                  onClick={() => {
                    spoken.current = true;
                  }}
                >
                  {call === null ? "Call by microphone" : "Call again by microphone"}
                </Button>
              )}
            </OrganizationForm>
          )}
        </div>
      </Panel>
      {isSimulated && (
        <p className="text-ink-2">
          On this computer a simulated model answers, with any key and at no cost. A real one understands
          more.
        </p>
      )}
      {!isSpeakable && (
        <p className="text-ink-2">
          This browser can’t understand speech. You can write, or open this page in Chrome, Edge or Safari.
        </p>
      )}
      {call?.status === "ended" && (
        <p className="text-ink-2">
          The call is in your <Link to="/call-history">call history</Link>.
        </p>
      )}
    </Page>
  );
}

function statusWords(call: CallState | null): string {
  if (call === null) return "";
  if (call.status === "ended") return call.isLost ? "The connection was lost." : "The call has ended.";
  if (call.status === "connecting") return "Connecting…";
  if (call.mode === "refused") return "The microphone is blocked. You can write instead.";
  return call.mode === "spoken" ? "Listening. You can also write." : "";
}

const speakers: Record<Said["who"], string> = { agent: "Agent: ", caller: "You: " };

/** A box that scrolls takes the focus, so that the keyboard scrolls it. */
const scrolls = { tabIndex: 0 };

function Script({ lines, who }: { readonly lines: readonly Said[]; readonly who: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.length > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [lines]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={`Conversation with ${who}`}
      {...scrolls}
      className="relative h-80 overflow-y-auto p-4.5"
    >
      {lines.length === 0 && <p className="text-ink-3 text-meta">The conversation appears here.</p>}
      <div className="grid gap-2">
        {lines.map(({ id, who: by, text }) => (
          <p
            key={id}
            className={cx(
              "wrap-break-word whitespace-pre-wrap rounded-lg px-3 py-2",
              by === "agent" ? "mr-10 justify-self-start bg-sunken" : "ml-10 justify-self-end bg-brand-soft",
            )}
          >
            <span className="sr-only">{speakers[by]}</span>
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}

function Speak({ call }: { readonly call: { readonly current: BrowserCall | null } }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (!field.current) return;
    call.current?.say(field.current.value);
    field.current.value = "";
    field.current.focus();
  };
  return (
    <form method="post" onSubmit={say} className="flex items-center gap-2">
      <input
        ref={field}
        type="text"
        aria-label="What you say"
        placeholder="Say something"
        maxLength={longestWords}
        autoComplete="off"
        onInput={() => call.current?.writing()}
        className="control min-w-0 flex-1"
      />
      <Button type="submit" icon={<SendHorizontal />}>
        Send
      </Button>
      <Button type="button" icon={<PhoneOff />} onClick={() => call.current?.end()}>
        End call
      </Button>
    </form>
  );
}
