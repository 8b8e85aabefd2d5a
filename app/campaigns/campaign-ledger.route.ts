/** GET /campaigns/ledger.ndjson: the evidence of every attempt of every campaign, as a file that can be verified. */
import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/campaign-ledger.route";
import { ledgerFile } from "./ledger-file.server.ts";

export const loader = ({ context }: Route.LoaderArgs) => {
  permitted(context, "campaigns.read");
  return ledgerFile(permitted(context, "calls.read_persons"));
};
