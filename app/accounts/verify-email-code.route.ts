/** POST /functions/verify-email-code */
import type { Route } from "./+types/verify-email-code.route";
import { answerVerifyEmailCode } from "./function-answers.server.ts";

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyEmailCode(request, context);
