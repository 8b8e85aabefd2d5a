/** POST /functions/track-referral-click */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/track-referral-click.route";
import { answerTrackReferralClick } from "./track-referral-click.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerTrackReferralClick(request, context);
