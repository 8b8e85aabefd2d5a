/** /security/email: the target of both links of a change of address; nothing changes before the button is pressed. */
import { Form, useNavigation } from "react-router";
import { footOf } from "#app/branding/brand-foot.ts";
import { mainHostOnly } from "#app/branding/hosts.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { readForm } from "#app/platform/body.server.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/email-change.route";
import { answerEmailChange, emailChangePage } from "./email-change-answers.server.ts";

export const middleware: Route.MiddlewareFunction[] = [mainHostOnly];

export const meta: Route.MetaFunction = ({ matches }) => pageTitle("Email address", matches);
export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const all = new Headers(loaderHeaders);
  for (const line of actionHeaders.getSetCookie()) all.append("set-cookie", line);
  return all;
};

export const loader = ({ request, context }: Route.LoaderArgs) => emailChangePage(request, context);

export const action = async ({ request, context }: Route.ActionArgs) =>
  answerEmailChange(request, context, await readForm(request, context));

export default function EmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, half, isSignedIn } = loaderData;
  return (
    <AuthFrame
      brand={{ name: brand.company_name, logo: brand.logo_url }}
      hero={{
        headline: brand.auth_hero_headline ?? brand.hero_headline,
        description: brand.auth_hero_description ?? brand.hero_subheadline,
      }}
      footer={footOf(brand)}
    >
      {actionData ? (
        <Outcome {...actionData} isSignedIn={isSignedIn} />
      ) : half ? (
        <Confirm {...half} />
      ) : (
        <Outcome is="over" email={null} isSignedIn={isSignedIn} />
      )}
    </AuthFrame>
  );
}

type ConfirmProps = { readonly token: string; readonly next: string; readonly present: string | null };

function Confirm({ token, next, present }: ConfirmProps) {
  const isPending = useNavigation().formMethod === "POST";
  return (
    <>
      <AuthTitle
        title="Confirm the change"
        sentence={
          present === null
            ? `From now on an account is reached at ${next}, once the link at its present address was used too.`
            : `Your account moves from ${present} to ${next}, once the link at the new address was used too.`
        }
      />
      <Form method="post" className="grid">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="go" size="lg" wide pending={isPending}>
          Confirm the change
        </Button>
      </Form>
    </>
  );
}

type OutcomeProps = {
  readonly is: "half" | "over" | "taken" | "changed";
  readonly email: string | null;
  readonly isSignedIn: boolean;
};

const outcomes = {
  half: [
    "One more to go",
    "This address is confirmed. Open the link in the mail at the other address, and the change is done.",
  ],
  over: [
    "This link is over",
    "It was used, is too old, or another one took its place. Nothing was changed by it. You can ask for new links.",
  ],
  taken: ["That address has an account", "Somebody uses it meanwhile, so nothing was changed."],
  changed: ["Your email address was changed", null],
} as const;

function Outcome({ is, email, isSignedIn }: OutcomeProps) {
  const [title, sentence] = outcomes[is];
  const words = sentence ?? `Your account is reached at ${email} now. Sign in with it from now on.`;
  return (
    <div role="status" className="grid gap-6">
      <AuthTitle title={title} sentence={words} />
      <ButtonLink to={isSignedIn ? "/security" : "/auth"} variant="go" size="lg" wide>
        {isSignedIn ? "Security of your account" : "Sign in"}
      </ButtonLink>
    </div>
  );
}
