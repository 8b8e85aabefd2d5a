/** /integrations/:provider/return: the end of connecting a provider, on the host where it began. */
import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/return.route";
import { providerOf } from "./integration-page.server.ts";
import { comeBack } from "./oauth.server.ts";

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  comeBack(request, context, permitted(context, "organization.write"), providerOf(params.provider));
