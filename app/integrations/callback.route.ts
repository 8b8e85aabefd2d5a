/** /connect/callback: where providers send browsers back to, on the main host; it passes them on to where they set out. */
import type { Route } from "./+types/callback.route";
import { passOn } from "./oauth.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) => passOn(request, context, Date.now());
