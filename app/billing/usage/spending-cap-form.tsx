/** The form of the spending cap on /subscription: an amount, and what happens when it is reached. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { capActions, capActionWords } from "./cap-terms.schema.ts";
import type { CapReply, ShownCap } from "./usage-shown.ts";

/** The form's `intent`. */
export const capIntent = "spending-cap";

type Props = {
  readonly cap: ShownCap;
  /** The form's last answer. */
  readonly reply?: CapReply | undefined;
  readonly canWrite: boolean;
};

export function SpendingCapForm({ cap, reply, canWrite }: Props) {
  const { amount, action } = reply?.typed ?? cap;
  const errors: CapReply["errors"] = reply?.errors ?? {};
  return (
    <Panel title="Spending cap" id="spending-cap">
      <p className="text-control text-ink-2">
        {cap.words ?? "No cap: minutes beyond the plan are charged at the plan's price."}
      </p>
      {canWrite && (
        <OrganizationForm className="mt-4 grid gap-4">
          <input type="hidden" name="currency" value={cap.currency} />
          <div className="grid gap-4">
            <TextField
              of={{ name: "amount", initialValue: amount, errors: errors.amount }}
              label={`Cap per billing period (${cap.currency})`}
              inputMode="decimal"
              autoComplete="off"
              hint="For minutes beyond the plan; at most 1,000,000, or leave blank for no cap. We email owners and billing members at 50, 80 and 100%."
            />
            <SelectField
              of={{ name: "action", initialValue: action, errors: errors.action }}
              label="At the cap"
              choices={capActions.map((value) => ({ value, label: capActionWords[value] }))}
              hint="Calls in progress always continue."
            />
          </div>
          {errors.form !== undefined && (
            <p role="alert" className="text-bad text-control">
              {errors.form}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value={capIntent} variant="go">
              Save cap
            </Button>
          </div>
        </OrganizationForm>
      )}
    </Panel>
  );
}
