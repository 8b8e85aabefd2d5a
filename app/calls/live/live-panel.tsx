// The strip of live calls: the caller, the agent, how long, how fast the last answer was, and the last words. Its height never changes, so the page below stays where it is; a list above the page holds all of them.
import { useId } from "react";
import { Link } from "react-router";
import { inSeconds, waitsIn } from "#app/calls/answer-waits.ts";
import { cx } from "#app/ui/cx.ts";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { Elapsed } from "./elapsed.tsx";
import { LiveNotice, useLiveCalls } from "./live-calls.tsx";
import type { LiveCall } from "./live-feed.schema.ts";
import { lastOf, liveCaller, liveCount } from "./live-words.ts";

/** How many calls stand beside each other: four where there is room, then two, then one. */
const mostShown = 4;
/** The width from which each place in the row is shown. */
const fromWidth = ["", "@max-[36rem]:hidden", "@max-[56rem]:hidden", "@max-[56rem]:hidden"] as const;
/** At each width, how many are shown, and the class that says so. */
const restAt = [
  [1, "@min-[36rem]:hidden"],
  [2, "@max-[36rem]:hidden @min-[56rem]:hidden"],
  [mostShown, "@max-[56rem]:hidden"],
] as const;

export interface LivePanelProps {
  /** The calls that came with the page. */
  readonly known: readonly LiveCall[];
  /** ms UTC */
  readonly now: number;
  /** How many calls the plan carries at the same time. */
  readonly lines: number;
}

export function LivePanel({ known, now, lines }: LivePanelProps) {
  const calls = useLiveCalls(known);
  const shown = calls.slice(0, mostShown);
  const list = useId();
  return (
    <Panel label="Live now" flush className="@container">
      <div className="group flex h-20 items-stretch">
        <div className="grid w-26 shrink-0 content-center justify-items-start gap-0.5 border-r pl-4 md:w-29 md:pl-4.5">
          <h2>Live now</h2>
          {/* As high without calls, so that the heading does not move when one comes. */}
          <span className="flex h-6 items-center text-ink-2 text-meta">
            {calls.length > 0 ? (
              <Tag tone="good" live>
                {liveCount(calls.length)}
              </Tag>
            ) : (
              liveCount(0)
            )}
          </span>
          <p className="text-ink-3 text-tiny">{`of ${lines} lines`}</p>
        </div>
        <div className="flex min-w-0 flex-1 flex-col justify-center">
          {calls.length === 0 ? (
            <p className="px-4 text-ink-2 group-has-[[role=status]:not(:empty)]:hidden md:px-4.5">
              No calls right now. When one starts, you can follow it here.
            </p>
          ) : (
            <ul aria-label="Live now" className="flex min-w-0 flex-1 divide-x">
              {shown.map((call, place) => (
                <LiveCell
                  key={call.call_id}
                  call={call}
                  now={now}
                  among={shown.length}
                  className={fromWidth[place]}
                />
              ))}
              {calls.length > 1 && <More calls={calls.length} opens={list} />}
            </ul>
          )}
          <div className="px-4 not-has-[p:empty]:pb-2 md:px-4.5">
            <LiveNotice />
          </div>
        </div>
      </div>
      {calls.length > 1 && <AllCalls id={list} calls={calls} now={now} />}
    </Panel>
  );
}

interface LiveCellProps {
  readonly call: LiveCall;
  readonly now: number;
  /** How many stand beside each other where there is room. */
  readonly among: number;
  readonly className: string | undefined;
}

function LiveCell({ call, now, among, className }: LiveCellProps) {
  const who = liveCaller(call);
  return (
    <li
      className={cx("relative grid min-w-0 flex-1 content-center gap-0.5 px-3.5 hover:bg-sunken", className)}
    >
      <div className="flex items-baseline gap-2">
        <Link
          to={`/call-history/${call.call_id}`}
          className="min-w-0 truncate font-strong text-ink tabular-nums no-underline after:absolute after:inset-0"
        >
          <span className="sr-only">Follow the call with </span>
          {who}
        </Link>
        <span className="min-w-0 flex-1 truncate text-ink-3 text-meta">
          {among <= 2 && <span className="@max-[56rem]:hidden">{call.agent_name}</span>}
        </span>
        <span className="text-ink-3 text-meta tabular-nums">
          <Elapsed since={call.started_at} now={now} />
        </span>
      </div>
      <p className="line-clamp-2 text-ink-2 text-meta group-has-[[role=status]:not(:empty)]:line-clamp-1">
        <Answered call={call} isBefore />
        {call.transferring_to ? (
          <span className="text-ink-3">Calling {call.transferring_to}</span>
        ) : call.last_words ? (
          <>
            <span className="text-ink-3">{speakerOf(call)}: </span>
            <Quote words={call.last_words} long={longQuotes[among] ?? shortQuote} />
          </>
        ) : (
          <span className="text-ink-3">Nothing said yet</span>
        )}
      </p>
    </li>
  );
}

