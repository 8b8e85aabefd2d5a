// Calls as a list: caller, events, outcome, time; full-width rows on a phone.

import type { CallRow } from "#app/calls/call-row.ts";
import { OutcomeTag } from "#app/calls/outcome-tag.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";

const who: Column<CallRow> = {
  key: "who",
  head: "Caller and what happened",
  cell: (call) => <Who name={call.who} face={call.face} what={call.what} />,
};
const outcome: Column<CallRow> = {
  key: "outcome",
  head: "Outcome",
  width: "w-34",
  phone: "beside",
  cell: (call) => <OutcomeTag outcome={call.outcome} />,
};
const agent: Column<CallRow> = {
  key: "agent",
  head: "Agent",
  width: "w-38",
  phone: "hidden",
  cell: (call) => (
    <span className="block truncate text-ink-2">
      {call.direction === "outbound" && "Called by "}
      {call.agent ?? "–"}
    </span>
  ),
};
const duration: Column<CallRow> = {
  key: "duration",
  head: "Length",
  width: "w-22",
  align: "end",
  phone: "hidden",
  cell: (call) => <span className="text-ink-2">{call.duration ?? "–"}</span>,
};
const when: Column<CallRow> = {
  key: "when",
  head: "When",
  width: "w-44",
  align: "end",
  cell: (call) => (
    <span className="text-ink-2 max-md:pl-9.5 max-md:text-ink-3 md:whitespace-nowrap" title={call.exactly}>
      {call.when}
      {/* On a phone the outcome leaves no room for columns: the line below contains their content. */}
      <span className="md:hidden">
        {call.duration !== null && ` · ${call.duration}`}
        {call.agent !== null && ` · ${call.agent}`}
      </span>
    </span>
  ),
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
    />
  );
}
