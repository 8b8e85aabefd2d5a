/** GET /users/activity/export: the organization's audit trail as a CSV file. */
import type { Route } from "./+types/activity-export.route";
import { activityFile } from "./activity.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) => activityFile(request, context);
