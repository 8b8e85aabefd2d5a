/** /terms: the agreement at sign-up. */
import { pageTitle } from "#app/branding/page-title.ts";
import type { Route } from "./+types/terms.route";
import { legalTitles } from "./legal-choices.ts";
import { LegalDocument } from "./legal-document.tsx";
import { legalPageOf } from "./legal-pages.server.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(legalTitles.terms, matches);
export const loader = ({ url, context }: Route.LoaderArgs) => legalPageOf(context, url, "terms");

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
