/** POST /functions/generate-auth-token */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/generate-auth-token.route";
import { answerGenerateAuthToken } from "./session-functions.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerGenerateAuthToken(request, context);
