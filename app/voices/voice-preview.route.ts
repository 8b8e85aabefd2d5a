/** POST /voices/preview: a sentence as a voice says it, for the Preview buttons. */
import type { Route } from "./+types/voice-preview.route";
import { answerPreview } from "./preview-voice.server.ts";

export const action = ({ request, context }: Route.ActionArgs) => answerPreview(request, context);
