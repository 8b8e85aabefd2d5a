/** The screen that names the account before a person continues with it, so that they do not end up in a stranger's (R10). */
import { Form } from "react-router";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";

export function ContinueAs({ email }: { readonly email: string }) {
  return (
    <>
      <AuthTitle
        title="Is this your account?"
        sentence={
          <>
            This link signs you in as <strong className="font-strong text-ink">{email}</strong>. Go on only if
            that is you.
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
