/** A list of a form that people write themselves: its rows, its errors, and the button that adds one. */
import type { ReactNode } from "react";
import { AddRow, type ListPress } from "./list-buttons.tsx";
import { ListNote } from "./list-note.tsx";
import { Panel } from "./panel.tsx";

export interface EditedListProps<Row> {
  readonly label: string;
  readonly of: {
    readonly errors?: readonly string[] | undefined;
    readonly errorId: string;
    getFieldList(): readonly Row[];
  };
  readonly add: { readonly words: string; readonly press: ListPress };
  /** One row as an `li`. */
  readonly children: (row: Row, place: number, count: number) => ReactNode;
}

export function EditedList<Row>({ label, of, add, children }: EditedListProps<Row>) {
  const rows = of.getFieldList();
  return (
    <>
      {rows.length > 0 && (
        <Panel label={label} flush>
          <ol className="divide-y">{rows.map((row, place) => children(row, place, rows.length))}</ol>
        </Panel>
      )}
      <ListNote of={of} />
      <AddRow press={add.press}>{add.words}</AddRow>
    </>
  );
}
