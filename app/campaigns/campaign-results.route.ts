/** GET /campaigns/:campaignId/results.csv: everyone in a campaign and what came of it, as a CSV file. */
import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/campaign-results.route";
import { resultsFile } from "./people-page.server.ts";

export const loader = ({ request, context, params }: Route.LoaderArgs) => {
  permitted(context, "campaigns.read");
  return resultsFile(permitted(context, "calls.read_persons"), request, params.campaignId);
};
