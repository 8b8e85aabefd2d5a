/** The rows of an audit trail. */
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import type { TrailEvent } from "./trail-event.ts";

const what: Column<TrailEvent> = {
  key: "what",
  head: "Event",
  cell: ({ what, reason }) => (
    <>
      <span className="wrap-anywhere">{what}</span>
      {reason !== null && <span className="block text-meta wrap-anywhere text-ink-2">{reason}</span>}
    </>
  ),
};
const who: Column<TrailEvent> = {
  key: "who",
  head: "Who",
  cell: ({ who }) => <span className="wrap-anywhere">{who}</span>,
};
const when: Column<TrailEvent> = {
  key: "when",
  head: "When",
  width: "w-38",
  align: "end",
  cell: ({ when, exactly }) => (
    <time title={exactly} className="inline-block first-letter:uppercase">
      {when}
    </time>
  ),
};
const where: Column<TrailEvent> = {
  key: "where",
  head: "Organization",
  folded: "hidden",
  cell: ({ where }) => where ?? "",
};
const network: Column<TrailEvent> = {
  key: "network",
  head: "Network",
  width: "w-34",
  folded: "hidden",
  cell: ({ network }) => network ?? "",
};

interface TrailTableProps {
  readonly events: readonly TrailEvent[];
  /** Whether it is the platform's, with organizations and networks. */
  readonly isWhole?: boolean | undefined;
}

export const TrailTable = ({ events, isWhole = false }: TrailTableProps) => (
  <DataTable
    caption="Events"
    rows={events}
    rowKey={({ id }) => id}
    columns={isWhole ? [what, who, where, network, when] : [what, who, when]}
  />
);
