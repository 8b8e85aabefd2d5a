/** POST /passkeys/options */
import type { Route } from "./+types/passkey-options.route";
import { answerOptions } from "./passkey-answers.server.ts";

export const action = ({ request, context }: Route.ActionArgs) => answerOptions(request, context);
