/** The panels of /mfa-setup: the authenticator app before, while and after it is set up. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button, type ButtonVariant } from "#app/ui/button.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { CodeField, PasswordField } from "#app/ui/text-field.tsx";

type Result = SubmissionResult<string[]> | null;
const usePending = (intent: string): boolean => useNavigation().formData?.get("intent") === intent;

type PressProps = {
  readonly intent: string;
  readonly variant?: ButtonVariant;
  readonly children: ReactNode;
};

function Press({ intent, variant, children }: PressProps) {
  return (
    <Button type="submit" name="intent" value={intent} variant={variant} pending={usePending(intent)}>
      {children}
    </Button>
  );
}

export function TurnOnPanel({ hasPassword }: { readonly hasPassword: boolean }) {
  return (
    <Panel title="Authenticator app" aside={<Tag>Off</Tag>}>
      <Form method="post" className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          You'll also need a code from an app on your phone, so{" "}
          {hasPassword ? "a stolen password isn't enough." : "access to your Google account isn't enough."}
        </p>
        <div>
          <Press intent="begin" variant="go">
            Set up an authenticator app
          </Press>
        </div>
      </Form>
    </Panel>
  );
}

type Enrolment = {
  readonly factorId: string;
  readonly secret: string;
  readonly qr: { readonly size: number; readonly path: string };
};

export function EnrolPanel({ factorId, secret, qr, result }: Enrolment & { readonly result: Result }) {
  const [form, fields] = useForm<{ code: string }>({
    id: "verify-factor",
    lastResult: result,
    constraint: { code: { required: true } },
  });
  return (
    <Panel title="Set up your authenticator app">
      <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)]">
        <svg
          role="img"
          aria-label="QR code for your authenticator app"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className="size-52 rounded-md border"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <div className="grid max-w-100 content-start gap-4">
          <p>Scan the code with your authenticator app, or type this key into it:</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="break-words font-medium tabular-nums">{secret}</code>
            <CopyButton value={secret.replaceAll(" ", "")} label="Copy key" />
          </p>
          <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-3">
            <input type="hidden" name="factor_id" value={factorId} />
            <CodeField
              of={fields.code}
              label="Authentication code"
              hint="The 6 digits the app is showing now."
              digits
            />
            <div className="flex gap-3">
              <Press intent="verify" variant="go">
                Verify
              </Press>
              <Press intent="cancel">Cancel</Press>
            </div>
          </Form>
        </div>
      </div>
    </Panel>
  );
}

type ChangeProps = {
  readonly hasPassword: boolean;
  readonly email: string;
  readonly requiredBy: string | null;
  readonly result: Result;
};

/** Replacing and turning off need the password and a code together. */
export function ChangePanel({ hasPassword, email, requiredBy, result }: ChangeProps) {
  const [form, fields] = useForm<{ password: string; code: string }>({
    id: "change-factor",
    lastResult: result,
  });
  return (
    <Panel title="Authenticator app" aside={<Tag tone="good">On</Tag>}>
      <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-100 gap-4">
        <p className="text-ink-2">
          To replace the app or to turn two-factor authentication off, enter{" "}
          {hasPassword && "your password and "}a code.
        </p>
        {hasPassword && (
          <>
            <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
            <PasswordField of={fields.password} label="Password" autoComplete="current-password" />
          </>
        )}
        <CodeField of={fields.code} label="Authentication code" hint="Or one of your recovery codes." />
        <div className="flex flex-wrap gap-3">
          <Press intent="replace">Replace the app</Press>
          {requiredBy === null && (
            <Press intent="turn-off" variant="danger">
              Turn off two-factor authentication
            </Press>
          )}
        </div>
      </Form>
    </Panel>
  );
}
