/** POST /functions/reconcile-usage: what `npm run reconcile` asks. */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/reconcile-usage.route";
import { answerReconcileUsage } from "./reconcile-usage.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerReconcileUsage(request, context);
