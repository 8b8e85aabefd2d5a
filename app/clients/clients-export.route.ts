/** GET /clients/export: the list of clients as a CSV file. */
import { depsOf } from "#app/membership/actor.server.ts";
import type { Route } from "./+types/clients-export.route";
import { agency } from "./agency.server.ts";
import { clientsCsv } from "./client-list.server.ts";
import { clientsQuery } from "./clients-query.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = agency(context, "clients.read");
  const text = await clientsCsv(depsOf(context).db, member, clientsQuery(request.url), Date.now());
  await member.record("clients.exported", member.organization.id);
  return new Response(text, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="clients.csv"',
    },
  });
}
