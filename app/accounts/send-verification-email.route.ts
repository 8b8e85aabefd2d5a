/** POST /functions/send-verification-email */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/send-verification-email.route";
import { answerSendVerificationEmail } from "./function-answers.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) =>
  answerSendVerificationEmail(request, context);
