/** An agency's margins of a month: read from D1 in one statement, whatever the number of clients. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { tierWords } from "#app/billing/plan-words.ts";
import { monthName, monthNamed } from "#app/billing/resale/client-months.ts";
import { ownTermsOf } from "#app/billing/resale/client-prices.server.ts";
import { fixTerms } from "#app/billing/resale/client-terms.server.ts";
import { byClient, type ClientMonth, type Margin, marginsOf, totalsOf } from "#app/billing/resale/margins.ts";
import { digitsOf } from "#app/billing/resale/retail-money.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { csvLine } from "#app/platform/csv.ts";
import { platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";

type Needs = Pick<Deps, "db" | "env">;

/** More than the largest plan has clients. */
const mostRows = 2000;

const row = z
  .object({
    id: z.string(),
    name: z.string(),
    tier: z.string(),
    calls: z.number(),
    seconds: z.number(),
    fee_amount: z.number().nullable(),
    included_minutes: z.number().nullable(),
    minute_micros: z.number().nullable(),
    currency: z.string().nullable(),
    by_card: z.number().transform(Boolean),
    is_overdue: z.number().transform(Boolean),
  })
  .transform(({ fee_amount, included_minutes, minute_micros, currency, ...one }): ClientMonth => {
    const isPriced =
      fee_amount !== null && included_minutes !== null && minute_micros !== null && currency !== null;
    return { ...one, terms: isPriced ? { fee_amount, included_minutes, minute_micros, currency } : null };
  });

/** The month that an address asks for, in the agency's zone: this one unless it names an earlier one. */
export function monthAsked(url: string, { timeZone }: { timeZone: string }, now: number): string {
  const present = monthName(now, timeZone);
  const asked = new URL(url).searchParams.get("month") ?? "";
  return monthNamed(asked, timeZone) !== null && asked < present ? asked : present;
}

/** The margins of a month, of clients that owed or used something, the highest margin first; then the agency's own calls. */
export async function marginsIn(
  { db, env }: Needs,
  { organization }: Pick<Actor, "organization">,
  month: string,
  now: number,
) {
  const { id, currency, timeZone } = organization;
  // Before anything reads them.
  if (month === monthName(now, timeZone)) await fixTerms(db, id, now);
  const end = monthNamed(month, timeZone)?.ends_at ?? now;
  const [found, own] = await Promise.all([
    platform(db).all<unknown>(sql`
      select o.id, o.name, coalesce(t.tier, o.subscription_tier) as tier, coalesce(m.calls, 0) as calls,
        coalesce(m.seconds, 0) as seconds, t.fee_amount, t.included_minutes, t.minute_micros, t.currency,
        t.subscription_id is not null as by_card,
        coalesce(s.past_due_since < t.ends_at and s.ended_at is null, 0) as is_overdue
      from (select client_id, starts_at from client_terms where agency_id = ${id} and month = ${month}
        union select client_id, starts_at from client_months where agency_id = ${id} and month = ${month}) k
      join organizations o on o.id = k.client_id
      left join client_terms t on t.client_id = k.client_id and t.month = ${month} and t.agency_id = ${id}
        and t.starts_at = k.starts_at
      left join subscriptions s on s.organization_id = k.client_id and s.subscription_id = t.subscription_id
      left join client_months m on m.client_id = k.client_id and m.month = ${month} and m.agency_id = ${id}
        and m.starts_at = k.starts_at
      order by o.name, o.id, k.starts_at desc limit ${mostRows}`),
    ownTermsOf(db, organization, end),
  ]);
  const feePercent = settings(env).AGENCY_FEE_PERCENT;
  const margins = byClient(marginsOf(z.array(row).parse(found), own, currency, feePercent));
  const byMargin = (one: Margin) => one.margin_micros ?? one.revenue_micros;
  const rows = margins.toSorted((a, b) => byMargin(b) - byMargin(a) || a.name.localeCompare(b.name));
  return { rows, own, feePercent, totals: totalsOf(margins, currency) };
}

/** 99.5 for 99,500,000 micro-units, rounded half up to the currency's smallest unit; empty: not known. */
function amount(micros: number | null, currency: string): number | string {
  if (micros === null) return "";
  const digits = digitsOf(currency);
  return Math.floor(micros / 10 ** (6 - digits) + 0.5) / 10 ** digits;
}

const columns: readonly (readonly [string, (one: Margin, month: string) => string | number])[] = [
  ["month", (_, month) => month],
  ["client", ({ name }) => name],
  ["plan", ({ tier }) => tierWords(tier)],
  ["calls", ({ calls }) => calls],
  ["billable_seconds", ({ seconds }) => seconds],
  ["currency", ({ currency }) => currency],
  ["fee", ({ fee_micros, currency }) => amount(fee_micros, currency)],
  ["overage", ({ overage_micros, currency }) => amount(overage_micros, currency)],
  ["revenue", ({ revenue_micros, currency }) => amount(revenue_micros, currency)],
  ["cost", ({ cost_micros, currency }) => amount(cost_micros, currency)],
  ["margin", ({ margin_micros, currency }) => amount(margin_micros, currency)],
  ["platform_fee", ({ platform_fee_micros, currency }) => amount(platform_fee_micros, currency)],
  ["paid_by", ({ by_card }) => (by_card ? "card" : "statement")],
  ["overdue", ({ is_overdue }) => (is_overdue ? "yes" : "no")],
];

/** The whole month as CSV. */
export async function marginsCsv(deps: Needs, actor: Actor, month: string, now: number): Promise<string> {
  const { rows } = await marginsIn(deps, actor, month, now);
  const lines = rows.map((one) => csvLine(columns.map(([, of]) => of(one, month))));
  return csvLine(columns.map(([name]) => name)) + lines.join("");
}
