/** POST /functions/send-verification-email */

import { onlyPosted } from "#app/platform/function-faults.ts";
import { answerSendVerificationEmail } from "#app/sign-in/function-answers.server.ts";
import type { Route } from "./+types/send-verification-email.route";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) =>
  answerSendVerificationEmail(request, context);
