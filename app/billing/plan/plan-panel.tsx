/** The present plan: what it costs, until when, and what can be done about it. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Facts, Panel } from "#app/ui/panel.tsx";
import { Tag } from "#app/ui/tag.tsx";
import type { PresentPlan } from "./present-plan.ts";

type Props = {
  readonly present: PresentPlan;
  readonly mayPay: boolean;
  /** Whether there is a payment method to look after. */
  readonly hasPortal: boolean;
  /** The intent of the form that is under way; null: none is. */
  readonly sending: string | null;
};

export function PlanPanel({ present, mayPay, hasPortal, sending }: Props) {
  const { plan, status, sentence, facts } = present;
  return (
    <Panel title={`${plan} plan`} aside={<Tag tone={status.tone}>{status.word}</Tag>}>
      <div className="grid gap-4">
        <p className="text-ink-2">{sentence}</p>
        {facts.length > 0 && <Facts facts={facts} />}
        {hasPortal && <Portal />}
        {mayPay && <Deeds present={present} sending={sending} />}
        {!mayPay && facts.length > 0 && (
          <p className="text-ink-3 text-meta">Owners and billing members can change the plan.</p>
        )}
      </div>
    </Panel>
  );
}

const formId = "plan";

function Deeds({ present, sending }: Pick<Props, "present" | "sending">) {
  const { canCancel, canResume, canUnpause, canKeep, plan, shown, until, status } = present;
  if (!canCancel && !canResume && !canUnpause && !canKeep) return null;
  const ending =
    status.word === "Payment not finished"
      ? "The open payment is dropped. You can choose a plan again right away."
      : "It ends at once, because nothing is paid for. Nothing is lost, but calls and changes stay off until you choose a plan again.";
  return (
    <OrganizationForm id={formId} className="flex flex-wrap gap-2 border-t pt-4">
      {(canResume || canUnpause) && (
        <Button type="submit" name="intent" value="resume" variant="go" pending={sending === "resume"}>
          {canUnpause ? "Resume plan" : "Keep my plan"}
        </Button>
      )}
      {canKeep && <input type="hidden" name="shown" value={shown ?? ""} />}
      {canKeep && (
        <Button type="submit" name="intent" value="keep" pending={sending === "keep"}>
          Stay on {plan}
        </Button>
      )}
      {canCancel && (
        <ConfirmDialog
          form={formId}
          name="intent"
          value="cancel"
          label="Cancel plan"
          variant="danger"
          pending={sending === "cancel"}
          title={`Cancel the ${plan} plan?`}
          sentence={
            until !== null
              ? `Everything works until ${until}. After that, nothing is lost, but calls and changes are off until you choose a plan again.`
              : ending
          }
          confirm="Cancel plan"
          dismiss={until !== null ? "Keep plan" : "Go back"}
        />
      )}
    </OrganizationForm>
  );
}

/** Stripe's page opens in place of ours, and leads back. */
function Portal() {
  return (
    <div className="grid gap-2 border-t pt-4">
      <h3>Payment</h3>
      <OrganizationForm reloadDocument className="flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="portal" />
        <Button type="submit" name="for" value="card">
          Change payment method
        </Button>
        <Button type="submit" name="for" value="address">
          Billing address
        </Button>
      </OrganizationForm>
    </div>
  );
}
