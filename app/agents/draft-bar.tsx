/** Says that an agent's draft has changes that callers don't meet yet, with the ways on: publish, look, discard. */
import { useNavigation } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";

export interface DraftBarProps {
  readonly id: string;
  /** "3 changes not published" */
  readonly unpublished: string;
  /** The form that saves and publishes; null: the page of versions does. */
  readonly form: string | null;
  /** The form that discards the changes. */
  readonly otherForm: string | null;
}

export function DraftBar({ id, unpublished, form, otherForm }: DraftBarProps) {
  const pressed = useNavigation().formData?.get("do");
  return (
    <section
      aria-label="Draft"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-brand-soft px-4.5 py-3"
    >
      <p className="min-w-40 flex-1 font-strong text-brand-text">{`Draft: ${unpublished}`}</p>
      <div className="flex flex-wrap gap-2">
        {form !== null && (
          <Button
            type="submit"
            form={form}
            name="do"
            value="publish"
            variant="go"
            size="sm"
            pending={pressed === "publish"}
          >
            Publish
          </Button>
        )}
        <ButtonLink to={`/agents/${id}/versions?show=draft`} size="sm">
          See changes
        </ButtonLink>
        {otherForm !== null && (
          <ConfirmDialog
            form={otherForm}
            name="do"
            value="discard"
            label="Discard changes"
            size="sm"
            title="Discard the draft's changes?"
            sentence="The draft becomes what callers meet now."
            confirm="Discard changes"
          />
        )}
      </div>
    </section>
  );
}
