/** GET /subscription/invoices/:invoiceId/calls.csv: the calls that an invoice bills; `current`: those of the period so far. */
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/invoice-calls.route";
import { callsFile } from "./calls-file.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const member = permitted(context, "subscription.read");
  const file = await callsFile(member, depsOf(context), params.invoiceId, Date.now());
  if (file === null) throw faultResponse("not_found");
  await member.record("subscription.calls_exported", params.invoiceId);
  return new Response(file.body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="calls-${file.name}.csv"`,
    },
  });
}
