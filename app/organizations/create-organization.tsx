/** The form that creates an organization. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

type CreateOrganizationProps = { readonly result: SubmissionResult<string[]> | null };

export function CreateOrganization({ result }: CreateOrganizationProps) {
  const [form, fields] = useForm<{ name: string }>({
    id: "create-organization",
    lastResult: result,
    constraint: { name: { required: true } },
  });
  const isPending = useNavigation().formMethod === "POST";
  return (
    <Panel title="New organization">
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-100 gap-4">
        <p className="text-ink-2">It has its own agents, numbers, calls and members. You'll be its owner.</p>
        <FormErrors errors={form.errors} />
        <TextField of={fields.name} label="Name" autoComplete="organization" />
        <div>
          <Button type="submit" variant="go" pending={isPending}>
            Create organization
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
