/** /auth/callback: where Google and the main host send people back to; shown when that failed, or when it asks for confirmation. */
import { data, Form } from "react-router";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { Route } from "./+types/auth-callback.route";
import { answerCallback, answerContinue, type CallbackFailure } from "./auth-callback.server.ts";

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
  // the origin check (R7) refuses that of a browser without `Sec-Fetch-Site`. `strict-origin` hides the path and the query too.
  const pressable = { ...quiet, "referrer-policy": "strict-origin" };
  if ("email" in outcome) return data({ email: outcome.email, failure: null, brand }, { headers: pressable });
  const { failure, cookies } = outcome;
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  for (const [name, value] of Object.entries(quiet)) headers.set(name, value);
  return data({ email: null, failure, brand }, { status: statuses[failure.reason], headers });
}

/** Handles the "Continue as" button. */
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
  full: 403,
  unreachable: 502,
} as const;
const titles = { google: "Google sign-in failed", "sign-in": "Sign-in failed" } as const;
/** The fixed text first (docs/product.md, "Error texts"), then what the person can do about it. */
const reasons = {
  denied: "Google sign-in was canceled.",
  refused: null,
  unverified:
    "Google hasn't verified your email address. Verify it with Google first, or use a password here.",
  taken:
    "That Google account is connected to a different account here, or your account already uses another Google account.",
  full: "There's no room for new accounts right now. Ask the team that sent you here for an invitation.",
  uninvited: "There's no account with that address yet, and you need an invitation to create one.",
  other: "That's not the Google account connected to yours. Nothing was changed.",
  unreachable: "Google didn't respond. You can use your password instead.",
} as const;

export default function AuthCallbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, brand } = loaderData;
  const failure = actionData?.failure ?? loaderData.failure;
  return (
    <AuthFrame
      brand={markOf(brand)}
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

function ContinueAs({ email }: { readonly email: string }) {
  return (
    <>
      <AuthTitle
        title="Is this your account?"
        sentence={
          <>
            This link signs you in as <strong className="font-strong text-ink">{email}</strong>. Continue only
            if that's you.
          </>
        }
      />
      <Form method="post" id="continue">
        <SubmitButton intent="continue">
          {/* An address may be longer than the button; it is shown in full above. */}
          <span className="min-w-0 truncate leading-normal">Continue as {email}</span>
        </SubmitButton>
      </Form>
      {/* A full page load: the link may lead to another host. */}
      <ButtonLink to="/auth" reloadDocument variant="quiet" size="lg" wide>
        Go to Login
      </ButtonLink>
    </>
  );
}
