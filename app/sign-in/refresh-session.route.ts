/** POST /functions/refresh-session */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/refresh-session.route";
import { answerRefreshSession } from "./session-functions.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerRefreshSession(request, context);
