/** One error as both of its pages show it: what can be done with it, its facts, and its latest occurrences. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Columns } from "#app/shell/page.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Said } from "#app/ui/said.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { ErrorDetail as Detail, Occurrence } from "./error-rows.ts";
import { severityTags, stateWords } from "./error-words.ts";

interface ErrorDetailProps {
  readonly error: Detail;
  /** Draws a form around what marks the error; absent: the reader may not. */
  readonly form?: ((children: ReactNode) => ReactNode) | undefined;
  /** Whether calls are links: the reader may open them. */
  readonly opensCalls: boolean;
  /** Whether the page has a title above: then the message is a heading below it. */
  readonly isBelowTitle?: boolean;
  readonly done: string | null;
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
}

export function ErrorDetail(props: ErrorDetailProps) {
  const { error, form, opensCalls, isBelowTitle = false, done, newer, older } = props;
  const severity = severityTags[error.severity];
  const message = <span className="wrap-anywhere line-clamp-4">{error.message}</span>;
  const tags = (
    <span className="flex gap-1.5">
      <Tag tone={severity.tone}>{severity.words}</Tag>
      <Tag tone={error.state === "resolved" ? "good" : "neutral"}>{stateWords[error.state]}</Tag>
    </span>
  );
  const seen = `Seen ${error.times === "1" ? "once" : `${error.times} times`}, last ${error.lastSeen}.`;
  return (
    <>
      {isBelowTitle ? (
        <Panel title={message} aside={tags}>
          <p className="text-ink-2">{seen}</p>
        </Panel>
      ) : (
        <PageHeader title={message} sentence={seen} aside={tags} />
      )}
      <Said words={done} />
      {error.reopened !== null && error.state === "open" && (
        <p className="text-warn">{`It was resolved, and came back ${error.reopened}.`}</p>
      )}
      {form?.(<Marks error={error} />)}
      <Columns>
        <Panel title="Latest occurrences" flush>
          {error.occurrences.length === 0 ? (
            <p className="p-4.5 text-ink-2">
              It was counted, but no occurrence was kept: many errors happened at once.
            </p>
          ) : (
            <Rows label="Latest occurrences">
              {error.occurrences.map((one) => (
                <OneOccurrence key={one.id} one={one} opensCalls={opensCalls} />
              ))}
            </Rows>
          )}
          <Pagination of="occurrences" newer={newer} older={older} />
        </Panel>
        <Panel title="About">
          <Facts facts={factsOf(error, opensCalls)} />
        </Panel>
      </Columns>
    </>
  );
}

/** The buttons that put the error into another state. */
function Marks({ error }: Pick<ErrorDetailProps, "error">) {
  const button = (state: Detail["state"], words: string, variant?: "go") => (
    <Button type="submit" name="state" value={state} variant={variant}>
      {words}
    </Button>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="error" value={error.id} />
      {error.state === "open" && button("resolved", "Mark as resolved", "go")}
      {error.state === "open" && button("muted", "Mute")}
      {error.state !== "open" && button("open", "Reopen", "go")}
    </div>
  );
}

type Fact = readonly [string, ReactNode];

function factsOf(error: Detail, opensCalls: boolean): Fact[] {
  const known: (readonly [string, ReactNode | null])[] = [
    ["Organization", error.organization],
    ["Source", error.source],
    [
      "Route",
      <span key="route" className="wrap-anywhere">
        {error.route}
      </span>,
    ],
    ["First seen", error.firstSeen],
    ["Last seen", error.lastSeen],
    ["First release", error.firstRelease],
    ["Last release", error.lastRelease],
    ["Last call", error.callId && <CallLink id={error.callId} isLink={opensCalls} />],
  ];
  return known.flatMap(([word, value]) => (value === null ? [] : [[word, value] as const]));
}

const CallLink = ({ id, isLink }: { readonly id: string; readonly isLink: boolean }) =>
  isLink ? (
    <Link to={`/call-history/${id}`} className="font-strong text-brand-text no-underline hover:underline">
      Open the call
    </Link>
  ) : (
    <span className="wrap-anywhere">{id}</span>
  );

function OneOccurrence({ one, opensCalls }: { readonly one: Occurrence; readonly opensCalls: boolean }) {
  const note = [
    one.device,
    one.release === null ? null : `release ${one.release}`,
    one.requestId === null ? null : `request ${one.requestId}`,
  ].filter((part) => part !== null);
  const hasDetails = one.stack !== null || one.context.length > 0;
  return (
    <Row
      title={one.url}
      aside={<time title={one.exactly}>{one.when}</time>}
      note={<span className="wrap-anywhere">{note.join(", ")}</span>}
    >
      {one.callId !== null && opensCalls && <CallLink id={one.callId} isLink />}
      {hasDetails && (
        <details>
          <summary>Details</summary>
          {one.context.length > 0 && <Facts facts={one.context} />}
          {one.stack !== null && (
            <pre className="wrap-anywhere mt-2 whitespace-pre-wrap rounded-md bg-sunken p-3 font-mono text-meta">
              {one.stack}
            </pre>
          )}
        </details>
      )}
    </Row>
  );
}
