/** Signing in with a password. The rules for new passwords are only hints here: an older password still signs in. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, useState } from "react";
import { Form } from "react-router";
import { UsePasskey } from "#app/factors/use-passkey.tsx";
import { brokenRules } from "#app/passwords/password-rules.ts";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { PasswordField, TextField } from "#app/ui/text-field.tsx";
import { ForgotLink, ModeLink } from "./mode-link.tsx";

type Props = {
  readonly brand: string;
  /** The person was about to start a trial. */
  readonly isTrial: boolean;
  /** The person was signed in here, and the session is over. */
  readonly isOut: boolean;
  /** Newcomers need an invitation, so there is no sign-up form. */
  readonly isByInvitation: boolean;
  /** The address of a Google account that this sign-in joins to the account. */
  readonly joins: string | null;
  readonly result: SubmissionResult<string[]> | null;
  /** Another way in, above the form. */
  readonly children?: ReactNode;
};
type Fields = { email: string; password: string };

export function SignInForm({ brand, isTrial, isOut, isByInvitation, joins, result, children }: Props) {
  const [form, fields] = useForm<Fields>({
    id: "sign-in",
    lastResult: result,
    defaultValue: { email: joins ?? "", password: "" },
    constraint: { email: { required: true }, password: { required: true } },
  });
  const [hint, setHint] = useState<string>();
  return (
    <>
      <AuthTitle
        title={`Sign in to ${brand}`}
        sentence={isTrial ? "Please sign in to continue with checkout" : undefined}
      />
      {isOut && result === null && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-control text-ink-2">
          You were signed out. Sign in again to continue.
        </p>
      )}
      {joins !== null && result === null && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2.5 text-control text-ink-2">
          There's already an account for <b className="wrap-anywhere">{joins}</b>. Enter its password once,
          and you'll be able to sign in with Google from then on.
        </p>
      )}
      {children}
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
        <div className="relative">
          <PasswordField
            of={fields.password}
            label="Password"
            autoComplete="current-password"
            // The line exists before its text: leaving the field must not move the button that is being pressed.
            hint={hint ?? "\u00a0"}
            onBlur={({ target }) => setHint(target.value ? brokenRules(target.value)[0] : undefined)}
          />
          <ForgotLink />
        </div>
        <SubmitButton intent="sign-in">Sign in</SubmitButton>
      </Form>
      <UsePasskey inField>Use a passkey</UsePasskey>
      {!isByInvitation && (
        <ModeLink mode="signup" question="New here?">
          Create account
        </ModeLink>
      )}
    </>
  );
}
