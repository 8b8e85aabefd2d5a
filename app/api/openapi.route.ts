/** GET /api/v1/openapi.json: the API as OpenAPI 3.1, in the name of the host's brand. */
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/openapi.route";
import { openApi } from "./openapi.server.ts";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  Response.json(openApi(url.origin, brandOf(context).company_name), {
    headers: { "cache-control": "public, max-age=300" },
  });
