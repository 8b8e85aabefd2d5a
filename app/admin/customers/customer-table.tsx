/** The rows of the list of customers: an agency, then its clients below it. */
import { CornerDownRight } from "lucide-react";
import { Link } from "react-router";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { Who } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { bulkFormId } from "./bulk-form.tsx";
import type { ListedCustomer } from "./listed-customer.ts";

const columns: [Column<ListedCustomer>, ...Column<ListedCustomer>[]] = [
  {
    key: "name",
    head: "Customer",
    cell: ({ name, what, isBelow }) => (
      <span className="flex min-w-0 items-center gap-2">
        {isBelow && <CornerDownRight aria-label="Client:" className="shrink-0 text-ink-3" />}
        <span className="min-w-0 flex-1">
          <Who name={name} what={what} />
        </span>
      </span>
    ),
  },
  {
    key: "plan",
    head: "Plan",
    width: "w-34",
    cell: ({ id, plan, more }) => (
      <>
        {plan}
        {more !== null && (
          <Link to={`?agency=${id}`} className="relative z-1 block folded:ml-2 folded:inline">
            {more}
          </Link>
        )}
      </>
    ),
  },
  {
    key: "minutes",
    head: "Minutes",
    width: "w-22",
    align: "end",
    cell: ({ minutes }) => (
      <>
        {minutes}
        <span className="hidden folded:inline"> min this month</span>
      </>
    ),
  },
  {
    key: "revenue",
    head: "Revenue",
    width: "w-28",
    align: "end",
    cell: ({ revenue }) => (
      <>
        {revenue.words}
        {revenue.isFee && <span className="hidden folded:inline"> a month</span>}
      </>
    ),
  },
  {
    key: "active",
    head: "Last active",
    width: "w-32",
    align: "end",
    folded: "hidden",
    cell: ({ active }) => active,
  },
  {
    key: "health",
    head: "Health",
    width: "w-32",
    align: "end",
    folded: "beside",
    cell: ({ health }) => <Tag tone={health.tone}>{health.words}</Tag>,
  },
  {
    key: "pick",
    head: "Select",
    headHidden: true,
    width: "w-14",
    align: "end",
    folded: "line",
    cell: ({ name, pick }) => (
      <span className="relative z-1 inline-flex">
        <input
          type="checkbox"
          form={bulkFormId}
          name="customers"
          value={pick}
          aria-label={`Select ${name}`}
          className="tick"
        />
      </span>
    ),
  },
];

export const CustomerTable = ({ customers }: { readonly customers: readonly ListedCustomer[] }) => (
  <DataTable
    caption="Organizations. Minutes are for this month; revenue is a month's fee to the platform."
    columns={columns}
    rows={customers}
    rowKey={({ id }) => id}
    rowTo={({ id }) => `/customer-management/${id}`}
    foldsBelow={52}
  />
);
