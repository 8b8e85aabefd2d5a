/** /security/email: the target of both links of a change of address; nothing changes before the button is pressed. */
import { Form, useNavigation } from "react-router";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { readForm } from "#app/platform/body.server.ts";
import { AuthFrame, AuthTitle } from "#app/shell/auth-frame.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import type { Route } from "./+types/email-change.route";
import { answerEmailChange, emailChangePage } from "./email-change-answers.server.ts";

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
      brand={markOf(brand)}
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
        title="Confirm email change"
        sentence={
          present === null
            ? `${next} becomes this account's email address once the link sent to its current address is confirmed too.`
            : `Your email address changes from ${present} to ${next} once the link sent to the new address is confirmed too.`
        }
      />
      <Form method="post" className="grid">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="go" size="lg" wide pending={isPending}>
          Confirm change
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
  half: ["One more step", "This address is confirmed. Now open the link we emailed to the other address."],
  over: [
    "This link has expired",
    "It's too old, was already used, or was replaced by a newer one. Nothing was changed. You can request a new one.",
  ],
  taken: [
    "That address already has an account",
    "Someone started using it in the meantime, so nothing was changed.",
  ],
  changed: ["Your email address was changed", null],
} as const;

function Outcome({ is, email, isSignedIn }: OutcomeProps) {
  const [title, sentence] = outcomes[is];
  const words = sentence ?? `Your account's email address is now ${email}. Use it to sign in from now on.`;
  return (
    <div role="status" className="grid gap-6">
      <AuthTitle title={title} sentence={words} />
      <ButtonLink to={isSignedIn ? "/security" : "/auth"} variant="go" size="lg" wide>
        {isSignedIn ? "Go to Security" : "Sign in"}
      </ButtonLink>
    </div>
  );
}
