/** GET /contacts/imports/:importId/errors: the rows of a file that were not taken, and why, as CSV. */
import { permitted } from "#app/membership/membership.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import type { Route } from "./+types/import-errors.route";
import { errorsFile } from "./contact-files.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const file = await errorsFile(permitted(context, "contacts.manage"), params.importId);
  if (file === null) throw faultResponse("not_found");
  return file;
}
