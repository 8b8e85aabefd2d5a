/** GET /contacts/export: the contacts that the filters find, as CSV. */
import { permitted } from "#app/membership/membership.server.ts";
import type { Route } from "./+types/contacts-export.route";
import { contactsFile } from "./contact-files.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) =>
  contactsFile(permitted(context, "contacts.manage"), request.url);
