/** Usage that reaches Stripe after the invoice of its period is final, which therefore lacks it. */
import { and, eq } from "drizzle-orm";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { errorLogs, type meterEvents } from "#drizzle/control/schema.ts";
import { termsOf } from "./spent.server.ts";

/** Stripe finalizes an invoice about an hour after its period's end. */
const invoiceWaits_ms = hour_ms;

/** Records an error for who pays, once in a period, when Stripe has taken an event too late for its invoice. */
export async function reportIfLate(
  env: Env,
  db: Database,
  { identifier, payer_id, at }: typeof meterEvents.$inferSelect,
  now: number,
): Promise<void> {
  if (now - at <= invoiceWaits_ms) return;
  const terms = await termsOf(db, payer_id, at);
  if (terms === null || now - terms.period_end <= invoiceWaits_ms) return;
  const url = `/usage/late/${terms.period_start}`;
  const told = await tenant(db, payer_id)
    .select({ id: errorLogs.id })
    .from(errorLogs)
    .where(and(eq(errorLogs.organization_id, payer_id), eq(errorLogs.url, url)))
    .limit(1)
    .get();
  if (told) return;
  await recordError(env, {
    error: new Error(`Metered calls reached Stripe after their period's invoice: ${identifier} is the first`),
    url,
    route: "usage/late",
    request_id: newId(),
    severity: "error",
    organization_id: payer_id,
  });
}
