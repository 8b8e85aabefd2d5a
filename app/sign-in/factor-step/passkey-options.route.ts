/** POST /passkeys/options */
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/passkey-options.route";
import { answerOptions } from "./passkey-answers.server.ts";

export const loader = () => methodNotAllowed("POST");

export const action = ({ request, context }: Route.ActionArgs) => answerOptions(request, context);
