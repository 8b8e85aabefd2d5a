/** The part of /settings where an owner with a recent proof of identity deletes the organization by typing its name. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type Props = { readonly name: string; readonly result: SubmissionResult<string[]> | null };

export function DangerZone({ name, result }: Props) {
  const [form, fields] = useForm<{ name: string }>({ id: "settings-delete", lastResult: result });
  const isPending = useNavigation().formData?.get("intent") === "delete";
  return (
    <Panel title={`Delete ${name}`}>
      <OrganizationForm
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid max-w-140 gap-4"
      >
        <p className="text-ink-2">
          Nobody can open it any more, and callers of its numbers hear that nobody can take their call. For 30
          days an owner can restore it as it was; then its agents, calls, contacts and numbers are gone for
          good.
        </p>
        <FormErrors errors={form.errors} />
        <TextField
          of={fields.name}
          label={<span className="wrap-anywhere">{`Type “${name}” to delete it`}</span>}
          autoComplete="off"
        />
        <div>
          <Button type="submit" name="intent" value="delete" variant="danger" pending={isPending}>
            Delete organization
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
