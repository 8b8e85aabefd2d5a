// Calls as a list under their days: caller, events, outcome, time; rows of two lines where it is narrow.
import type { CallRow } from "#app/calls/call-row.ts";
import { JudgementMarks } from "#app/calls/judgement-marks.tsx";
import { OutcomeTag } from "#app/calls/outcome-tag.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { marked, type TextPart } from "./found-words.ts";
import { type ListColumn, usualColumns } from "./list-terms.schema.ts";
import { bulkForm } from "./list-tools.tsx";

const who = (typed: string, showsTags: boolean): Column<CallRow> => {
  const shown = (text: string) => (typed === "" ? text : <Parts of={marked(text, typed)} />);
  return {
    key: "who",
    head: "Caller and summary",
    cell: (call) => (
      <Who
        name={call.who}
        shownName={shown(call.who)}
        face={call.face}
        beside={call.number && shown(call.number)}
        what={
          <>
            {shown(call.what)}
            {call.found && (
              <span className="block whitespace-normal text-ink-3 text-meta">
                {call.found.by}: “<Parts of={call.found.parts} />”
              </span>
            )}
            {showsTags && call.tags.length > 0 && (
              <span className="flex flex-wrap gap-1 whitespace-normal pt-1">
                <span className="sr-only">Tags: </span>
                {call.tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </span>
            )}
          </>
        }
      />
    ),
  };
};

function Parts({ of }: { readonly of: readonly TextPart[] }) {
  // A part keeps its position as long as its text is the same.
  return of
    .map((part, place) => ({ ...part, key: String(place) }))
    .map(({ key, text, isFound }) => (isFound ? <mark key={key}>{text}</mark> : text));
}

const outcome: Column<CallRow> = {
  key: "outcome",
  head: "Outcome",
  width: "w-34",
  folded: "beside",
  cell: (call) => <OutcomeTag outcome={call.outcome} isOutbound={call.direction === "outbound"} />,
};
const judged: Column<CallRow> = {
  ...outcome,
  width: "w-42",
  cell: ({ outcome, direction, success, sentiment }) => (
    <span className="inline-flex items-center gap-1.5">
      <OutcomeTag outcome={outcome} isOutbound={direction === "outbound"} />
      <JudgementMarks success={success} sentiment={sentiment} />
    </span>
  ),
};
const agent: Column<CallRow> = {
  key: "agent",
  head: "Agent",
  width: "w-38",
  cell: (call) =>
    call.agent === null ? (
      <span className="blank">–</span>
    ) : (
      <>
        {call.direction === "outbound" && "Called by "}
        {call.agent}
      </>
    ),
};
const duration: Column<CallRow> = {
  key: "duration",
  head: "Length",
  width: "w-22",
  align: "end",
  cell: (call) => call.duration ?? <span className="blank">–</span>,
};
const cost: Column<CallRow> = {
  key: "cost",
  head: "Cost",
  width: "w-22",
  align: "end",
  cell: (call) => call.cost ?? <span className="blank">–</span>,
};
/** A box above the row's link, of the form that acts on several calls. */
const box: Column<CallRow> = {
  key: "box",
  head: "Select",
  headHidden: true,
  width: "w-12",
  align: "end",
  folded: "line",
  cell: (call) => (
    <input
      type="checkbox"
      name="call"
      value={call.id}
      form={bulkForm}
      aria-label={`Select the call with ${call.who}, ${call.when}`}
      className="relative z-1 size-5"
    />
  ),
};
const when: Column<CallRow> = {
  key: "when",
  head: "When",
  width: "w-42",
  align: "end",
  cell: (call) => (
    <span title={call.exactly} className="inline-block first-letter:uppercase">
      {call.when}
    </span>
  ),
};
const time: Column<CallRow> = {
  key: "time",
  head: "Time",
  width: "w-30",
  align: "end",
  cell: (call) => <span title={call.exactly}>{call.time}</span>,
};

export interface CallTableProps {
  readonly calls: readonly CallRow[];
  readonly caption: string;
  /** Without days, agents and durations, where there is less room. */
  readonly isShort?: boolean;
  /** The words that were searched for; the rows show them. */
  readonly typed?: string;
  /** What the list was asked for, as the end of an address: the calls' pages lead on in it. */
  readonly asked?: string;
  /** The columns that stand beside who called and when. */
  readonly columns?: readonly ListColumn[];
  /** Whether calls can be selected. */
  readonly isSelecting?: boolean;
}

const chosenColumns = { outcome: judged, agent, duration, cost } as const;

export function CallTable(props: CallTableProps) {
  const { calls, caption, isShort = false, typed = "", asked = "" } = props;
  const { columns: chosen = usualColumns, isSelecting = false } = props;
  const others = chosen.flatMap((name) => (name === "tags" ? [] : [chosenColumns[name]]));
  return (
    <DataTable
      caption={caption}
      columns={
        isShort
          ? [who(typed, false), { ...outcome, width: "w-28" }, when]
          : [who(typed, chosen.includes("tags")), ...others, time, ...(isSelecting ? [box] : [])]
      }
      rows={calls}
      rowKey={(call) => call.id}
      rowTo={(call) => `/call-history/${call.id}${asked}`}
      groupOf={isShort ? undefined : (call) => call.day}
      foldsBelow={isShort ? 34 : 52}
    />
  );
}
