/** /clients/margins: what each client brought in a month, what its minutes cost the agency, and what is left. */
import { Download } from "lucide-react";
import { Form, useSearchParams } from "react-router";
import { tierWords } from "#app/billing/plan-words.ts";
import { monthName, monthsBefore, monthWords } from "#app/billing/resale/client-months.ts";
import { marginsIn, monthAsked } from "#app/billing/resale/margins.server.ts";
import type { Margin } from "#app/billing/resale/margins.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { agency } from "#app/clients/agency.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { count, money, startedMinutes } from "#app/platform/format.ts";
import { Page } from "#app/shell/page.tsx";
import { PageError } from "#app/shell/page-error.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { type Column, DataTable } from "#app/ui/data-table.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Figures } from "#app/ui/figures.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Who } from "#app/ui/rows.tsx";
import type { Route } from "./+types/margins.route";
import { ClientsPlaces } from "./clients-places.tsx";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Margins", matches);

const pageSize = 50;
/** The months that the page offers; an address may ask for older ones. */
const offered = 24;

/** Which row a page begins with: a multiple of the page's size. */
function startAsked(url: string): number {
  const asked = Number(new URL(url).searchParams.get("cursor") ?? "0");
  return Number.isSafeInteger(asked) && asked > 0 ? asked - (asked % pageSize) : 0;
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = agency(context, "clients.write");
  const { currency, locale, timeZone, id } = member.organization;
  const now = Date.now();
  const month = monthAsked(request.url, member.organization, now);
  const { rows, own, feePercent, totals } = await marginsIn(depsOf(context), member, month, now);
  const start = startAsked(request.url);
  const shown = (micros: number | null, of = currency) => (micros === null ? "–" : money(micros, of, locale));
  const present = monthName(now, timeZone);
  return {
    month,
    months: [...new Set([present, ...monthsBefore(present, offered), month])].map((value) => ({
      value,
      label: monthWords(value, locale),
    })),
    rule:
      own === null
        ? "What your minutes cost isn't known yet, so margins can't be shown."
        : `Your plan includes ${count(Math.floor(own.included_seconds / 60), locale)} minutes for all clients together. Beyond them each costs you ${money(own.minute_micros, own.currency, locale)}, shared among clients by their minutes. Your plan's fee isn't part of it.`,
    accrual: rows.some(({ by_card }) => by_card)
      ? `Revenue is what the month's calls come to, invoiced or not. Clients that pay by card are invoiced by their own billing periods, and ${feePercent}% of each of their payments is the platform's fee.`
      : "Revenue is what the month's statements come to; whether they're paid isn't recorded here.",
    figures: [
      { label: "Minutes", value: startedMinutes(totals.seconds, locale) },
      {
        label: "Revenue",
        value: shown(totals.revenue_micros),
        ...(totals.overdue_micros > 0 && { note: `${shown(totals.overdue_micros)} of it overdue` }),
      },
      { label: "Cost of minutes", value: shown(totals.cost_micros) },
      {
        label: "Margin",
        value: shown(totals.margin_micros),
        ...(totals.platform_fee_micros > 0 && {
          note: `after ${shown(totals.platform_fee_micros)} platform fee`,
        }),
        ...(totals.others > 0 && { note: `${count(totals.others, locale)} in other currencies` }),
      },
    ],
    rows: rows.slice(start, start + pageSize).map((one) => rowOf(one, one.id === id, shown, locale)),
    newer: start === 0 ? undefined : start === pageSize ? "" : String(start - pageSize),
    older: start + pageSize < rows.length ? String(start + pageSize) : undefined,
  };
}

