/** The step between signing up and the dashboard: six digits from a mail, another mail, or the way back. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect } from "react";
import { Form, useFetcher } from "react-router";
import { type MailState, type MailStep, mailStep, retryEvery_ms } from "#app/mail/mail-state.ts";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { TimeZone } from "#app/sign-in/time-zone.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CodeField } from "#app/ui/text-field.tsx";

type Props = {
  readonly email: string;
  /** The state of the mail with the code. */
  readonly mail: MailState | null;
  /** The address has had enough mail: minutes until another code may be sent. */
  readonly heldFor: number | null;
  readonly result: SubmissionResult<string[]> | null;
  /** The answer to the request for another code. */
  readonly resent: SubmissionResult<string[]> | null;
  /** Which mail is on its way now. */
  readonly sent: "another" | "same" | null;
};

/** The text does not reveal whether the address has an account. */
const heldWords = (minutes: number): string =>
  `Too many codes were requested for this address, so we didn't send one just now. You can use “Resend code” in ${minutes} minute${minutes === 1 ? "" : "s"}.`;

export function VerificationForm({ email, mail, heldFor, result, resent, sent }: Props) {
  const step = mailStep(mail ?? { state: "sent", attempts: 1 });
  const isHeld = heldFor !== null && sent === null;
  const [form, fields] = useForm<{ code: string }>({
    id: "verify",
    // The newer answer replaces the older one, also when it is about another code.
    lastResult: result ?? resent,
    constraint: { code: { required: true } },
  });
  return (
    <>
      <AuthTitle
        title="Verify your email"
        sentence={
          <>
            {step.is === "sent" && !isHeld
              ? "We sent a 6-digit code to "
              : "Enter the 6-digit code we're sending to "}
            <strong className="font-strong text-ink">{email}</strong>. It expires in 10 minutes.
          </>
        }
      />
      {isHeld && (
        <p role="status" className="text-ink-2 text-control">
          {heldWords(heldFor)}
        </p>
      )}
      {step.is !== "sent" && !isHeld && (
        <Delivery key={mail?.attempts} step={step} isQuiet={form.errors !== undefined} />
      )}
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
        <FormErrors errors={form.errors} id={form.errorId} />
        <CodeField of={fields.code} label="Verification code" digits />
        <TimeZone />
        <SubmitButton intent="verify">Verify email</SubmitButton>
      </Form>
      <div className="grid gap-3">
        <p role="status" className="text-good text-meta empty:hidden">
          {sent === "another" && "A new code is on its way. The previous one no longer works."}
          {sent === "same" && "Your code is on its way."}
        </p>
        <Form method="post" noValidate>
          <SubmitButton intent="resend" variant="plain">
            Resend code
          </SubmitButton>
        </Form>
        <form method="post" action="/sign-out" className="text-center">
          <Button type="submit" variant="quiet">
            Use a different email
          </Button>
        </form>
      </div>
    </>
  );
}

type DeliveryProps = {
  readonly step: Exclude<MailStep, { is: "sent" }>;
  /** A newer message appears elsewhere: two alerts at once would compete. */
  readonly isQuiet: boolean;
};

/** The mail failed: it is tried again automatically, then by a button. The key counts the tries, so that each begins its own pause. */
function Delivery({ step, isQuiet }: DeliveryProps) {
  const { submit } = useFetcher();
  const isRetrying = step.is === "retrying";
  useEffect(() => {
    if (!isRetrying) return;
    const timer = setTimeout(() => submit({ intent: "deliver" }, { method: "post" }), retryEvery_ms);
    return () => clearTimeout(timer);
  }, [isRetrying, submit]);
  return (
    <div className="grid gap-3">
      {isRetrying ? (
        <p role="status" className="text-ink-2 text-control">
          {step.words}
        </p>
      ) : (
        <FormErrors errors={isQuiet ? undefined : [step.words]} />
      )}
      <Form method="post" noValidate className={isRetrying ? "hidden scriptless:block" : undefined}>
        <SubmitButton intent="deliver">Retry</SubmitButton>
      </Form>
    </div>
  );
}
