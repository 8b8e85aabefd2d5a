/** The agents as a table: name and kind, their numbers, their activity. */
import { Link } from "react-router";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";

export type AgentTableRow = {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly numbers: readonly string[];
  readonly calls: string;
  readonly booked: string;
};

const columns = (canBuy: boolean): [Column<AgentTableRow>, ...Column<AgentTableRow>[]] => [
  { key: "agent", head: "Agent", cell: (row) => <Who name={row.name} what={row.kind} /> },
  {
    key: "numbers",
    head: "Phone numbers",
    cell: (row) =>
      row.numbers.length > 0 ? <Numbers shown={row.numbers} /> : <NoNumber row={row} canBuy={canBuy} />,
  },
  {
    key: "calls",
    head: "Calls, 7 days",
    width: "w-32",
    align: "end",
    folded: "beside",
    cell: (row) => (
      <>
        {row.calls}
        <span className="hidden folded:inline"> calls</span>
      </>
    ),
  },
  { key: "booked", head: "Booked", width: "w-28", align: "end", folded: "hidden", cell: (row) => row.booked },
];

function Numbers({ shown }: { readonly shown: readonly string[] }) {
  const [first, ...others] = shown;
  return (
    <span title={shown.join(", ")}>
      {first}
      {others.length > 0 && <span className="text-ink-3"> and {others.length} more</span>}
    </span>
  );
}

function NoNumber({ row, canBuy }: { readonly row: AgentTableRow; readonly canBuy: boolean }) {
  if (!canBuy) return <span className="text-ink-3">No number yet</span>;
  return (
    <Link to={`/numbers/search?agent=${row.id}`} className="relative z-1 text-brand-text">
      Add a number
    </Link>
  );
}

export function AgentTable(props: {
  readonly agents: readonly AgentTableRow[];
  /** Whether the reader may buy numbers for them. */
  readonly canBuy: boolean;
  /** A sample, whose rows have no links. */
  readonly isSample?: boolean;
}) {
  return (
    <DataTable
      caption={props.isSample ? "Sample agents" : "Agents"}
      columns={columns(props.canBuy)}
      rows={props.agents}
      rowKey={(row) => row.id}
      rowTo={props.isSample ? undefined : (row) => `/agents/${row.id}`}
    />
  );
}
