// Calls as a list: caller, events, outcome, time; rows of two lines where it is narrow.

import type { CallRow } from "#app/calls/call-row.ts";
import { OutcomeTag } from "#app/calls/outcome-tag.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";

const who: Column<CallRow> = {
  key: "who",
  head: "Caller and summary",
  cell: (call) => <Who name={call.who} face={call.face} what={call.what} />,
};
const outcome: Column<CallRow> = {
  key: "outcome",
  head: "Outcome",
  width: "w-34",
  folded: "beside",
  cell: (call) => <OutcomeTag outcome={call.outcome} />,
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
const when: Column<CallRow> = {
  key: "when",
  head: "When",
  width: "w-44",
  align: "end",
  cell: (call) => <span title={call.exactly}>{call.when}</span>,
};

export interface CallTableProps {
  readonly calls: readonly CallRow[];
  readonly caption: string;
  /** Without agents and durations, where there is less room. */
  readonly isShort?: boolean;
}

export function CallTable({ calls, caption, isShort = false }: CallTableProps) {
  return (
    <DataTable
      caption={caption}
      columns={
        isShort
          ? [who, { ...outcome, width: "w-28" }, { ...when, width: "w-42" }]
          : [who, outcome, agent, duration, when]
      }
      rows={calls}
      rowKey={(call) => call.id}
      rowTo={(call) => `/call-history/${call.id}`}
      foldsBelow={isShort ? 34 : 52}
    />
  );
}
