/** POST /functions/generate-auth-token */
import { onlyPosted } from "#app/platform/function-faults.ts";
import type { Route } from "./+types/generate-auth-token.route";
import { answerGenerateAuthToken } from "./session-functions.server.ts";

export const loader = () => onlyPosted();

export const action = ({ request, context }: Route.ActionArgs) => answerGenerateAuthToken(request, context);
