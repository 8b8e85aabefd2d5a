/** The panel of the email address: the present one, requesting another, and a pending change. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface EmailPanelProps {
  readonly email: string;
  /** A change that waits for its links; null: none. */
  readonly change: { readonly next: string; readonly waitsFor: string } | null;
  readonly result: SubmissionResult<string[]> | null;
}

export function EmailPanel({ email, change, result }: EmailPanelProps) {
  const [form, fields] = useForm<{ email: string }>({ id: "change-email", lastResult: result });
  const intent = useNavigation().formData?.get("intent");
  return (
    <Panel title="Email address">
      <div className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          You sign in with <b className="wrap-anywhere font-medium text-ink">{email}</b>. To change it, we'll
          email a link to both addresses. Nothing changes until you open both.
        </p>
        {change && (
          <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2" preventScrollReset>
            <p className="wrap-anywhere min-w-0">
              Changing to <b className="font-medium">{change.next}</b>: {change.waitsFor}.
            </p>
            <Button
              type="submit"
              name="intent"
              value="email-cancel"
              size="sm"
              pending={intent === "email-cancel"}
            >
              Cancel change
            </Button>
          </Form>
        )}
        <Form
          method="post"
          id={form.id}
          onSubmit={form.onSubmit}
          noValidate
          preventScrollReset
          className="grid max-w-100 gap-4"
        >
          <FormErrors errors={form.errors} />
          <TextField of={fields.email} label="New email address" type="email" autoComplete="email" />
          <div>
            <Button type="submit" name="intent" value="email" pending={intent === "email"}>
              Send links
            </Button>
          </div>
        </Form>
      </div>
    </Panel>
  );
}
