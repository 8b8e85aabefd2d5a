/** A table of web vitals: one column for each, with what it is worth in words and not by color alone. */
import { Link } from "react-router";
import { type Rating, type VitalName, vitalNames } from "#app/monitoring/vitals.ts";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import type { VitalCell, VitalRow } from "./web-vitals-query.ts";

export const ratingWords: Readonly<Record<Rating, { tone: TagTone; words: string }>> = {
  good: { tone: "good", words: "good" },
  fair: { tone: "warn", words: "fair" },
  poor: { tone: "bad", words: "poor" },
};

function Cell({ shown, rating }: VitalCell) {
  if (shown === null || rating === null) return <span className="text-ink-3">–</span>;
  const { tone, words } = ratingWords[rating];
  return (
    <Tag tone={tone}>
      {shown} <span className="sr-only">{words}</span>
    </Tag>
  );
}

const column = (name: VitalName): Column<VitalRow> => ({
  key: name,
  head: name,
  width: "w-24",
  align: "end",
  cell: (row) => (
    <span className="whitespace-nowrap">
      <span className="hidden folded:inline">{name} </span>
      <Cell {...row.cells[name]} />
    </span>
  ),
});

interface VitalsTableProps {
  readonly caption: string;
  /** What the rows are. */
  readonly head: string;
  readonly rows: readonly VitalRow[];
  /** Where a row's name leads. */
  readonly to?: (name: string) => string;
  readonly note?: (name: string) => string | null;
}

export function VitalsTable({ caption, head, rows, to, note }: VitalsTableProps) {
  return (
    <DataTable
      caption={caption}
      foldsBelow={52}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          head,
          cell: ({ name }) => (
            <>
              {to ? (
                <Link to={to(name)} className="wrap-anywhere">
                  {name}
                </Link>
              ) : (
                name
              )}
              {note?.(name) && <span className="text-ink-3 text-meta"> {note(name)}</span>}
            </>
          ),
        },
        ...vitalNames.map(column),
        {
          key: "visits",
          head: "Reports",
          width: "w-20",
          align: "end",
          folded: "beside",
          cell: ({ visits }) => visits.toLocaleString("en-US"),
        },
      ]}
    />
  );
}
