/** POST /functions/create-checkout */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/create-checkout.route";
import { answerCreateCheckout } from "./create-checkout.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerCreateCheckout(request, context);
