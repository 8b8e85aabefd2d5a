// Campaigns as a list: name and state, progress, what was reached and spent.
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { CampaignStatus } from "./campaign.schema.ts";
import type { CampaignListRow } from "./campaign-view.ts";
import { statusTones, statusWords } from "./campaign-words.ts";

const blank = <span className="blank">–</span>;

/** A figure, with its name where no head says it. */
export const named = (figure: string | null, name: string) =>
  figure === null ? (
    blank
  ) : (
    <>
      {figure}
      <span className="hidden folded:inline"> {name}</span>
    </>
  );

const columns: readonly [Column<CampaignListRow>, ...Column<CampaignListRow>[]] = [
  {
    key: "name",
    head: "Campaign",
    cell: ({ name, what }) => (
      <span className="grid min-w-0">
        <span className="wrap-anywhere font-strong">{name}</span>
        <span className="truncate text-ink-2 folded:whitespace-normal">{what}</span>
      </span>
    ),
  },
  {
    key: "status",
    head: "Status",
    width: "w-28",
    folded: "beside",
    cell: ({ status }) => <StatusTag status={status} />,
  },
  {
    key: "progress",
    head: "Progress",
    width: "w-42",
    folded: "line",
    cell: ({ progress }) =>
      progress === null ? (
        blank
      ) : (
        <span className="grid gap-1">
          <span className="tabular-nums">{progress.words}</span>
          <ProgressBar {...progress} />
        </span>
      ),
  },
  {
    key: "reached",
    head: "Answered",
    width: "w-22",
    align: "end",
    cell: ({ reached }) => named(reached, "answered"),
  },
  { key: "cost", head: "Cost", width: "w-24", align: "end", cell: ({ cost }) => named(cost, "spent") },
  {
    key: "when",
    head: "Changed",
    width: "w-32",
    align: "end",
    cell: ({ when, exactly }) => (
      <span title={exactly}>
        <span className="hidden folded:inline">changed </span>
        {when}
      </span>
    ),
  },
];

export const StatusTag = ({ status }: { readonly status: CampaignStatus }) => (
  <Tag tone={statusTones[status]} live={status === "running"}>
    {statusWords[status]}
  </Tag>
);

/** A bar of who was called and, gray, who may not be, in percent; the words beside it say the same. */
export const ProgressBar = ({ share, blocked }: { readonly share: number; readonly blocked: number }) => (
  <svg width="100%" height="6" aria-hidden="true" className="block min-w-20 overflow-clip rounded-full">
    <rect width="100%" height="6" className="fill-sunken" />
    <rect width={`${share + blocked}%`} height="6" className="fill-ink-3 opacity-50" />
    <rect width={`${share}%`} height="6" className="fill-brand-fill" />
  </svg>
);

export const CampaignTable = ({ campaigns }: { readonly campaigns: readonly CampaignListRow[] }) => (
  <DataTable
    caption="Campaigns, newest first"
    columns={columns}
    rows={campaigns}
    rowKey={({ id }) => id}
    rowTo={({ id }) => `/campaigns/${id}`}
    foldsBelow={52}
  />
);
