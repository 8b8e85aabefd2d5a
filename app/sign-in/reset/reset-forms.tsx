/** The screens of a forgotten password: requesting the link, its confirmation, and the new password. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useLocation } from "react-router";
import { NewPasswordFields } from "#app/passwords/new-password-fields.tsx";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { ModeLink } from "#app/sign-in/mode-link.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type Result = SubmissionResult<string[]> | null;

export function ForgotForm({ result }: { readonly result: Result }) {
  const [form, fields] = useForm<{ email: string }>({
    id: "forgot",
    lastResult: result,
    constraint: { email: { required: true } },
  });
  return (
    <>
      <AuthTitle title="Forgot your password?" sentence="Enter your email and we'll send you a reset link." />
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SubmitButton intent="forgot">Send reset link</SubmitButton>
      </Form>
      <ModeLink mode="signin" question="Remembered it?">
        Sign in
      </ModeLink>
    </>
  );
}

/** Says the same for every address. */
export function LinkSent({ to }: { readonly to: string }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <AuthTitle
        title="Check your email"
        sentence={
          <>
            If <strong className="font-strong text-ink">{to}</strong> has an account, we've sent a reset link.
            It works once and expires in an hour.
          </>
        }
      />
      <p className="text-ink-2">
        Nothing after a few minutes? Check your spam folder, or request another link.
      </p>
      <ButtonLink to={`${pathname}${search}`} size="lg" wide>
        Request another link
      </ButtonLink>
      <ModeLink mode="signin" question="Remembered it?">
        Sign in
      </ModeLink>
    </>
  );
}

interface ResetFormProps {
  readonly email: string;
  /** The link's token; travels in the form, so that no later address contains it. */
  readonly token: string;
  readonly result: Result;
}

export function ResetForm({ email, token, result }: ResetFormProps) {
  const [form, fields] = useForm<{ password: string; confirm_password: string }>({
    id: "reset",
    lastResult: result,
    constraint: { password: { required: true }, confirm_password: { required: true } },
  });
  return (
    <>
      <AuthTitle
        title="Set a new password"
        sentence={
          <>
            For <strong className="font-strong text-ink">{email}</strong>. You'll be signed out on all other
            devices.
          </>
        }
      />
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        {/* For password managers: the account of the password. */}
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <input type="hidden" name="reset" value={token} />
        <NewPasswordFields password={fields.password} confirm={fields.confirm_password} />
        <SubmitButton intent="reset">Set new password</SubmitButton>
      </Form>
    </>
  );
}

export function DeadResetLink() {
  return (
    <>
      <AuthTitle
        title="This link has expired"
        sentence="It was already used or is more than an hour old. We can send you a new one."
      />
      <ButtonLink to="/auth?mode=forgot" variant="go" size="lg" wide>
        Request a new link
      </ButtonLink>
      <ButtonLink to="/auth" variant="quiet" size="lg" wide>
        Go to Login
      </ButtonLink>
    </>
  );
}
