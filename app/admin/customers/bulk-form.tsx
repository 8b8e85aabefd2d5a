/** One change for the customers that are selected in the list; their checkboxes belong to this form by its id. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Choice, SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FieldNote, FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

export const bulkFormId = "bulk";

interface BulkFormProps {
  readonly plans: readonly Choice[];
  readonly result: SubmissionResult<string[]> | null;
}

export function BulkForm({ plans, result }: BulkFormProps) {
  const [form, fields] = useForm<{ reason: string; tier: string; customers: string }>({
    id: bulkFormId,
    lastResult: result,
    constraint: { reason: { required: true, maxLength: 300 } },
  });
  const pending = useNavigation().formData?.get("intent");
  const { errors = [], errorId } = fields.customers;
  return (
    <Panel title="Change selected customers">
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
        <FormErrors errors={form.errors} />
        <FieldNote errors={errors} errorId={errorId} hintId={`${errorId}-hint`} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField of={fields.reason} label="Reason" hint="Goes into the audit trail." />
          <SelectField of={fields.tier} label="New plan" none="Keep the plan" choices={[...plans]} />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="intent" value="plan" pending={pending === "plan"}>
            Change plan
          </Button>
          <ConfirmDialog
            form={form.id}
            name="intent"
            value="suspend"
            label="Suspend"
            pending={pending === "suspend"}
            title="Suspend the selected customers?"
            sentence="An agency's clients are suspended with it. Their members see who to contact, and their callers hear that no one is available. Nothing is deleted."
            confirm="Suspend"
          />
        </div>
      </OrganizationForm>
    </Panel>
  );
}
