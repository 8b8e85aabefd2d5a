/** /cookies: everything that a browser keeps for the product, with its purpose and its time. A form removes what the product does not need. */
import { redirect } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { forgettingArrival } from "#app/referrals/arrival.server.ts";
import type { Route } from "./+types/cookies.route";
import { legalTitles } from "./legal-choices.ts";
import { LegalDocument } from "./legal-document.tsx";
import { legalPageOf } from "./legal-pages.server.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(legalTitles.cookies, matches);

export const loader = async ({ url, context }: Route.LoaderArgs) => ({
  ...(await legalPageOf(context, url, "cookies")),
  isForgotten: url.searchParams.get("done") === "forgotten",
});

/** Removes what brought the visitor here, whatever the form says. */
export function action({ request }: Route.ActionArgs) {
  const headers = new Headers();
  for (const line of forgettingArrival(request)) headers.append("set-cookie", line);
  return redirect("/cookies?done=forgotten", { headers });
}

export default function Cookies({ loaderData: { isForgotten, ...shown } }: Route.ComponentProps) {
  return (
    <LegalDocument
      {...shown}
      note={isForgotten ? "Removed. Your browser no longer remembers what brought you here." : null}
    />
  );
}
