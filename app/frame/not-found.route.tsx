/** Every unknown address: 404, for a signed-in person inside the frame of their organization, for anyone else in words. */
import { data } from "react-router";
import { visitorOrNobody } from "#app/accounts/late-session.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { NotFoundScreen } from "#app/shell/error-screen.tsx";
import { PageBar } from "#app/shell/page.tsx";
import type { Route } from "./+types/not-found.route";
import { frameOf } from "./frame.server.ts";
import { OrganizationFrame } from "./organization-frame.tsx";

/** Without a frame it is a page of words, which loads no scripts. */
export const handle = { words: (loaded: unknown) => !isFramed(loaded) };

const isFramed = (loaded: unknown): boolean =>
  typeof loaded === "object" && loaded !== null && "frame" in loaded && loaded.frame !== null;

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Page not found", matches);

export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const who = await visitorOrNobody(request, context);
  const shown = who.kind === "full" ? activeMembership(request, who) : undefined;
  const frame = who.kind === "full" && shown ? frameOf(request, who, shown, brandOf(context)) : null;
  return data({ frame }, { status: 404 });
};

/** A form posted to an unknown address changes nothing. */
export const action = () => data(null, { status: 404 });

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { frame } = loaderData;
  if (frame === null) return <NotFoundScreen />;
  return (
    <OrganizationFrame {...frame}>
      <PageBar path={[{ label: "Not found" }]} />
      <NotFoundScreen inFrame homeTo="/dashboard" />
    </OrganizationFrame>
  );
}
