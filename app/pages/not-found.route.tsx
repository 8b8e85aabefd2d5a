/** Every unknown address: 404, in words. */
import { data } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { NotFoundScreen } from "#app/shell/error-screen.tsx";
import type { Route } from "./+types/not-found.route";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Page not found", matches);
export const loader = () => data(null, { status: 404 });

/** A form posted to an unknown address changes nothing. */
export const action = () => data(null, { status: 404 });

export default function NotFound() {
  return <NotFoundScreen />;
}
