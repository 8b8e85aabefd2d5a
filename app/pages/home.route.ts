import { replace } from "react-router";
import type { Route } from "./+types/home.route";

/** / goes to /auth with its query string, and /auth sends signed-in people to the dashboard. */
export const loader = ({ request }: Route.LoaderArgs) => replace(`/auth${new URL(request.url).search}`);
