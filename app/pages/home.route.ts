import { replace } from "react-router";
import { methodNotAllowed } from "#app/platform/methods.ts";
import type { Route } from "./+types/home.route";

/** / goes to /auth, with all that its address says, and that sends whoever is signed in on to the dashboard. */
export const loader = ({ request }: Route.LoaderArgs) => replace(`/auth${new URL(request.url).search}`);

/** The router's own refusal of a post would speak of an unexpected error. */
export const action = () => methodNotAllowed("GET, HEAD");
