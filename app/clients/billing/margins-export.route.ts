/** GET /clients/margins/export: a month's margins as a CSV file. */

import { marginsCsv, monthAsked } from "#app/billing/resale/margins.server.ts";
import { agency } from "#app/clients/agency.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import type { Route } from "./+types/margins-export.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = agency(context, "clients.write");
  const now = Date.now();
  const month = monthAsked(request.url, member.organization, now);
  const text = await marginsCsv(depsOf(context), member, month, now);
  await member.record("clients.margins_exported", member.organization.id, { month });
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="margins-${month}.csv"`,
    },
  });
}
