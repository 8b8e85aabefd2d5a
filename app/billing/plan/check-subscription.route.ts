/** POST /functions/check-subscription */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/check-subscription.route";
import { answerCheckSubscription } from "./check-subscription.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerCheckSubscription(request, context);
