import { replace } from "react-router";
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/home.route";

/** / goes to /auth with its query string, and /auth sends signed-in people to the dashboard. */
export const loader = ({ request }: Route.LoaderArgs) => replace(`/auth${new URL(request.url).search}`);

/** The router's own refusal of a post would report an unexpected error. */
export const action = () => methodNotAllowed("GET, HEAD");
