/** /email-verified: says that an address is proven and continues. Public: a visitor without a session learns where to begin. */
import { useEffect, useEffectEvent, useRef } from "react";
import { replace, useNavigate, useRevalidator } from "react-router";
import { visitorOrNobody } from "#app/accounts/late-session.server.ts";
import { alongPath, wayOn } from "#app/accounts/return-path.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/email-verified.route";
import { afterPolls, pollEvery_ms } from "./awaited-proof.ts";

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Email verification", matches);

export async function loader({ request, context }: Route.LoaderArgs) {
  const { kind } = await visitorOrNobody(request, context);
  const { searchParams } = new URL(request.url);
  // The address is already proven; the second factor is missing.
  if (kind === "factor") throw replace(alongPath("/auth", searchParams));
  // A visitor who is not fully signed in continues at their own step, with their errand.
  const onward =
    kind === "full"
      ? await trialOr(request, context, wayOn(searchParams), Date.now())
      : alongPath("/auth", searchParams);
  return { kind, onward, isTrial: onward.startsWith("/checkout"), brand: brandOf(context) };
}

/**
 * Polls for a proof that is missing, and finally continues without it; a person without proof is then asked for the
 * code. A code entered on this page's own way is already proven (`verifyEmail`): polling waits for one that is
 * entered in another tab.
 */
function usePolledProof(isAwaited: boolean, goOn: () => void): void {
  const { revalidate, state } = useRevalidator();
  const asked = useRef(0);
  const ask = useEffectEvent((timer: number) => {
    // A slow answer is waited for: another request would abort it.
    if (state !== "idle") return;
    if (afterPolls(asked.current) === "go_on") {
      clearInterval(timer);
      goOn();
      return;
    }
    asked.current += 1;
    void revalidate();
  });
  useEffect(() => {
    if (!isAwaited) return;
    asked.current = 0;
    const timer = window.setInterval(() => ask(timer), pollEvery_ms);
    return () => clearInterval(timer);
  }, [isAwaited]);
}

/** Long enough to read; the button continues at once. */
const goesOnAfter_ms = 2 * second_ms;

export default function EmailVerifiedPage({ loaderData }: Route.ComponentProps) {
  const { kind, onward, isTrial, brand } = loaderData;
  const navigate = useNavigate();
  usePolledProof(kind === "pending", () => navigate(onward, { replace: true }));
  useEffect(() => {
    if (kind !== "full") return;
    const timer = setTimeout(() => navigate(onward, { replace: true }), goesOnAfter_ms);
    return () => clearTimeout(timer);
  }, [kind, onward, navigate]);
  return (
    <AuthFrame
      brand={markOf(brand)}
      hero={{
        headline: brand.auth_hero_headline ?? brand.hero_headline,
        description: brand.auth_hero_description ?? brand.hero_subheadline,
      }}
      footer={footOf(brand)}
    >
      {kind === "full" && (
        <>
          <AuthTitle
            title="Email verified"
            sentence={
              isTrial ? "Next, start your trial. Just a moment…" : "Your account is ready. Just a moment…"
            }
          />
          <ButtonLink to={onward} replace variant="go" size="lg" wide>
            {isTrial ? "Continue to checkout" : "Go to the dashboard"}
          </ButtonLink>
        </>
      )}
      {kind === "pending" && (
        <>
          <AuthTitle
            title="Almost there"
            sentence="Your email isn't verified yet. Enter the code we sent you."
          />
          <ButtonLink to={onward} variant="go" size="lg" wide>
            Enter the code
          </ButtonLink>
        </>
      )}
      {kind === "anonymous" && (
        <>
          <AuthTitle title="Email verification" sentence="Sign in to check whether your email is verified." />
          <ButtonLink to={onward} variant="go" size="lg" wide>
            Sign in
          </ButtonLink>
        </>
      )}
    </AuthFrame>
  );
}
