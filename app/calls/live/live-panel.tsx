// The panel of live calls: the caller, the start, and the last words.
import { ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Quote, Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { Elapsed } from "./elapsed.tsx";
import { LiveNotice, useLiveCalls } from "./live-calls.tsx";
import type { LiveCall } from "./live-feed.schema.ts";
import { liveCaller, liveCount } from "./live-words.ts";

/** More would push everything else off the page. */
const mostShown = 4;
/** Two lines of the panel. */
const longestQuote = 110;

/** The end of what was said, from the start of a word: the newest words count. */
function lastOf(words: string): string {
  if (words.length <= longestQuote) return words;
  return `… ${words.slice(-longestQuote).replace(/^\S*\s/, "")}`;
}

export interface LivePanelProps {
  /** The calls that came with the page. */
  readonly known: readonly LiveCall[];
  /** ms UTC */
  readonly now: number;
  /** Without calls the panel is hidden, where a list of finished ones is enough. */
  readonly isHiddenWhenQuiet?: boolean;
}

export function LivePanel({ known, now, isHiddenWhenQuiet = false }: LivePanelProps) {
  const calls = useLiveCalls(known);
  if (calls.length === 0 && isHiddenWhenQuiet) return <LiveNotice />;
  return (
    <Panel
      title="Live now"
      flush
      aside={
        calls.length > 0 && (
          <Tag tone="good" live>
            {liveCount(calls.length)}
          </Tag>
        )
      }
    >
      {calls.length === 0 ? (
        <p className="px-4.5 py-3.25 text-ink-2">
          No calls right now. When one starts, you can follow it here.
        </p>
      ) : (
        <Rows label="Live now">
          {calls.slice(0, mostShown).map((call) => (
            <LiveRow key={call.call_id} call={call} now={now} />
          ))}
          {calls.length > mostShown && (
            <li className="px-4.5 py-2.5 text-ink-3 text-meta">+ {calls.length - mostShown} more</li>
          )}
        </Rows>
      )}
      <div className="px-4.5 not-has-[p:empty]:border-t not-has-[p:empty]:py-2.5">
        <LiveNotice />
      </div>
    </Panel>
  );
}

function LiveRow({ call, now }: { readonly call: LiveCall; readonly now: number }) {
  const who = liveCaller(call);
  return (
    <Row
      title={who}
      aside={<Elapsed since={call.started_at} now={now} />}
      note={call.agent_name}
      action={
        <ButtonLink to={`/call-history/${call.call_id}`} size="sm" aria-label={`Follow the call with ${who}`}>
          Follow
        </ButtonLink>
      }
    >
      {call.last_words ? (
        <>
          <span className="text-ink-3">
            {call.last_by === "agent" ? (call.agent_name ?? "Agent") : (call.caller_name ?? "Caller")}:
          </span>{" "}
          <Quote>{lastOf(call.last_words)}</Quote>
        </>
      ) : (
        <span className="text-ink-3">Nothing said yet</span>
      )}
    </Row>
  );
}
