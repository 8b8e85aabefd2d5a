/** What was billed: each invoice with its PDF and the calls behind it. */
import { buttonClass } from "#app/ui/button.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { InvoiceRow } from "./invoice-words.ts";

const linkLook = "relative z-1 underline-offset-2 hover:underline";

const columns: [Column<InvoiceRow>, ...Column<InvoiceRow>[]] = [
  {
    key: "name",
    head: "Invoice",
    cell: ({ name, date }) => (
      <span className="grid">
        <span className="font-medium tabular-nums">{name}</span>
        {name !== date && <span className="text-ink-3 text-meta">{date}</span>}
      </span>
    ),
  },
  {
    key: "amount",
    head: "Amount",
    align: "end",
    width: "w-24",
    folded: "beside",
    cell: ({ amount }) => <span className="tabular-nums">{amount}</span>,
  },
  {
    key: "status",
    head: "Status",
    width: "w-22",
    folded: "below",
    cell: ({ status }) => <Tag tone={status.tone}>{status.word}</Tag>,
  },
  {
    key: "files",
    head: "Documents",
    width: "w-44",
    folded: "line",
    cell: (invoice) => <Documents {...invoice} />,
  },
];

function Documents({ id, name, pdf, hasCalls, pay }: InvoiceRow) {
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {pay !== null && (
        <a href={pay} aria-label={`Pay ${name}`} className={buttonClass({ variant: "go", size: "sm" })}>
          Pay
        </a>
      )}
      {pdf !== null && (
        <a href={pdf} aria-label={`PDF of ${name}`} className={linkLook}>
          PDF
        </a>
      )}
      {hasCalls && (
        <a
          href={`/subscription/invoices/${encodeURIComponent(id)}/calls.csv`}
          aria-label={`Calls of ${name} as CSV`}
          className={linkLook}
          download
        >
          Calls (CSV)
        </a>
      )}
    </span>
  );
}

export function InvoicesPanel({ invoices }: { readonly invoices: readonly InvoiceRow[] | null }) {
  return (
    <Panel title="Invoices" flush id="invoices">
      {invoices === null && (
        <p className="p-4.5 text-ink-2">
          We couldn't load your invoices just now. Reload the page to try again.
        </p>
      )}
      {invoices?.length === 0 && (
        <p className="p-4.5 text-ink-2">Your invoices appear here, each with the calls behind it.</p>
      )}
      {invoices !== null && invoices.length > 0 && (
        <DataTable
          caption="Invoices"
          columns={columns}
          rows={invoices}
          rowKey={({ id }) => id}
          foldsBelow={34}
        />
      )}
    </Panel>
  );
}
