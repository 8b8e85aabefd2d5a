/** POST /functions/verify-email-code */

import { answerVerifyEmailCode } from "#app/accounts/function-answers.server.ts";
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/verify-email-code.route";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyEmailCode(request, context);
