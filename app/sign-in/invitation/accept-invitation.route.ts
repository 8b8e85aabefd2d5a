/** POST /functions/accept-invitation */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/accept-invitation.route";
import { answerAcceptInvitation } from "./invitation-functions.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerAcceptInvitation(request, context);
