/** The list of customers as a CSV file. */
import { auditRow } from "#app/accounts/audit.server.ts";
import { adminView } from "#app/admin/admin-answers.server.ts";
import { platformAdmin } from "#app/admin/platform-admins-only.server.ts";
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { healthOf } from "#app/clients/client-health.ts";
import { tiers } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { csvLine } from "#app/platform/csv.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Place } from "#app/platform/format.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { asOf, type CustomerRow, everyCustomer } from "./customer-list.server.ts";
import { lastActive } from "./customers-page.server.ts";
import { customersQuery } from "./customers-query.ts";

const rfc3339 = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

const columns: readonly (readonly [string, (one: CustomerRow, now: number) => string | number])[] = [
  ["id", ({ id }) => id],
  ["name", ({ name }) => name],
  ["agency", ({ parent }) => parent ?? ""],
  ["host", ({ host }) => host ?? ""],
  ["owner", ({ owner }) => owner ?? ""],
  ["plan", ({ tier }) => tierWords(tier)],
  ["status", ({ status }) => statusWords(status)],
  ["health", (one, now) => healthOf(one, now).words],
  ["members", ({ people }) => people],
  ["clients", ({ clients }) => clients],
  ["numbers", ({ numbers }) => numbers],
  ["calls_this_month", ({ calls }) => calls],
  ["minutes_this_month", ({ seconds }) => Math.ceil(seconds / 60)],
  ["monthly_fee", ({ fee }) => (fee === null ? "" : (fee / 100).toFixed(2))],
  ["currency", ({ fee_currency }) => fee_currency ?? ""],
  ["pays_agency", ({ agency_fee, parent }) => (agency_fee === null ? "" : (parent ?? ""))],
  ["last_active_at", (one) => rfc3339(lastActive(one))],
  ["suspended_at", ({ suspended_at }) => rfc3339(suspended_at)],
  ["deleted_at", ({ archived_at }) => rfc3339(archived_at)],
  ["created_at", ({ created_at }) => rfc3339(created_at)],
];

/** The list that an address shows, whole and without the tree, written as it is read. */
function customersCsv(db: Database, url: string, place: Place): ReadableStream<Uint8Array> {
  const now = Date.now();
  const pages = everyCustomer(db, customersQuery(url, tiers), asOf(now, place.timeZone));
  const bytes = new TextEncoder();
  return new ReadableStream({
    start(out) {
      out.enqueue(bytes.encode(csvLine(columns.map(([name]) => name))));
    },
    async pull(out) {
      for (;;) {
        const { value, done } = await pages.next();
        if (done) return out.close();
        const lines = value.map((one) => csvLine(columns.map(([, of]) => of(one, now))));
        // A search may find nothing for a while.
        if (lines.length > 0) return out.enqueue(bytes.encode(lines.join("")));
      }
    },
  });
}

/** The answer to GET /customer-management/export; every file stands in the audit trail. */
export async function customersFile(request: Request, context: Context): Promise<Response> {
  const { isOpen, place } = await adminView(request, context);
  if (!isOpen) throw faultResponse("forbidden");
  const db = context.get(database);
  const event = { actor_id: platformAdmin(context).who.user.id, action: "customers.exported" };
  await platform(db)
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
  return new Response(customersCsv(db, request.url, place), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="customers.csv"',
    },
  });
}
