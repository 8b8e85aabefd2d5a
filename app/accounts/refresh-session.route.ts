/** POST /functions/refresh-session */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/refresh-session.route";
import { answerRefreshSession } from "./session-functions.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerRefreshSession(request, context);
