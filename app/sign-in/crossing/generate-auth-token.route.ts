/** POST /functions/generate-auth-token */

import { onlyPosted } from "#app/platform/function-faults.ts";
import { answerGenerateAuthToken } from "#app/sign-in/session-functions.server.ts";
import type { Route } from "./+types/generate-auth-token.route";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerGenerateAuthToken(request, context);
