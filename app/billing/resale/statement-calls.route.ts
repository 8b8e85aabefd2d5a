/**
 * GET /subscription/statements/:month/calls.csv: the calls of a client's month, from which its statement can be computed
 * anew. A month of several statements has the begin of each in its address (`since`, ms UTC); without it the latest counts.
 */
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/statement-calls.route";
import { statementFile } from "./statements.server.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const member = permitted(context, "subscription.read");
  const since = new URL(request.url).searchParams.get("since");
  const file = await statementFile(member, depsOf(context), { month: params.month, since }, Date.now());
  if (file === null) throw faultResponse("not_found");
  await member.record("subscription.calls_exported", params.month);
  return new Response(file, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="statement-${params.month}.csv"`,
    },
  });
}
