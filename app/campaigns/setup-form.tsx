// The form of one step: its fields, and the ways on and back. Both keep what is in it.
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import type { ShownForm } from "./campaign-view.ts";
import { SetupFields } from "./setup-fields.tsx";
import { neighborOf, steps } from "./setup-steps.ts";
import type { Typed } from "./setup-values.ts";
import type { StepValues } from "./step-fields.tsx";

export interface StepFormProps {
  /** Null: the campaign does not exist yet. */
  readonly id: string | null;
  readonly title: string;
  readonly isDraft: boolean;
  readonly form: ShownForm;
  readonly said: { readonly typed: Typed | null; readonly errors: StepValues["errors"] } | null | undefined;
}

const titleOf = (wanted: string | null) =>
  steps.find(({ step }) => step === wanted)?.title.toLowerCase() ?? "";

export function StepForm({ id, title, isDraft, form, said }: StepFormProps) {
  const { step, choices } = form;
  const values = { ...(said?.typed ?? form.values), errors: said?.errors ?? {} };
  // What was refused stays refused until the page is loaded again.
  const version = said?.typed?.texts.version ?? form.version;
  const [before, after] = [neighborOf(step, -1), neighborOf(step, 1)];
  return (
    <Panel title={title}>
      <OrganizationForm className="grid gap-7" {...(id !== null && { action: `?step=${step}` })}>
        <input type="hidden" name="step" value={step} />
        {version !== null && <input type="hidden" name="version" value={version} />}
        {/* The first button of a form is the one that Enter presses. */}
        <button
          type="submit"
          name="do"
          value={isDraft ? "next" : "save"}
          hidden
          tabIndex={-1}
          aria-hidden="true"
        />
        <SetupFields step={step} values={values} choices={choices} />
        <div className="flex flex-wrap justify-between gap-2">
          {isDraft ? (
            <>
              {before === null ? (
                <ButtonLink to="/campaigns" variant="quiet">
                  Cancel
                </ButtonLink>
              ) : (
                <Button type="submit" name="do" value="back">
                  {`Back to ${titleOf(before)}`}
                </Button>
              )}
              <Button type="submit" name="do" value="next" variant="go">
                {`Continue to ${titleOf(after)}`}
              </Button>
            </>
          ) : (
            <>
              <ButtonLink to={`/campaigns/${id}`} variant="quiet">
                Cancel
              </ButtonLink>
              <Button type="submit" name="do" value="save" variant="go">
                Save changes
              </Button>
            </>
          )}
        </div>
      </OrganizationForm>
    </Panel>
  );
}
