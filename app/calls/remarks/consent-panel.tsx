// What the other party agreed to in a call: one press notes it, with the call as its proof.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { isAboutConsent, type RemarkRefusal } from "./remark-terms.schema.ts";
import type { SpokenConsents } from "./remarks.schema.ts";

const channels = [
  ["call", "calls"],
  ["text", "texts"],
] as const;

interface ConsentPanelProps {
  /** Null: there is nothing to note. */
  readonly consent: SpokenConsents | null;
  readonly refused: RemarkRefusal | null;
}

export function ConsentPanel({ consent, refused }: ConsentPanelProps) {
  if (!consent) return null;
  const given = channels.filter(([channel]) => consent[channel].isOfCall).map(([, words]) => words);
  return (
    <Panel title="Consent given in this call">
      <OrganizationForm preventScrollReset className="grid gap-3 print:hidden">
        <p className="text-ink-2">
          {given.length > 0
            ? `They agreed to ${given.join(" and ")} in this call.`
            : "If they agreed to be called or texted, note it. It counts as spoken consent, with this call as its proof."}
        </p>
        <div className="flex flex-wrap gap-2">
          {channels.map(
            ([channel, words]) =>
              !consent[channel].isOfCall && (
                <Button key={channel} type="submit" name="do" value={`agreed_${channel}`}>
                  {`Agreed to ${words}`}
                </Button>
              ),
          )}
          {channels.map(
            ([channel, words]) =>
              consent[channel].isGiven && (
                <Button key={channel} type="submit" name="do" value={`ended_${channel}`} variant="quiet">
                  {`No longer agrees to ${words}`}
                </Button>
              ),
          )}
        </div>
        <FormErrors errors={refused && isAboutConsent(refused.kind) ? [refused.why] : undefined} />
      </OrganizationForm>
    </Panel>
  );
}

/** What stands below the controls of a call that runs. */
export const InProgress = (props: ConsentPanelProps) => (
  <>
    <ConsentPanel {...props} />
    <Panel title="In progress">
      <p className="text-ink-2">Outcome, details and cost appear here when the call ends.</p>
    </Panel>
  </>
);
