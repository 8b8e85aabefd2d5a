// The people of a campaign: what came of the last attempt, how often each was tried, and what is next.
import { Link } from "react-router";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import { named } from "./campaign-table.tsx";

export interface PersonRow {
  readonly id: string;
  readonly who: string;
  readonly face: string | null;
  readonly number: string | null;
  readonly state: string;
  readonly result: { readonly words: string; readonly tone: TagTone } | null;
  readonly attempts: string;
  /** "calls": what the number is of, where no head says it. */
  readonly calls: string;
  /** What is next, or when it was over. */
  readonly next: string;
  /** Its last call's page. */
  readonly callTo: string | null;
  /** Where it is said why they have not been called yet; null: they were, or are being called. */
  readonly whyTo: string | null;
}

const blank = <span className="blank">–</span>;

const columns: readonly [Column<PersonRow>, ...Column<PersonRow>[]] = [
  {
    key: "who",
    head: "Person",
    cell: ({ who, face, number }) => <Who name={who} face={face} beside={number} />,
  },
  {
    key: "result",
    head: "Result",
    width: "w-48",
    folded: "beside",
    cell: ({ result }) =>
      result === null ? (
        blank
      ) : (
        <Tag tone={result.tone} wraps>
          {result.words}
        </Tag>
      ),
  },
  {
    key: "attempts",
    head: "Calls",
    width: "w-18",
    align: "end",
    cell: ({ attempts, calls }) => named(attempts, calls),
  },
  { key: "next", head: "Next", width: "w-52", cell: ({ state, next }) => `${state}${next}` },
  {
    key: "more",
    head: "More",
    headHidden: true,
    width: "w-34",
    align: "end",
    cell: ({ who, callTo, whyTo }) => (
      <span className="inline-flex gap-3">
        {callTo !== null && (
          <Link to={callTo} aria-label={`Last call with ${who}`}>
            Last call
          </Link>
        )}
        {whyTo !== null && (
          <Link to={whyTo} preventScrollReset aria-label={`Why isn't ${who} called yet?`}>
            Why not yet?
          </Link>
        )}
      </span>
    ),
  },
];

export const PeopleTable = ({ people }: { readonly people: readonly PersonRow[] }) => (
  <DataTable
    caption="People in this campaign"
    columns={columns}
    rows={people}
    rowKey={({ id }) => id}
    foldsBelow={52}
  />
);
