// Shows a call as a script: time, speaker, words; actions appear between the lines with their source.
import {
  BookOpen,
  CalendarCheck,
  CalendarSearch,
  Check,
  CircleHelp,
  Info,
  type LucideIcon,
  MessageSquareText,
  PhoneForwarded,
  PhoneOff,
  TriangleAlert,
  UserCheck,
} from "lucide-react";
import { Link } from "react-router";
import { clockDuration } from "#app/platform/format.ts";
import { cx } from "#app/ui/cx.ts";
import { inSeconds, waitsIn } from "./answer-waits.ts";
import type { CallLine } from "./calls.schema.ts";
import {
  type DeedKind,
  isRepeated,
  type Source,
  scriptLine,
  speakerOf,
  type ToldLine,
} from "./script-line.ts";

const icons: Record<DeedKind, LucideIcon> = {
  calendar: CalendarSearch,
  knowledge: BookOpen,
  filled: Check,
  unanswered: CircleHelp,
  booked: CalendarCheck,
  saved: UserCheck,
  message: MessageSquareText,
  transfer: PhoneForwarded,
  opted_out: PhoneOff,
  mark: Info,
  failed: TriangleAlert,
};

const quiet = new Set<DeedKind>(["mark"]);
const wanting = new Set<DeedKind>(["unanswered", "failed"]);

export interface CallScriptProps {
  readonly lines: readonly CallLine[];
  readonly caller: string;
  readonly agent: { readonly id: string | null; readonly name: string };
  /** Whether the reader may teach the agent. */
  readonly canWriteAgents: boolean;
  /** Whether words still arrive; screen readers announce them. */
  readonly isLive: boolean;
  /** The recording that plays in step with the script; absent: there is none. */
  readonly heard?: HeardScript | undefined;
}

export interface HeardScript {
  /** When each line is heard, in seconds; null: nothing is spoken there. */
  readonly times: readonly (number | null)[];
  /** The line that is heard now; null: none. */
  readonly now: number | null;
  readonly playFrom: (seconds: number) => void;
}

export function CallScript({ lines, isLive, heard, ...people }: CallScriptProps) {
  // A line keeps its position; only its words may change.
  const waits = new Map(isLive ? waitsIn(lines).map(({ at_ms, wait_ms }) => [at_ms, wait_ms]) : []);
  const placed = lines
    .map((line, place) => ({ key: String(place), line, place }))
    .filter(({ place }) => !isRepeated(lines, place));
  return (
    <div {...(isLive && { role: "log", "aria-label": "Transcript" })}>
      <ol className="py-3">
        {placed.map(({ key, line, place }) => (
          <Line
            key={key}
            line={scriptLine(line)}
            at={line.at_ms}
            waited={line.type === "agent" ? (waits.get(line.at_ms) ?? null) : null}
            audible={heard?.times[place] ?? null}
            isHeard={heard?.now === place}
            playFrom={heard?.playFrom}
            {...people}
          />
        ))}
      </ol>
    </div>
  );
}

type LineProps = Pick<CallScriptProps, "caller" | "agent" | "canWriteAgents"> & {
  readonly line: ToldLine;
  readonly at: number;
  /** How long the caller waited for it (ms); null: not said. */
  readonly waited: number | null;
  readonly audible: number | null;
  readonly isHeard: boolean;
  readonly playFrom: ((seconds: number) => void) | undefined;
};

function Line({ line, at, waited, caller, agent, canWriteAgents, audible, isHeard, playFrom }: LineProps) {
  if (line.kind === "deed") return <Deed {...line} agent={agent} canWriteAgents={canWriteAgents} />;
  const isCaller = line.kind === "keys" || line.by === "caller";
  return (
    <li
      aria-current={isHeard || undefined}
      className="grid grid-cols-[2.375rem_minmax(0,1fr)] gap-2 px-4 py-2.25 text-script aria-[current]:bg-brand-soft md:grid-cols-[2.75rem_minmax(0,1fr)] md:gap-3.5 md:px-4.5"
    >
      <div className="text-label/5.75 tabular-nums">
        {playFrom && audible !== null && (
          <button
            type="button"
            onClick={() => playFrom(audible)}
            aria-label={`Play from ${clockDuration(at / 1000)}`}
            className="cursor-pointer text-brand-text underline underline-offset-2"
          >
            {clockDuration(at / 1000)}
          </button>
        )}
        {/* On paper, where nothing is pressed, the time stands for itself. */}
        <time
          className={cx("text-ink-3", playFrom && audible !== null && "hidden print:inline")}
          dateTime={`PT${Math.floor(at / 1000)}S`}
        >
          {clockDuration(at / 1000)}
        </time>
      </div>
      <div className="min-w-0">
        <b className={cx("block font-strong text-label", isCaller ? "text-brand-text" : "text-ink-3")}>
          {speakerOf(line, { caller, agent: agent.name })}
          {waited !== null && (
            <span className="font-normal text-ink-3 tabular-nums"> · answered in {inSeconds(waited)}</span>
          )}
        </b>
        {line.kind === "keys" ? (
          <p>
            <span className="text-ink-2">Pressed </span>
            <kbd className="rounded-sm border border-line-strong px-1.5 font-sans tabular-nums tracking-widest">
              {line.keys}
            </kbd>
          </p>
        ) : (
          <p className="whitespace-pre-line">
            {line.heard}
            {line.unheard !== "" && (
              <s className="text-ink-3">
                <span className="sr-only">(not heard: </span>
                {line.unheard}
                <span className="sr-only">)</span>
              </s>
            )}
          </p>
        )}
      </div>
    </li>
  );
}

type DeedProps = Pick<LineProps, "agent" | "canWriteAgents"> & {
  readonly deed: DeedKind;
  readonly text: string;
  readonly source: Source | null;
};

function Deed({ deed, text, source, agent, canWriteAgents }: DeedProps) {
  const Icon = icons[deed];
  return (
    <li className="flex items-start gap-2 px-4 py-1 text-meta text-ink-2 md:pr-4.5 md:pl-19">
      <Icon
        className={cx(
          "mt-px",
          wanting.has(deed) ? "text-warn" : quiet.has(deed) ? "text-ink-3" : "text-good",
        )}
      />
      <span className="min-w-0">
        {text}
        {source !== null && agent.id !== null && (
          <SourceLink source={source} agentId={agent.id} canWriteAgents={canWriteAgents} />
        )}
      </span>
    </li>
  );
}

function SourceLink(props: {
  readonly source: Source;
  readonly agentId: string;
  readonly canWriteAgents: boolean;
}) {
  const { source, agentId, canWriteAgents } = props;
  const look = "text-ink-2 underline underline-offset-2 hover:text-ink";
  if (source.type !== "question")
    return (
      <>
        {" "}
        <Link
          to={
            source.type === "source"
              ? `/agents/knowledge?source=${source.id}`
              : `/agents/${agentId}#knowledge`
          }
          className={look}
        >
          {source.title}
        </Link>
      </>
    );
  if (!canWriteAgents) return null;
  return (
    <>
      {" · "}
      <Link
        to={`/agents/${agentId}?${new URLSearchParams({ add_knowledge: source.question })}#knowledge`}
        className={look}
      >
        Add an answer
      </Link>
    </>
  );
}
