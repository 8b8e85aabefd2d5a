/** GET /api/v1/openapi.json: the API as OpenAPI 3.1, in the name of the host's brand. */
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Route } from "./+types/openapi.route";
import { openApi } from "./openapi.server.ts";

export const loader = ({ url, context }: Route.LoaderArgs) =>
  // On the main host it wears the brand of who is signed in, which no cache between may give to others.
  Response.json(openApi(url.origin, brandOf(context).company_name), {
    headers: { "cache-control": "private, max-age=300", vary: "Cookie" },
  });
