/** POST /functions/verify-email-code */

import { onlyPosted } from "#app/platform/function-faults.ts";
import { answerVerifyEmailCode } from "#app/sign-in/function-answers.server.ts";
import type { Route } from "./+types/verify-email-code.route";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyEmailCode(request, context);
