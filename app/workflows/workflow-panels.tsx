/** Beside a workflow: trying it out, and what other systems need to know. */
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";

export interface TryPanelProps {
  readonly name: string;
  readonly past: readonly { readonly value: string; readonly label: string }[];
}

export interface SecretsPanelProps {
  readonly address: string | null;
  readonly secret: string | null;
}

const tryForm = "workflow-try";

/** Runs the workflow with an event of before. */
export function TryPanel({ past, name }: TryPanelProps) {
  return (
    <Panel title="Try it with something that happened">
      {past.length === 0 ? (
        <p className="text-ink-2">Nothing has happened yet that would start it.</p>
      ) : (
        <OrganizationForm id={tryForm} className="grid gap-3">
          <SelectField of={{ name: "event" }} label="What happened" choices={past} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="dry">
              Dry run
            </Button>
            <ConfirmDialog
              form={tryForm}
              name="do"
              value="test"
              label="Run for real"
              variant="plain"
              title={`Run ${name} for real?`}
              sentence="Its steps are done: people get texts and calls. It counts against your plan’s runs."
              confirm="Run workflow"
              confirmVariant="go"
            />
          </div>
          <p className="text-ink-3 text-meta">
            The version that was saved last runs. A dry run does nothing, and shows what each step would do.
          </p>
        </OrganizationForm>
      )}
    </Panel>
  );
}

const addressForm = "workflow-address";

/** The address at which other systems start the workflow, and the secret with which it signs what it posts. */
export function SecretsPanel({ address, secret }: SecretsPanelProps) {
  if (address === null && secret === null) return null;
  return (
    <Panel title="For other systems">
      <div className="grid gap-4 text-control">
        {address !== null && (
          <div className="grid gap-1">
            <p>
              Post JSON to this address to start the workflow. Whoever knows it can start it. When you change
              it, this one ends at once.
            </p>
            <code className="wrap-anywhere rounded-md bg-sunken p-2">{address}</code>
            <OrganizationForm id={addressForm} preventScrollReset>
              <ConfirmDialog
                form={addressForm}
                name="do"
                value="renew_address"
                label="New address"
                title="Change the address?"
                sentence="The address that you have now ends at once. Systems that post to it start nothing until you give them the new one."
                confirm="Change address"
              />
            </OrganizationForm>
          </div>
        )}
        {secret !== null && (
          <div className="grid gap-1">
            <p>What this workflow posts is signed with this secret.</p>
            <code className="wrap-anywhere rounded-md bg-sunken p-2">{secret}</code>
          </div>
        )}
      </div>
    </Panel>
  );
}
