/** POST /functions/verify-email-code */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/verify-email-code.route";
import { answerVerifyEmailCode } from "./function-answers.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyEmailCode(request, context);
