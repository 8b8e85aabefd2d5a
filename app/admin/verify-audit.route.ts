/** POST /functions/verify-audit: what `npm run audit -- verify` asks. */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/verify-audit.route";
import { answerVerifyAudit } from "./verify-audit.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyAudit(request, context);
