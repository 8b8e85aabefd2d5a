/** GET /subscription/invoices/:invoiceId/calls.csv: the calls that an invoice bills; `current`: those of the period so far. */
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/invoice-calls.route";
import { callsFile } from "./calls-file.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = permitted(context, "subscription.read");
  const deps = depsOf(context);
  const now = Date.now();
  const spent = await spend(deps.db, [limits.stripeReads(member.organization.id)], now);
  if (!spent.ok) throw faultResponse("too_many", { "retry-after": String(spent.retryAfter) });
  const file = await callsFile(member, deps, params.invoiceId, now);
  if (file === null) throw faultResponse("not_found");
  await member.record("subscription.calls_exported", params.invoiceId);
  return new Response(file.body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="calls-${file.name}.csv"`,
    },
  });
}
