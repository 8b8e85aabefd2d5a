/** A list of errors as both of its pages show it: the filters, the table, and the pages. */
import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { errorSources, errorStates } from "#app/monitoring/error-kinds.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { SegmentedLinks } from "#app/ui/segmented-links.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { ErrorQuery } from "./error-query.ts";
import type { ListedError } from "./error-rows.ts";
import { severityTags, stateWords } from "./error-words.ts";

const states = errorStates.map((value) => ({ value, label: stateWords[value] }));

interface ErrorListProps {
  readonly errors: readonly ListedError[];
  readonly query: ErrorQuery;
  /** The address of the list: a row leads below it. */
  readonly at: string;
  /** Whether rows say whose they are. */
  readonly isOfAll?: boolean;
  readonly newer?: string | undefined;
  readonly older?: string | undefined;
}

export function ErrorList({ errors, query, at, isOfAll = false, newer, older }: ErrorListProps) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedLinks label="State" name="state" choices={states} absent="open" />
        <SourceFilter query={query} />
      </div>
      <Panel label="Errors" flush>
        {errors.length === 0 ? (
          <Nothing query={query} />
        ) : (
          <DataTable
            caption={`${stateWords[query.state]} errors, last seen first`}
            columns={isOfAll ? [lead, organization, ...others] : [lead, ...others]}
            rows={errors}
            rowKey={({ id }) => id}
            rowTo={({ id }) => `${at}/${id}`}
            foldsBelow={isOfAll ? 52 : 42}
          />
        )}
        <Pagination of="errors" newer={newer} older={older} />
      </Panel>
    </>
  );
}

const everySource = [
  { value: "", label: "All sources" },
  ...Object.entries(errorSources).map(([value, label]) => ({ value, label })),
];

/** A plain form that asks the address; it needs no scripts. */
function SourceFilter({ query }: Pick<ErrorListProps, "query">) {
  return (
    <Form method="get" key={query.source} className="flex items-end gap-2">
      {query.state !== "open" && <input type="hidden" name="state" value={query.state} />}
      {query.organization !== null && <input type="hidden" name="organization" value={query.organization} />}
      <SelectField
        of={{ name: "source", initialValue: query.source ?? "" }}
        label="Source"
        labelHidden
        choices={everySource}
        className="w-52"
      />
      <Button type="submit" size="field">
        Show
      </Button>
    </Form>
  );
}

const emptyWords = {
  open: ["No open errors", "When a page, a call or background work fails, it appears here."],
  resolved: ["No resolved errors", "Errors that you mark as resolved appear here until they come back."],
  muted: ["No muted errors", "Muted errors are counted here without reopening."],
} as const;

function Nothing({ query }: Pick<ErrorListProps, "query">) {
  const [title, words] = emptyWords[query.state];
  if (query.source === null && query.organization === null)
    return <EmptyState title={title}>{words}</EmptyState>;
  return (
    <EmptyState title="No matching errors">
      <Link to="?">Show all errors</Link>
    </EmptyState>
  );
}

const meta = (error: ListedError): ReactNode =>
  [error.source, error.route].filter((part) => part !== "").join(" · ");

const lead: Column<ListedError> = {
  key: "error",
  head: "Error",
  cell: (error) => (
    <span className="grid min-w-0 gap-0.5">
      <span className="line-clamp-2 wrap-anywhere font-medium">{error.message}</span>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="wrap-anywhere text-ink-3 text-meta">{meta(error)}</span>
        {error.isBack && <Tag tone="warn">Came back</Tag>}
      </span>
    </span>
  ),
};

const organization: Column<ListedError> = {
  key: "organization",
  head: "Organization",
  width: "w-40",
  cell: (error) => error.organization ?? "Platform",
};

const others: Column<ListedError>[] = [
  {
    key: "severity",
    head: "Severity",
    width: "w-28",
    folded: "beside",
    cell: ({ severity }) => <Tag tone={severityTags[severity].tone}>{severityTags[severity].words}</Tag>,
  },
  {
    key: "times",
    head: "Times",
    width: "w-20",
    align: "end",
    cell: ({ times }) => (
      <>
        {times}
        <span className="hidden folded:inline">{times === "1" ? " time" : " times"}</span>
      </>
    ),
  },
  {
    key: "last",
    head: "Last seen",
    width: "w-40",
    align: "end",
    cell: ({ lastSeen }) => <span className="inline-block first-letter:uppercase">{lastSeen}</span>,
  },
];
