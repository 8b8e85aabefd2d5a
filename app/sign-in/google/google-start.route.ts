/** /auth/google: sends the browser to Google, by way of the main host if it is on another. */
import type { Route } from "./+types/google-start.route";
import { startGoogle } from "./google-start.server.ts";

export const loader = ({ request, context }: Route.LoaderArgs) => startGoogle(request, context);
