/** GET /customer-management/export: the list of customers as a CSV file. */
import type { Route } from "./+types/customers-export.route";
import { customersFile } from "./customers-file.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) => customersFile(request, context);
