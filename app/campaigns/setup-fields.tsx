// The fields of each step of a campaign's setup.
import { AgentFields, AudienceFields, NumberFields } from "./setup-people-fields.tsx";
import { AttemptFields, BudgetFields, ScheduleFields } from "./setup-rule-fields.tsx";
import type { FormStep } from "./setup-steps.ts";
import type { StepFields } from "./step-fields.tsx";

const fieldsOf = {
  audience: AudienceFields,
  agent: AgentFields,
  numbers: NumberFields,
  schedule: ScheduleFields,
  attempts: AttemptFields,
  budget: BudgetFields,
} as const;

/** The fields of one step. */
export function SetupFields({ step, ...fields }: StepFields & { readonly step: FormStep }) {
  const Of = fieldsOf[step];
  return (
    <div className="grid gap-7">
      <Of {...fields} />
    </div>
  );
}
