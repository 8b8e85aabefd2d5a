/** GET /admin/audit/export: the platform's audit trail as a CSV file. */
import type { Route } from "./+types/audit-export.route";
import { auditFile } from "./audit-trail.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) => auditFile(request, context);
