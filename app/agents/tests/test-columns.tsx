/** What came of a test's last plays: the built-in brain and the model side by side, with what differs marked word by word. */
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { Difference, PlayedTest } from "./agent-tests.schema.ts";
import type { TestBrain } from "./test-terms.schema.ts";
import {
  actionWords,
  brainWords,
  differenceWords,
  endWords,
  outcomeWords,
  turnWords,
  verdictWords,
} from "./test-words.ts";
import { type Stretch, wordDiff } from "./word-diff.ts";

export interface Play {
  readonly when: string;
  /** Whether the agent's draft is still as it was then. */
  readonly isOfDraft: boolean;
  readonly played: PlayedTest;
}

export interface TestColumnsProps {
  readonly columns: readonly { readonly brain: TestBrain; readonly play: Play | null }[];
}

export function TestColumns({ columns }: TestColumnsProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 md:gap-6 lg:auto-cols-fr lg:grid-flow-col">
      {columns.map(({ brain, play }) => (
        <Panel
          key={brain}
          title={brainWords[brain]}
          aside={
            play && (
              <Tag tone={verdictWords[play.played.verdict].tone}>
                {verdictWords[play.played.verdict].label}
              </Tag>
            )
          }
        >
          {play ? <Column {...play} /> : <p className="text-ink-2">Not run yet.</p>}
        </Panel>
      ))}
    </div>
  );
}

function Column({ when, isOfDraft, played }: Play) {
  const { verdict, turns, differences, outcome, ended_by } = played;
  const whole = differences.filter(({ turn }) => turn === null);
  // Turns are only ever in this order, so their place identifies them.
  const shown = turns.map((turn, place) => ({ ...turn, place, key: `turn-${place}` }));
  const unheard = differences.filter(({ turn }) => turn !== null && turn >= turns.length);
  return (
    <div className="grid gap-3">
      <p className="text-ink-3 text-meta">
        <span className="inline-block first-letter:uppercase">{when}</span>
        {isOfDraft ? ", with the draft as it is" : ", with an earlier draft"}
        {outcome && ` · ${outcomeWords[outcome]}`}
        {ended_by && ` · ${endWords[ended_by]}`}
      </p>
      {verdict === "unreachable" && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-control text-warn">
          The model could not be reached, so nothing was judged. Check its key and try again.
        </p>
      )}
      {verdict === "stopped" && (
        <p className="rounded-md bg-warn-soft px-3 py-2 text-control text-warn">
          The conversation took too long and was stopped, so nothing was judged.
        </p>
      )}
      <ol className="grid gap-2.5">
        {shown.map(({ key, place, caller, agent, does }) => (
          <li key={key} className="wrap-anywhere grid gap-1.5 text-control">
            {caller !== "" && (
              <p className="text-ink-2">
                <b className="font-strong text-ink">Caller:</b> {caller}
              </p>
            )}
            <p>
              <b className="font-strong">Agent:</b> {agent === "" ? <i>says nothing</i> : agent}
            </p>
            {does.length > 0 && (
              <p className="text-ink-3 text-meta">{does.map((one) => nameOf(one)).join(" · ")}</p>
            )}
            <Differences differences={differences.filter(({ turn }) => turn === place)} />
          </li>
        ))}
      </ol>
      <Differences differences={[...unheard, ...whole]} />
    </div>
  );
}

const nameOf = (action: string): string =>
  Object.entries(actionWords).find(([known]) => known === action)?.[1] ?? action;

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  if (differences.length === 0) return null;
  const numbered = differences.map((one, place) => ({ one, key: `${one.kind}-${place}` }));
  return (
    <ul className="grid gap-2">
      {numbered.map(({ one, key }) => (
        <li key={key} className="rounded-md border-bad border-l-2 bg-bad-soft px-3 py-2">
          <Differing {...one} />
        </li>
      ))}
    </ul>
  );
}

function Differing(difference: Difference) {
  const words = differenceWords(difference);
  const isSaid = difference.kind === "says";
  const diff = isSaid ? wordDiff(words.expected, words.heard) : null;
  return (
    <dl className="grid gap-1 text-control">
      <dt className="font-strong text-bad text-meta">{turnWords(difference.turn)}: expected</dt>
      <dd>{diff ? <Marked stretches={diff.expected} isExpected /> : words.expected}</dd>
      <dt className="font-strong text-meta">Heard</dt>
      <dd>{diff ? <Marked stretches={diff.heard} isExpected={false} /> : words.heard}</dd>
    </dl>
  );
}

/** Words that the other side lacks are marked, by more than their colour. */
function Marked({
  stretches,
  isExpected,
}: {
  readonly stretches: readonly Stretch[];
  readonly isExpected: boolean;
}) {
  const Mark = isExpected ? "del" : "ins";
  const numbered = stretches.map((one, place) => ({ ...one, key: `stretch-${place}` }));
  return numbered.map(({ key, text, isSame }) =>
    isSame ? (
      <span key={key}>{text} </span>
    ) : (
      <span key={key}>
        <Mark className="underline decoration-2 underline-offset-2">{text}</Mark>{" "}
      </span>
    ),
  );
}
