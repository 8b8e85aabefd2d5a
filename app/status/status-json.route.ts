/** GET /status.json: what /status shows, for programs. */
import type { Route } from "./+types/status-json.route";
import { statusJson } from "./status-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await statusJson(context), { headers: { "cache-control": "public, max-age=30" } });
}
