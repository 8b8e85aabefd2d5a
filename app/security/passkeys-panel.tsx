/** The panel of passkeys: those of this host, their names, and creating another. */
import { useId } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { AddPasskey } from "#app/factors/use-passkey.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type Passkey = { readonly id: string; readonly name: string; readonly when: string };
type Props = {
  readonly passkeys: readonly Passkey[];
  /** Passkeys work on the host they were made on. */
  readonly host: string;
  readonly error: string | null;
};

export function PasskeysPanel({ passkeys, host, error }: Props) {
  const submit = useSubmit();
  const intent = useNavigation().formData?.get("intent");
  return (
    <Panel title="Passkeys">
      <div className="grid gap-4">
        <p className="max-w-[62ch] text-ink-2">
          Sign in to {host} with your fingerprint, face or device PIN instead of your password and code.
        </p>
        <FormErrors errors={error === null ? undefined : [error]} />
        {passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="divide-y">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="py-3 first:pt-0">
                <PasskeyForm {...passkey} />
              </li>
            ))}
          </ul>
        )}
        <AddPasskey
          isPending={intent === "passkey-add"}
          keep={(credential) => submit({ intent: "passkey-add", credential }, { method: "post" })}
        />
      </div>
    </Panel>
  );
}

function PasskeyForm({ id, name, when }: Passkey) {
  const form = useId();
  return (
    <Form id={form} method="post" className="flex flex-wrap items-end gap-3">
      <input type="hidden" name="passkey_id" value={id} />
      <TextField
        of={{ name: "name", initialValue: name }}
        label="Name"
        hint={when}
        maxLength={60}
        className="min-w-60 flex-1"
      />
      <div className="flex gap-3 pb-6">
        <Button type="submit" name="intent" value="passkey-rename" aria-label={`Rename ${name}`}>
          Rename
        </Button>
        <ConfirmDialog
          form={form}
          name="intent"
          value="passkey-remove"
          label={`Remove ${name}`}
          title={`Remove ${name}?`}
          sentence="You won't be able to sign in with it anymore. All other devices will be signed out."
          confirm="Remove"
        />
      </div>
    </Form>
  );
}
