/** /email-verified: says that an address is proven and goes on. Public: whoever comes without a session is told where to begin. */
import { useEffect } from "react";
import { replace, useNavigate } from "react-router";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/email-verified.route";
import { visitorOrNobody } from "./late-session.server.ts";
import { alongPath, wayOn } from "./return-path.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Email verification", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind } = await visitorOrNobody(request, context);
  const { searchParams } = new URL(request.url);
  // The address is proven long ago; what is missing is the second factor.
  if (kind === "factor") throw replace(alongPath("/auth", searchParams));
  const returnPath = wayOn(searchParams);
  return { kind, returnPath, brand: brandOf(context) };
}

/** Long enough to be read; whoever wants to go at once presses the button. */
const goesOnAfter_ms = 2000;

export default function EmailVerifiedPage({ loaderData: { kind, returnPath, brand } }: Route.ComponentProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (kind !== "full") return;
    const timer = setTimeout(() => navigate(returnPath, { replace: true }), goesOnAfter_ms);
    return () => clearTimeout(timer);
  }, [kind, returnPath, navigate]);
  return (
    <AuthFrame
      brand={{ name: brand.company_name, logo: brand.logo_url }}
      hero={{
        headline: brand.auth_hero_headline ?? brand.hero_headline,
        description: brand.auth_hero_description ?? brand.hero_subheadline,
      }}
    >
      {kind === "full" && (
        <>
          <AuthTitle title="Email verified" sentence="Your account is ready. We take you there now." />
          <ButtonLink to={returnPath} replace variant="go" size="lg" wide>
            Go to the dashboard
          </ButtonLink>
        </>
      )}
      {kind === "pending" && (
        <>
          <AuthTitle
            title="Almost there"
            sentence="Your email is not verified yet. Enter the code that we sent you."
          />
          <ButtonLink to="/auth" variant="go" size="lg" wide>
            Enter the code
          </ButtonLink>
        </>
      )}
      {kind === "anonymous" && (
        <>
          <AuthTitle title="Email verification" sentence="Sign in to see whether your email is verified." />
          <ButtonLink to="/auth" variant="go" size="lg" wide>
            Sign in
          </ButtonLink>
        </>
      )}
    </AuthFrame>
  );
}
