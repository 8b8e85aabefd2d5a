/** The draft that waits to be published: to all calls at once, or to a share of them; and the version on trial. */
import { useId } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";

interface PublishPanelProps {
  readonly agent: {
    readonly id: string;
    readonly draft: number;
    readonly canWrite: boolean;
    readonly hasTests: boolean;
    readonly warnings: readonly string[];
    readonly shares: readonly number[];
    readonly state: { readonly version: number | null; readonly latest: number };
  };
  /** The form that discards the changes. */
  readonly form: string;
  /** "3 changes not published" */
  readonly unpublished: string;
  /** Whether the agent's tests have just failed. */
  readonly hasFailed: boolean;
}

export function PublishPanel({ agent, form, unpublished, hasFailed }: PublishPanelProps) {
  const pressed = useNavigation().formData?.get("do");
  const ids = useId();
  const choices = [
    { value: "all", label: "All calls, at once" },
    ...agent.shares.map((share) => ({
      value: String(share),
      label: share === 100 ? "All calls, watched" : `${share}% of calls, watched`,
    })),
  ];
  return (
    <Panel
      title={`Draft: ${unpublished}`}
      aside={
        <ButtonLink to="?show=draft" size="sm" variant="quiet">
          See changes
        </ButtonLink>
      }
    >
      {agent.canWrite && (
        <OrganizationForm className="grid gap-4">
          <input type="hidden" name="version" value={agent.draft} readOnly />
          <input type="hidden" name="latest" value={agent.state.latest} readOnly />
          <TextField
            of={{ id: `${ids}-note`, name: "note" }}
            label="Note"
            hint="What you changed and why. Your team sees it in the history."
            maxLength={200}
            autoComplete="off"
          />
          <SelectField
            of={{ id: `${ids}-share`, name: "share" }}
            label="Which calls"
            hint="Watched versions are compared with the one before. After at least 10 calls, one that does clearly worse or takes twice as long to answer is taken back; one that does well gets all calls after 50."
            choices={choices}
          />
          <p className="text-ink-2 text-control">
            {agent.hasTests
              ? "The agent's tests run first. Nothing is published unless all of them pass."
              : "This agent has no tests."}
          </p>
          {agent.warnings.map((words) => (
            <p key={words} className="rounded-md bg-warn-soft px-3 py-2 text-control text-warn">
              {words}
            </p>
          ))}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="publish" variant="go" pending={pressed === "publish"}>
              Publish
            </Button>
            {hasFailed && (
              <Button type="submit" name="do" value="publish_anyway" pending={pressed === "publish_anyway"}>
                Publish anyway
              </Button>
            )}
            {agent.state.version !== null && <DiscardButton form={form} unpublished={unpublished} />}
          </div>
        </OrganizationForm>
      )}
    </Panel>
  );
}

function DiscardButton({ form, unpublished }: { readonly form: string; readonly unpublished: string }) {
  return (
    <ConfirmDialog
      form={form}
      name="do"
      value="discard"
      label="Discard changes"
      title="Discard the draft's changes?"
      sentence={`The draft has ${unpublished}. It becomes what callers meet now.`}
      confirm="Discard changes"
    />
  );
}

interface TrialPanelProps {
  /** The form that ends the trial. */
  readonly form: string;
  readonly trial: { readonly version: number; readonly share: number };
  readonly before: number | null;
}

export function TrialPanel({ form, trial, before }: TrialPanelProps) {
  const { version, share } = trial;
  return (
    <Panel title={`Version ${version} answers ${share}% of calls`}>
      <div className="grid gap-3">
        <p className="text-ink-2">{`It's compared with version ${before}. If it does clearly worse, it's taken back.`}</p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" form={form} name="do" value={`settle-${version}`}>
            Give it all calls
          </Button>
          <Button type="submit" form={form} name="do" value={`take_back-${version}`}>
            Take it back
          </Button>
        </div>
      </div>
    </Panel>
  );
}
