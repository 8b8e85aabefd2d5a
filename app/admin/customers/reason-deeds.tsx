/** Buttons that act at once, under one reason that is asked for. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { Deed } from "./customer-deeds.ts";

interface ReasonDeedsProps {
  readonly title: string;
  readonly sentence?: string;
  /** What the form was filled with; absent for what has no versions. */
  readonly version?: number;
  readonly deeds: readonly Deed[];
  readonly result: SubmissionResult<string[]> | null;
}

export function ReasonDeeds({ title, sentence, version, deeds, result }: ReasonDeedsProps) {
  const [form, fields] = useForm<{ reason: string }>({
    id: "deeds",
    lastResult: result,
    constraint: { reason: { required: true, maxLength: 300 } },
  });
  const pending = useNavigation().formData?.get("intent");
  return (
    <Panel title={title}>
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-140 gap-4">
        {sentence !== undefined && <p className="text-ink-2">{sentence}</p>}
        <FormErrors errors={form.errors} />
        {version !== undefined && <input type="hidden" name="version" value={version} />}
        <TextField of={fields.reason} label="Reason" hint="Goes into the audit trail." />
        <div className="flex flex-wrap gap-2">
          {deeds.map(({ intent, label, asks }) =>
            asks ? (
              <ConfirmDialog
                key={intent}
                form={form.id}
                name="intent"
                value={intent}
                label={label}
                pending={pending === intent}
                title={asks.title}
                sentence={asks.sentence}
                confirm={label}
              />
            ) : (
              <Button key={intent} type="submit" name="intent" value={intent} pending={pending === intent}>
                {label}
              </Button>
            ),
          )}
        </div>
      </OrganizationForm>
    </Panel>
  );
}
