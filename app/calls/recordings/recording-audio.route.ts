/** GET /call-history/:callId/recording: the audio of a call, whole or in parts; `?download` as a file. */
import type { Route } from "./+types/recording-audio.route";
import { audioOf } from "./recording-audio.server.ts";

export const loader = ({ request, context, params }: Route.LoaderArgs) =>
  audioOf(request, context, params.callId);