/** Two lines of a cell at its narrowest; and by how many cells stand beside each other, where there is room. */
const shortQuote = 32;
const longQuotes: Record<number, number> = { 1: 150, 2: 90 };

function Quote({ words, long }: { readonly words: string; readonly long: number }) {
  if (words.length <= shortQuote || long === shortQuote) return `“${lastOf(words, shortQuote)}”`;
  return (
    <>
      <span className="@max-[56rem]:hidden">“{lastOf(words, long)}”</span>
      <span className="@min-[56rem]:hidden">“{lastOf(words, shortQuote)}”</span>
    </>
  );
}

const speakerOf = ({ last_by, agent_name, caller_name }: LiveCall): string =>
  last_by === "agent" ? (agent_name ?? "Agent") : (caller_name?.split(" ")[0] ?? "Caller");

/** How long the caller waited for the last answer. */
function Answered({ call, isBefore = false }: AnsweredProps) {
  const last = waitsIn(call.lines).at(-1);
  if (!last) return null;
  return (
    <span className="shrink-0 text-ink-3 text-meta tabular-nums" title="Time to the last answer">
      <span className="sr-only">Last answer after </span>
      {inSeconds(last.wait_ms)}
      {isBefore && " · "}
    </span>
  );
}

interface AnsweredProps {
  readonly call: LiveCall;
  /** Whether words follow it. */
  readonly isBefore?: boolean;
}

interface MoreProps {
  readonly calls: number;
  /** The id of the list of all calls. */
  readonly opens: string;
}

/** "+ 3 more", as many as the width leaves out; it opens the list of all. */
function More({ calls, opens }: MoreProps) {
  return restAt
    .filter(([shown]) => calls > shown)
    .map(([shown, className]) => (
      <li key={shown} className={cx("shrink-0 content-center", className)}>
        <button
          type="button"
          popoverTarget={opens}
          className="min-h-11 cursor-pointer px-4 text-ink-2 text-meta underline underline-offset-2 hover:text-ink"
        >
          + {calls - shown} more
        </button>
      </li>
    ));
}

interface AllCallsProps {
  readonly id: string;
  readonly calls: readonly LiveCall[];
  readonly now: number;
}

/** Above the page, and closed by Escape or a press beside it: the browser's own. */
function AllCalls({ id, calls, now }: AllCallsProps) {
  return (
    <div
      id={id}
      popover="auto"
      className="m-auto max-h-[80dvh] w-[min(44rem,calc(100vw-2rem))] overflow-y-auto rounded-lg border bg-surface text-ink shadow-panel"
    >
      <h3 className="border-b px-4.5 py-3">All running calls</h3>
      <ul aria-label="All running calls" className="divide-y">
        {calls.map((call) => (
          <Row key={call.call_id} call={call} now={now} />
        ))}
      </ul>
    </div>
  );
}

/** A call in the list of all. */
function Row({ call, now }: { readonly call: LiveCall; readonly now: number }) {
  return (
    <li className="relative grid gap-0.5 px-4.5 py-2.5 hover:bg-sunken">
      <div className="flex items-baseline gap-3">
        <Link
          to={`/call-history/${call.call_id}`}
          className="min-w-0 truncate font-strong text-ink tabular-nums no-underline after:absolute after:inset-0"
        >
          {liveCaller(call)}
        </Link>
        <span className="min-w-0 flex-1 truncate text-ink-3 text-meta">{call.agent_name}</span>
        <Answered call={call} />
        <span className="text-ink-3 text-meta tabular-nums">
          <Elapsed since={call.started_at} now={now} />
        </span>
      </div>
      <p className="truncate text-ink-2 text-meta">
        {call.transferring_to
          ? `Calling ${call.transferring_to}`
          : call.last_words
            ? `${speakerOf(call)}: “${lastOf(call.last_words, rowQuote)}”`
            : "Nothing said yet"}
      </p>
    </li>
  );
}

/** A line of the list of all. */
const rowQuote = 90;
