/** One press makes a test of the call. */
import { ListChecks } from "lucide-react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";

export interface MakeTestProps {
  /** What the page's form was answered; `refusal` only when no test could be made. */
  readonly answer: { readonly refusal: string } | object | null | undefined;
}

export function MakeTest({ answer }: MakeTestProps) {
  const refusal = answer && "refusal" in answer ? answer.refusal : null;
  return (
    <Panel title="Test">
      <OrganizationForm className="grid justify-items-start gap-3">
        <FormErrors errors={refusal === null ? undefined : [refusal]} />
        <p className="text-ink-2">
          The agent can be tested with what this caller said, whenever you change it.
        </p>
        <Button type="submit" name="do" value="make_test" icon={<ListChecks />} className="print:hidden">
          Make a test of this call
        </Button>
      </OrganizationForm>
    </Panel>
  );
}
