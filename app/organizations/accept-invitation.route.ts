/** POST /functions/accept-invitation */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/accept-invitation.route";
import { answerAcceptInvitation } from "./invitation-functions.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerAcceptInvitation(request, context);
