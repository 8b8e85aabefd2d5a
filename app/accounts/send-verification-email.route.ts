/** POST /functions/send-verification-email */
import type { Route } from "./+types/send-verification-email.route";
import { answerSendVerificationEmail } from "./function-answers.server.ts";

export const action = ({ request, context }: Route.ActionArgs) =>
  answerSendVerificationEmail(request, context);
