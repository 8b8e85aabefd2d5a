/** Creating an account: an address, a password typed twice, and the terms. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { NewPasswordFields, TermsField } from "#app/passwords/new-password-fields.tsx";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { listed } from "./joining-words.ts";
import { ModeLink } from "./mode-link.tsx";
import { ByInvitation } from "./no-access.tsx";
import { TrialNote } from "./trial-note.tsx";

type Props = {
  readonly brand: string;
  /** The domains of which an address must be; none: accounts are open to all. */
  readonly domains: readonly string[];
  /** What the trial is that the person came for. */
  readonly trial: string | null;
  readonly result: SubmissionResult<string[]> | null;
  /** Another way in, above the form. */
  readonly children?: ReactNode;
};
type Fields = { email: string; password: string; confirm_password: string; terms: string };

const required = { required: true } as const;

/** The form, or that accounts are by invitation here. */
export const SignUpStep = ({ isByInvitation, ...form }: Props & { readonly isByInvitation: boolean }) =>
  isByInvitation && form.domains.length === 0 ? (
    <ByInvitation company={form.brand} />
  ) : (
    <SignUpForm {...form} />
  );

function SignUpForm({ brand, domains, trial, result, children }: Props) {
  const [form, fields] = useForm<Fields>({
    id: "sign-up",
    lastResult: result,
    constraint: { email: required, password: required, confirm_password: required, terms: required },
  });
  return (
    <>
      <AuthTitle title="Create your account" sentence="Have your first agent answering in five minutes." />
      <TrialNote words={trial} />
      {children}
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="steady">
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          {...(domains.length > 0 && {
            hint: `Your ${listed(domains)} address. Anyone else needs an invitation.`,
          })}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <NewPasswordFields password={fields.password} confirm={fields.confirm_password} names={[brand]} />
        <TermsField of={fields.terms} />
        <FormErrors errors={form.errors} id={form.errorId} />
        <SubmitButton intent="sign-up">Create account</SubmitButton>
      </Form>
      <ModeLink mode="signin" question="Already have an account?">
        Sign in
      </ModeLink>
    </>
  );
}
