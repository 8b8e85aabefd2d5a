/** Lists with columns: a real table that becomes full-width rows on a phone; the whole row is the link. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";

export interface Column<Row> {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** A Tailwind width such as "w-34"; columns without one share what is left. */
  readonly width?: string | undefined;
  readonly align?: "start" | "end" | undefined;
  /**
   * Where the cell goes on a phone: at the right of the first one, in the line below it (default), or nowhere. The
   * first column always comes first.
   */
  readonly phone?: "beside" | "below" | "hidden" | undefined;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Where a row leads. The first cell is the link; its area is the whole row. */
  readonly rowTo?: ((row: Row) => string) | undefined;
  /** Other controls inside such a row are above the link with the class `relative z-1`. */
}

const placesOnPhone = {
  beside: "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end",
  below: "max-md:col-span-full max-md:text-meta",
  hidden: "max-md:hidden",
} as const;

export function DataTable<Row>({ caption, columns, rows, rowKey, rowTo }: DataTableProps<Row>) {
  const [lead, ...others] = columns;
  return (
    <table className="w-full table-fixed border-collapse text-control max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={cx(
                "whitespace-nowrap border-b bg-sunken px-4.5 py-2.25 font-medium text-ink-3 text-label",
                column.align === "end" ? "text-right" : "text-left",
                column.width,
              )}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={cx(
              "relative border-b last:border-b-0 max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3",
              rowTo && "hover:bg-sunken has-[a:focus-visible]:bg-sunken",
            )}
          >
            <td className="px-4.5 py-2.75 max-md:col-start-1 max-md:row-start-1 max-md:p-0">
              {rowTo ? (
                <Link
                  to={rowTo(row)}
                  className="block text-ink no-underline outline-offset-4 after:absolute after:inset-0"
                >
                  {lead.cell(row)}
                </Link>
              ) : (
                lead.cell(row)
              )}
            </td>
            {others.map((column) => (
              <td
                key={column.key}
                className={cx(
                  "px-4.5 py-2.75 tabular-nums max-md:p-0",
                  column.align === "end" && "text-right max-md:text-left",
                  placesOnPhone[column.phone ?? "below"],
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
