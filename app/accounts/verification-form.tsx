/** The step between signing up and coming in: six digits from a mail, another mail, or the way back. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { CodeField } from "#app/ui/text-field.tsx";
import { SubmitButton } from "./submit-button.tsx";

type Props = {
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
  /** How another code fared. */
  readonly resent: SubmissionResult<string[]> | null;
  readonly isSent: boolean;
};

export function VerificationForm({ email, result, resent, isSent }: Props) {
  const [form, fields] = useForm<{ code: string }>({
    id: "verify",
    lastResult: result,
    constraint: { code: { required: true } },
  });
  return (
    <>
      <AuthTitle
        title="Verify your email"
        sentence={
          <>
            We sent a 6-digit code to <strong className="font-strong text-ink">{email}</strong>. It is good
            for 10 minutes.
          </>
        }
      />
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <CodeField of={fields.code} label="Verification code" />
        <SubmitButton intent="verify">Verify email</SubmitButton>
      </Form>
      <div className="grid gap-3">
        <FormErrors errors={resent?.error?.[""] ?? undefined} />
        <p role="status" className="text-good text-meta empty:hidden">
          {isSent && "A new code is on its way. The one before is no longer good."}
        </p>
        <Form method="post" noValidate>
          <SubmitButton intent="resend" variant="plain">
            Resend code
          </SubmitButton>
        </Form>
        <form method="post" action="/sign-out" className="text-center">
          <Button type="submit" variant="quiet">
            Use another address
          </Button>
        </form>
      </div>
    </>
  );
}
