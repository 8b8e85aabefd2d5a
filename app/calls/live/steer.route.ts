/** POST /call-history/:callId/steer: what members do to a running call. */
import type { Route } from "./+types/steer.route";
import { answerSteer } from "./steer.server.ts";

export const action = ({ request, context, params }: Route.ActionArgs) =>
  answerSteer(request, context, params.callId);