const rowOf = (
  one: Margin,
  isOwn: boolean,
  shown: (micros: number | null, currency?: string) => string,
  locale: string,
) => ({
  id: one.id,
  name: isOwn ? `${one.name} (your own calls)` : one.name,
  plan: isOwn
    ? ""
    : [
        tierWords(one.tier),
        ...(one.by_card ? ["by card"] : []),
        ...(one.is_overdue ? ["payment overdue"] : []),
      ].join(", "),
  isOwn,
  minutes: startedMinutes(one.seconds, locale),
  revenue: shown(one.revenue_micros, one.currency),
  fee: shown(one.fee_micros, one.currency),
  overage: shown(one.overage_micros, one.currency),
  cost: shown(one.cost_micros),
  platformFee: one.platform_fee_micros === 0 ? null : shown(one.platform_fee_micros, one.currency),
  margin: shown(one.margin_micros, one.currency),
  isLoss: one.margin_micros !== null && one.margin_micros < 0,
});

export const ErrorBoundary = PageError;

type Loaded = Route.ComponentProps["loaderData"];
type Listed = Loaded["rows"][number];

export default function MarginsPage({ loaderData }: Route.ComponentProps) {
  const { month, rule, accrual, figures, rows, newer, older } = loaderData;
  return (
    <Page path={[{ label: "Clients", to: "/clients" }, { label: "Margins" }]}>
      <PageHeader title="Margins" sentence={`${rule} ${accrual}`} aside={<ClientsPlaces />} />
      <Months {...loaderData} />
      <Figures label="Totals" items={figures} />
      <Panel label="Margins" flush>
        {rows.length === 0 ? (
          <EmptyState title="Nothing in this month">
            Clients appear here once they have a price or take calls.
          </EmptyState>
        ) : (
          <DataTable
            caption={`Margins of ${month}`}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            foldsBelow={52}
          />
        )}
        <Pagination of="clients" words={{ newer: "Previous", older: "Next" }} newer={newer} older={older} />
      </Panel>
    </Page>
  );
}

/** A plain form that asks the address; it needs no scripts. */
function Months({ month, months }: Pick<Loaded, "month" | "months">) {
  const [asked] = useSearchParams();
  return (
    <Form method="get" key={asked.toString()} className="flex flex-wrap items-end gap-2">
      <SelectField
        of={{ name: "month", initialValue: month }}
        label="Month"
        labelHidden
        choices={months}
        className="w-48"
      />
      <Button type="submit" size="field">
        Show
      </Button>
      <ButtonLink
        to={`/clients/margins/export?month=${month}`}
        reloadDocument
        size="field"
        icon={<Download />}
      >
        CSV
      </ButtonLink>
    </Form>
  );
}

const amountColumn = (key: "fee" | "overage", head: string, folded: "hidden" | "below"): Column<Listed> => ({
  key,
  head,
  width: "w-28",
  align: "end",
  folded,
  cell: (one) => one[key],
});

const columns: [Column<Listed>, ...Column<Listed>[]] = [
  {
    key: "client",
    head: "Client",
    cell: ({ name, plan }) => <Who name={name} {...(plan !== "" && { what: plan })} />,
  },
  {
    key: "minutes",
    head: "Minutes",
    width: "w-22",
    align: "end",
    cell: ({ minutes, revenue }) => (
      <>
        {minutes}
        <span className="hidden folded:inline"> min · {revenue} revenue</span>
      </>
    ),
  },
  amountColumn("fee", "Fee", "hidden"),
  amountColumn("overage", "Extra minutes", "hidden"),
  {
    key: "cost",
    head: "Cost",
    width: "w-32",
    align: "end",
    folded: "hidden",
    cell: ({ cost, platformFee }) => (
      <span className="grid">
        {cost}
        {platformFee !== null && <span className="text-ink-3 text-meta">+ {platformFee} fee</span>}
      </span>
    ),
  },
  {
    key: "margin",
    head: "Margin",
    width: "w-28",
    align: "end",
    folded: "beside",
    cell: ({ margin, isLoss }) => (
      <span className={isLoss ? "text-bad" : undefined}>
        <span className="hidden folded:inline">Margin </span>
        {margin}
      </span>
    ),
  },
];
