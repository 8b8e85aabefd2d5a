// The live view of a campaign: who is being called now, what came of the calls, how it is set up.
import { Link } from "react-router";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import type { ShareBar } from "#app/ui/share-bar.ts";
import { ShareBars } from "#app/ui/share-bars.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { ProgressBar } from "./campaign-table.tsx";
import type { CalledNow, SetupFact } from "./campaign-view.ts";

export interface CalledNowPanelProps {
  readonly calls: readonly CalledNow[];
  /** What is said while no call goes on. */
  readonly next: string;
  /** Calls beyond those shown, in words. */
  readonly more: string | null;
}

export function CalledNowPanel({ calls, next, more }: CalledNowPanelProps) {
  return (
    <Panel
      title="Being called now"
      aside={calls.length > 0 && <Tag tone="good" live>{`${calls.length}`}</Tag>}
      flush={calls.length > 0}
    >
      {calls.length === 0 ? (
        <p className="text-ink-2">{next}</p>
      ) : (
        <Rows label="Being called now">
          {calls.map(({ id, who, number, state, isTalking, since, to }) => (
            <Row
              key={id}
              title={who}
              aside={since}
              {...(to !== null && { to })}
              note={number ?? undefined}
              action={<Tag tone={isTalking ? "good" : "brand"}>{state}</Tag>}
            />
          ))}
        </Rows>
      )}
      {more !== null && <p className="border-t px-4.5 py-2.5 text-ink-3 text-meta">{more}</p>}
    </Panel>
  );
}

export interface ProgressPanelProps {
  readonly words: string;
  /** Who was called and who may not be, in percent. */
  readonly share: number;
  readonly blocked: number;
  readonly results: readonly ShareBar[];
  readonly outcomes: readonly ShareBar[];
  readonly peopleTo: string;
  readonly fileTo: string | null;
}

export function ProgressPanel(props: ProgressPanelProps) {
  const { words, share, blocked, results, outcomes, peopleTo, fileTo } = props;
  return (
    <Panel title="Results" aside={<Link to={peopleTo}>Everyone in it</Link>}>
      <div className="grid gap-4.5">
        <div className="grid gap-1.5">
          <p className="text-control text-ink-2 tabular-nums">{words}</p>
          <ProgressBar share={share} blocked={blocked} />
        </div>
        {results.length === 0 ? (
          <p className="text-ink-2">Results appear here with the first call.</p>
        ) : (
          <ShareBars label="Results" bars={results} />
        )}
        {outcomes.length > 0 && (
          <div className="grid gap-3 border-t pt-4.5">
            <h3 className="font-strong">What came of the conversations</h3>
            <ShareBars label="Outcomes" bars={outcomes} />
          </div>
        )}
        {fileTo !== null && (
          <p className="text-meta">
            <a href={fileTo} download>
              Download results as CSV
            </a>
          </p>
        )}
      </div>
    </Panel>
  );
}

export interface SetupPanelProps {
  readonly id: string;
  readonly title?: string;
  readonly facts: readonly SetupFact[];
}

export const SetupPanel = ({ id, title: heading = "How it is set up", facts }: SetupPanelProps) => (
  <Panel title={heading}>
    <Facts
      facts={facts.map(({ title, words, step }) => [
        title,
        <span key={title}>
          <span className="wrap-anywhere">{words}</span>
          {step !== null && (
            <>
              {" "}
              <Link
                to={`/campaigns/${id}/setup?step=${step}`}
                aria-label={`Change ${title.toLowerCase()}`}
                className="text-brand-text underline"
              >
                Change
              </Link>
            </>
          )}
        </span>,
      ])}
    />
  </Panel>
);
