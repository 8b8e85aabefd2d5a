/** Lists with columns: a real table whose rows fold into two lines where it is narrow; the whole row is the link. */
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
   * Where the cell goes in a folded row: at the right of the first one, in the line below it (default), on a line of
   * its own, or nowhere. The first column always comes first.
   */
  readonly folded?: "beside" | "below" | "line" | "hidden" | undefined;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Where a row leads. The first cell is the link; its area is the whole row. */
  readonly rowTo?: ((row: Row) => string) | undefined;
  /** The width in rem below which rows fold: the columns' own widths and 15 for the first. Other controls inside a linked row are above the link with the class `relative z-1`. */
  readonly foldsBelow?: 34 | 42 | 52 | undefined;
}

const folds = { 34: undefined, 42: "data-table-42", 52: "data-table-52" } as const;
const classOf = { beside: "beside", below: "below", line: "line", hidden: "hidden-folded" } as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, rowTo, foldsBelow = 42 } = props;
  const [lead, ...others] = columns;
  return (
    <div className="data-table-place">
      <table className={cx("data-table", folds[foldsBelow])}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, align, width }) => (
              <th key={key} scope="col" className={cx(align === "end" && "end", width) || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <td>
                {rowTo ? (
                  <Link to={rowTo(row)} className="row-link">
                    {lead.cell(row)}
                  </Link>
                ) : (
                  lead.cell(row)
                )}
              </td>
              {others.map((column) => (
                <td
                  key={column.key}
                  className={cx(column.align === "end" && "end", classOf[column.folded ?? "below"])}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
