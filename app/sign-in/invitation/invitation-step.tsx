/** The step that a mailed invitation opens: joining as a newcomer, with an account, or with one click; or an error. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { asRole } from "#app/membership/permissions.ts";
import { NewPasswordFields, TermsField } from "#app/passwords/new-password-fields.tsx";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { ForgotLink, ModeLink } from "#app/sign-in/mode-link.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { PasswordField, TextField } from "#app/ui/text-field.tsx";

type Result = SubmissionResult<string[]> | null;

interface OpenInvitation {
  readonly organization: string;
  readonly email: string;
  readonly role: string;
  readonly signedIn: "invited" | { readonly email: string } | null;
}

interface Props {
  readonly invitation: OpenInvitation;
  /** The form for a visitor who is not signed in. */
  readonly form: "invited-sign-in" | "invited-sign-up";
  /** The form's last answer. */
  readonly result: Result;
  /** Another way in, above the form. */
  readonly children?: ReactNode;
}

export function InvitationStep({ invitation, form, result, children }: Props) {
  const { signedIn, organization, role } = invitation;
  if (signedIn === "invited")
    return (
      <>
        <AuthTitle title={`Join ${organization}`} sentence={`You've been invited as ${asRole(role)}.`} />
        <Form method="post" className="grid gap-4.5">
          <FormErrors errors={result?.error?.[""] ?? undefined} />
          <SubmitButton intent="accept">Accept invitation</SubmitButton>
        </Form>
        <ButtonLink to="/dashboard" variant="quiet" size="lg" wide>
          Not now
        </ButtonLink>
      </>
    );
  if (signedIn) return <ForSomeoneElse {...invitation} signedInAs={signedIn.email} />;
  const As = form === "invited-sign-in" ? SignIn : SignUp;
  return (
    <As invitation={invitation} result={result}>
      {children}
    </As>
  );
}

interface FormProps {
  readonly invitation: OpenInvitation;
  readonly result: Result;
  readonly children?: ReactNode;
}

/** Pre-filled and locked (docs/product.md, "Validation"). */
function LockedEmail({ email, autoComplete }: { readonly email: string; readonly autoComplete: string }) {
  return (
    <TextField
      of={{ name: "email", initialValue: email }}
      label="Email"
      type="email"
      autoComplete={autoComplete}
      readOnly
      hint="The invitation is for this address."
    />
  );
}

function SignUp({ invitation: { organization, role, email }, result, children }: FormProps) {
  const [form, fields] = useForm<{ password: string; confirm_password: string; terms: string }>({
    id: "invited-sign-up",
    lastResult: result,
    constraint: {
      password: { required: true },
      confirm_password: { required: true },
      terms: { required: true },
    },
  });
  return (
    <>
      <AuthTitle
        title={`Join ${organization}`}
        sentence={`You've been invited as ${asRole(role)}. Choose a password for your account.`}
      />
      {children}
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <LockedEmail email={email} autoComplete="username" />
        <NewPasswordFields password={fields.password} confirm={fields.confirm_password} />
        <TermsField of={fields.terms} />
        <SubmitButton intent="invited-sign-up">Accept invitation</SubmitButton>
      </Form>
      <ModeLink mode="signin" question="Already have an account?">
        Sign in
      </ModeLink>
    </>
  );
}

function SignIn({ invitation: { organization, role, email }, result, children }: FormProps) {
  const [form, fields] = useForm<{ password: string }>({
    id: "invited-sign-in",
    lastResult: result,
    constraint: { password: { required: true } },
  });
  return (
    <>
      <AuthTitle
        title={`Join ${organization}`}
        sentence={`You've been invited as ${asRole(role)}. Sign in to your account to accept.`}
      />
      {children}
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <LockedEmail email={email} autoComplete="username" />
        <div className="relative">
          <PasswordField of={fields.password} label="Password" autoComplete="current-password" />
          <ForgotLink />
        </div>
        <SubmitButton intent="invited-sign-in">Sign in</SubmitButton>
      </Form>
      <ModeLink mode="signup" question="New here?">
        Create account
      </ModeLink>
    </>
  );
}

function ForSomeoneElse({
  organization,
  email,
  signedInAs,
}: OpenInvitation & { readonly signedInAs: string }) {
  return (
    <>
      <AuthTitle
        title={`Join ${organization}`}
        sentence={
          <>
            This invitation is for <strong className="font-strong text-ink">{email}</strong>, and you're
            signed in as <strong className="font-strong text-ink">{signedInAs}</strong>.
          </>
        }
      />
      <Form method="post" reloadDocument className="grid gap-4.5">
        <SubmitButton intent="leave">Sign out and continue</SubmitButton>
      </Form>
      <ButtonLink to="/dashboard" variant="quiet" size="lg" wide>
        Stay signed in
      </ButtonLink>
    </>
  );
}

/** A used invitation, opened by the person who used it: a button leads to the organization, because another one is active now. */
export function Joined({ id, organization }: { readonly id: string; readonly organization: string }) {
  return (
    <>
      <AuthTitle
        title={`You've already joined ${organization}`}
        sentence="This invitation was already used. You're in a different organization right now."
      />
      <Form method="post" action="/organizations/switch" reloadDocument className="grid gap-4.5">
        <Button type="submit" name="to" value={id} variant="go" size="lg" wide>
          Switch organization
        </Button>
      </Form>
      <ButtonLink to="/dashboard" variant="quiet" size="lg" wide>
        Stay where you are
      </ButtonLink>
    </>
  );
}

/** The invitation error screen (docs/product.md, "Error screens"). */
export function InvalidInvitation({ words }: { readonly words: string }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <AuthTitle title="Invalid Invitation" sentence={words} />
      <ButtonLink to={`${pathname}${search}`} reloadDocument variant="go" size="lg" wide>
        Try Again
      </ButtonLink>
      <ButtonLink to="/auth" variant="quiet" size="lg" wide>
        Go to Login
      </ButtonLink>
    </>
  );
}
