/** POST /functions/track-referral-click */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/track-referral-click.route";
import { answerTrackReferralClick } from "./track-referral-click.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerTrackReferralClick(request, context);
