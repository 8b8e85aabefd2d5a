/** POST /functions/send-verification-email */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/send-verification-email.route";
import { answerSendVerificationEmail } from "./function-answers.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) =>
  answerSendVerificationEmail(request, context);
