/** /auth/callback: where Google and the main host send people back to; shown when that failed, or when it asks for confirmation. */
import { data } from "react-router";
import { footOf } from "#app/branding/brand-foot.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/auth-callback.route";
import { answerCallback, answerContinue, type CallbackFailure } from "./auth-callback.server.ts";
import { ContinueAs } from "./continue-as.tsx";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(loaderData?.failure === null ? "Is this your account?" : "Sign-in failed", matches);

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const outcome = await answerCallback(request, context);
  if ("response" in outcome) throw outcome.response;
  const brand = brandOf(context);
  // The address may contain a secret (R10).
  const quiet = { "referrer-policy": "no-referrer", "cache-control": "no-store" };
  // With `no-referrer` a form posts `Origin: null` (https://fetch.spec.whatwg.org/#append-a-request-origin-header), and a
  // browser without `Sec-Fetch-Site` could not press. `strict-origin` keeps the address secret too.
  const pressable = { ...quiet, "referrer-policy": "strict-origin" };
  if ("email" in outcome) return data({ email: outcome.email, failure: null, brand }, { headers: pressable });
  const { failure, cookies } = outcome;
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  for (const [name, value] of Object.entries(quiet)) headers.set(name, value);
  return data({ email: null, failure, brand }, { status: statuses[failure.reason], headers });
}

/** The only button, on the page that names the account. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context);
  if (form.get("intent") !== "continue" || !new URL(request.url).searchParams.has("token"))
    throw faultResponse("bad_request");
  const outcome = await answerContinue(request, context);
  if ("response" in outcome) return outcome.response;
  return data({ failure: outcome.failure }, statuses[outcome.failure.reason]);
}

const statuses = {
  denied: 400,
  refused: 400,
  unverified: 403,
  taken: 409,
  other: 403,
  uninvited: 403,
  unreachable: 502,
} as const;
const titles = { google: "Google sign-in failed", "sign-in": "Sign-in failed" } as const;
/** The fixed text first (docs/product.md, "Error texts"), then what the person can do about it. */
const reasons = {
  denied: "Google was not allowed to tell us who you are.",
  refused: null,
  unverified: "Google has not verified your email address. Verify it there first, or use a password here.",
  taken: "That Google account is joined to another account here, or yours has one already.",
  uninvited: "There's no account with that address yet, and accounts here are by invitation.",
  other: "That is not the Google account that is joined to yours. Nothing was changed.",
  unreachable: "Google did not answer. You can use your password meanwhile.",
} as const;

export default function AuthCallbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, brand } = loaderData;
  const failure = actionData?.failure ?? loaderData.failure;
  return (
    <AuthFrame
      brand={{ name: brand.company_name, logo: brand.logo_url }}
      hero={{
        headline: brand.auth_hero_headline ?? brand.hero_headline,
        description: brand.auth_hero_description ?? brand.hero_subheadline,
      }}
      footer={footOf(brand)}
    >
      {failure && <Failed failure={failure} />}
      {!failure && email !== null && <ContinueAs email={email} />}
    </AuthFrame>
  );
}

function Failed({ failure }: { readonly failure: CallbackFailure }) {
  const reason = reasons[failure.reason];
  return (
    <>
      <AuthTitle
        title={titles[failure.of]}
        sentence="Authentication Error: Failed to complete authentication. Please try again."
      />
      {reason && <p className="text-ink-2">{reason}</p>}
      {/* A full page load: the link may lead to another host. */}
      <ButtonLink to={failure.again} reloadDocument variant="go" size="lg" wide>
        Try Again
      </ButtonLink>
      <ButtonLink to="/auth" variant="quiet" size="lg" wide>
        Go to Login
      </ButtonLink>
    </>
  );
}
