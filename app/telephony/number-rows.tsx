/** The organization's numbers: each with its agent, its state, and the button that releases it. */
import { useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { useAnswer } from "#app/platform/use-answer.ts";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { SaveWhenChanged } from "#app/ui/save-when-changed.tsx";
import { Tag, type TagTone } from "#app/ui/tag.tsx";
import { showToast } from "#app/ui/toast.ts";
import { releaseWords } from "./number-words.ts";

export type NumberTableRow = {
  readonly id: string;
  /** Formatted. */
  readonly shown: string;
  /** What its people call it. */
  readonly label: string | null;
  /** Whether it has a page: a sample has none. */
  readonly hasPage?: boolean;
  readonly place: string | null;
  readonly agent_id: string | null;
  readonly agent_name: string | null;
  readonly health: { readonly tone: TagTone; readonly words: string };
  /** "Last call 4 min ago", or that there was none. */
  readonly last_call: string;
  /** "$2 a month", or that it is included. */
  readonly price: string | null;
  /** What it costs beside the plan, and no longer once it is released; null: nothing. */
  readonly rent: string | null;
  /** Bought, and not being released. */
  readonly isActive: boolean;
};

export type AgentChoice = { readonly id: string; readonly name: string };

export interface NumberRowsProps {
  readonly numbers: readonly NumberTableRow[];
  readonly agents: readonly AgentChoice[];
  readonly canWrite: boolean;
}

export function NumberRows({ numbers, agents, canWrite }: NumberRowsProps) {
  const columns: [Column<NumberTableRow>, ...Column<NumberTableRow>[]] = [
    { key: "number", head: "Number", width: "w-66", cell: (row) => <NumberCell row={row} /> },
    {
      key: "health",
      head: "Status",
      folded: "line",
      cell: (row) => (
        <span className="grid justify-items-start gap-1 folded:flex folded:flex-wrap folded:items-center folded:gap-x-2.5">
          <Tag tone={row.health.tone}>{row.health.words}</Tag>
          <span className="text-ink-3 text-meta">{row.last_call}</span>
        </span>
      ),
    },
    {
      key: "agent",
      head: "Agent",
      width: "w-64",
      folded: "line",
      cell: (row) =>
        canWrite && row.isActive ? (
          <Assign row={row} agents={agents} />
        ) : (
          row.agent_name && (
            <>
              <span className="hidden folded:inline">Answered by </span>
              {row.agent_name}
            </>
          )
        ),
    },
    ...(canWrite
      ? ([
          {
            key: "release",
            head: "Release",
            headHidden: true,
            width: "w-32",
            align: "end",
            folded: "beside",
            cell: (row) => row.isActive && <Release row={row} />,
          },
        ] satisfies Column<NumberTableRow>[])
      : []),
  ];
  return (
    <DataTable caption="Numbers" columns={columns} rows={numbers} rowKey={(row) => row.id} foldsBelow={52} />
  );
}

function NumberCell({ row }: { readonly row: NumberTableRow }) {
  const under = [row.label === null ? null : row.shown, row.place, row.price].filter(Boolean).join(" · ");
  const name = row.label ?? row.shown;
  return (
    <span className="grid">
      {row.hasPage === false ? (
        <span className="font-medium tabular-nums">{name}</span>
      ) : (
        <Link
          to={`/numbers/${row.id}`}
          className="wrap-anywhere font-medium text-ink tabular-nums no-underline hover:underline"
        >
          {name}
        </Link>
      )}
      {under && <span className="text-ink-2 text-meta tabular-nums">{under}</span>}
    </span>
  );
}

/** The agent: chosen first and then saved, because keyboard users pass every option of the list. */
function Assign({ row, agents }: { readonly row: NumberTableRow; readonly agents: readonly AgentChoice[] }) {
  const fetcher = useFetcher<{ message?: string; isGood?: boolean }>();
  const answer = useAnswer(fetcher);
  const saved = row.agent_id ?? "";
  const [chosen, setChosen] = useState(saved);
  useEffect(() => {
    if (answer?.isGood) showToast({ words: answer.message ?? "", tone: "good" });
  }, [answer]);
  useEffect(() => setChosen(saved), [saved]);
  const refused = answer?.isGood === false ? [answer.message ?? ""] : undefined;
  return (
    <OrganizationForm fetcher={fetcher} action="/numbers" className="flex items-start gap-2">
      <input type="hidden" name="do" value="assign" />
      <input type="hidden" name="number" value={row.id} />
      <SelectField
        of={{ name: "agent", id: `agent-of-${row.id}`, errors: refused }}
        label={`Agent for ${row.shown}`}
        labelHidden
        className="flex-1"
        none="Not assigned"
        choices={agents.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        aria-busy={fetcher.state !== "idle"}
      />
      <SaveWhenChanged
        isSaved={chosen === saved}
        pending={fetcher.state !== "idle"}
        aria-label={`Save agent for ${row.shown}`}
      >
        Save
      </SaveWhenChanged>
    </OrganizationForm>
  );
}

function Release({ row }: { readonly row: NumberTableRow }) {
  const form = `release-${row.id}`;
  return (
    <>
      <OrganizationForm id={form} action="/numbers" className="hidden">
        <input type="hidden" name="number" value={row.id} />
      </OrganizationForm>
      <ConfirmDialog
        form={form}
        name="do"
        value="release"
        variant="quiet"
        size="sm"
        label="Release"
        aria-label={`Release ${row.shown}`}
        title={`Release ${row.shown}?`}
        sentence={releaseWords(row.rent)}
        confirm={`Release ${row.shown}`}
      />
    </>
  );
}
