/** The step between a right password and coming in: six digits from the authenticator, a recovery code, or a passkey. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { AuthTitle } from "#app/shell/auth-frame.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CodeField, TextField } from "#app/ui/text-field.tsx";
import { showToast } from "#app/ui/toast.ts";

type Result = SubmissionResult<string[]> | null;
type Props = {
  readonly factorId: string;
  /** In place of both: a button for a passkey, if one was made on this host. */
  readonly passkey?: ReactNode;
  readonly result: Result;
  readonly recovery: Result;
};

/** `?factor=recovery` asks for a recovery code instead, so that the link works before scripts load. */
export function FactorStepForm({ factorId, passkey, result, recovery }: Props) {
  const [searchParams] = useSearchParams();
  const isRecovery = searchParams.get("factor") === "recovery";
  useToldFailure(isRecovery ? recovery : result);
  const form = useFocusWhenChanged(isRecovery);
  const other = new URLSearchParams(searchParams);
  if (isRecovery) other.delete("factor");
  else other.set("factor", "recovery");
  return (
    <>
      <AuthTitle
        title="Two-factor authentication"
        sentence={
          isRecovery
            ? "Enter one of your recovery codes. Each works once."
            : "Enter the code your authenticator app shows for this account."
        }
      />
      <div ref={form}>
        {isRecovery ? <RecoveryForm result={recovery} /> : <CodeForm factorId={factorId} result={result} />}
      </div>
      <div className="grid gap-3">
        {passkey}
        <p className="text-center">
          <Link
            to={{ search: `?${other}` }}
            replace
            className="font-strong text-brand-text no-underline hover:underline"
          >
            {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
          </Link>
        </p>
        <form method="post" action="/sign-out" className="text-center">
          <Button type="submit" variant="quiet">
            Use another account
          </Button>
        </form>
      </div>
    </>
  );
}

/** When the person asks for the other field, the focus moves there. */
function useFocusWhenChanged(isRecovery: boolean): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null);
  const shown = useRef(isRecovery);
  useEffect(() => {
    if (shown.current === isRecovery) return;
    shown.current = isRecovery;
    form.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  }, [isRecovery]);
  return form;
}

/** "MFA Challenge Failed" appears at the form and as a toast (docs/product.md, "Error texts"). */
function useToldFailure(result: Result): void {
  useEffect(() => {
    const words = result?.error?.[""]?.[0];
    if (words !== undefined) showToast({ words, tone: "bad" });
  }, [result]);
}

function CodeForm({ factorId, result }: { readonly factorId: string; readonly result: Result }) {
  const [form, fields] = useForm<{ code: string }>({
    id: "factor",
    lastResult: result,
    constraint: { code: { required: true } },
  });
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
      <FormErrors errors={form.errors} id={form.errorId} />
      <input type="hidden" name="factor_id" value={factorId} />
      <CodeField of={fields.code} label="Authentication code" digits />
      <SubmitButton intent="factor">Verify</SubmitButton>
    </Form>
  );
}

function RecoveryForm({ result }: { readonly result: Result }) {
  const [form, fields] = useForm<{ recovery_code: string }>({
    id: "recovery-code",
    lastResult: result,
    constraint: { recovery_code: { required: true } },
  });
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4.5">
      <FormErrors errors={form.errors} id={form.errorId} />
      <TextField
        of={fields.recovery_code}
        label="Recovery code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="24 letters and digits. Hyphens and case don't matter."
      />
      <SubmitButton intent="recovery-code">Verify</SubmitButton>
    </Form>
  );
}
