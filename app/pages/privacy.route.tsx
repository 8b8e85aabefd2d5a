/** /privacy: which personal data is stored, why, for how long, and whom to ask. */
import { pageTitle } from "#app/branding/page-title.ts";
import type { Route } from "./+types/privacy.route";
import { legalTitles } from "./legal-choices.ts";
import { LegalDocument } from "./legal-document.tsx";
import { legalPageOf } from "./legal-pages.server.ts";

export const handle = { words: true };
export const meta: Route.MetaFunction = ({ matches }) => pageTitle(legalTitles.privacy, matches);
export const loader = ({ url, context }: Route.LoaderArgs) => legalPageOf(context, url, "privacy");

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return <LegalDocument {...loaderData} />;
}
