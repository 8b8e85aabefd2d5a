/** POST /functions/verify-email-code */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/verify-email-code.route";
import { answerVerifyEmailCode } from "./function-answers.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerVerifyEmailCode(request, context);
