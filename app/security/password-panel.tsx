/** The panel of the password: changing it, or setting the first one. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { NewPasswordFields } from "#app/passwords/new-password-fields.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { PasswordField } from "#app/ui/text-field.tsx";

interface PasswordPanelProps {
  readonly hasPassword: boolean;
  /** For password managers. */
  readonly email: string;
  readonly result: SubmissionResult<string[]> | null;
}

type Fields = { current_password: string; password: string; confirm_password: string };

export function PasswordPanel({ hasPassword, email, result }: PasswordPanelProps) {
  const [form, fields] = useForm<Fields>({ id: "change-password", lastResult: result });
  const isPending = useNavigation().formData?.get("intent") === "password";
  return (
    <Panel title={hasPassword ? "Change your password" : "Set a password"}>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-100 gap-4"
      >
        <p className="text-ink-2">
          {hasPassword
            ? "You'll be signed out on other devices and get a confirmation email."
            : "You sign in with Google and don't have a password. With one, you can also sign in without Google."}
        </p>
        <FormErrors errors={form.errors} />
        <input type="text" name="username" autoComplete="username" defaultValue={email} hidden />
        {hasPassword && (
          <PasswordField
            of={fields.current_password}
            label="Current password"
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields
          label="New password"
          password={fields.password}
          confirm={fields.confirm_password}
        />
        <div>
          <Button type="submit" name="intent" value="password" variant="go" pending={isPending}>
            {hasPassword ? "Change password" : "Set password"}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
