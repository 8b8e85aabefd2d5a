/** What an agency can do with a client: open it as support, suspend and resume it, move it out, archive and restore it. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useId } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckboxField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ClientView } from "./client-view.ts";

interface OpenProps extends Pick<ClientView, "name" | "support" | "needsProof"> {
  readonly result: SubmissionResult<string[]> | null;
}

export function OpenAsSupport({ name, support, needsProof, result }: OpenProps) {
  const [form, fields] = useForm<{ reason: string; may_write: boolean }>({
    id: "open",
    lastResult: result,
    constraint: { reason: { required: true, maxLength: 300 } },
  });
  const isPending = useNavigation().formData?.get("intent") === "open";
  if (!support.isAllowed)
    return (
      <Panel title="Open as support">
        <p className="text-ink-2">
          {name} hasn't allowed support access. An owner can turn it on under Settings.
        </p>
      </Panel>
    );
  if (!support.canOpen) return null;
  return (
    <Panel title="Open as support">
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-140 gap-4">
        <p className="text-ink-2">
          Your visit lasts 60 minutes. {name} can see who visited, why, and what changed.
          {needsProof && (
            <>
              {" "}
              <strong className="font-strong text-ink">Confirm it's you below first.</strong>
            </>
          )}
        </p>
        <FormErrors errors={form.errors} />
        <TextField
          of={fields.reason}
          label="Reason"
          hint="For example, “Checking why Saturday calls go unanswered”."
        />
        <CheckboxField
          of={fields.may_write}
          label="I may need to change things"
          hint="Otherwise, the visit is read-only."
        />
        <div>
          <Button type="submit" name="intent" value="open" variant="go" pending={isPending}>
            Open {name}
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}

type DeedsProps = Pick<ClientView, "name" | "isSuspended" | "restorableUntil" | "needsProof">;

export function Deeds({ name, isSuspended, restorableUntil, needsProof }: DeedsProps) {
  if (restorableUntil !== null)
    return (
      <Panel title="Archived" flush>
        <Rows>
          <Deed
            intent="restore"
            title={`Restore ${name}`}
            note={`You can restore it until ${restorableUntil}. After that, it's permanently deleted.`}
          />
        </Rows>
      </Panel>
    );
  return (
    <Panel title="This client" flush>
      <Rows>
        {isSuspended ? (
          <Deed
            intent="resume"
            title="Resume"
            note="Members can sign in again, and its agents answer calls again."
          />
        ) : (
          <Deed
            intent="suspend"
            title="Suspend"
            note="Members see who to contact, and callers hear that no one is available. Nothing is deleted."
            asks={{ title: `Suspend ${name}?`, confirm: "Suspend" }}
          />
        )}
        <Deed
          intent="move"
          title="Release"
          note="It becomes independent: you lose access, and it no longer uses your brand or plan. We'll email its owners."
          asks={{ title: `Release ${name}?`, confirm: "Release" }}
          isHeld={needsProof}
        />
        <Deed
          intent="archive"
          title="Archive"
          note="Everyone loses access and its numbers stop answering. You can restore it within 30 days."
          asks={{ title: `Archive ${name}?`, confirm: "Archive" }}
          isHeld={needsProof}
        />
      </Rows>
    </Panel>
  );
}

interface DeedProps {
  readonly intent: string;
  readonly title: string;
  readonly note: string;
  /** What is asked first; without it the button acts at once. */
  readonly asks?: { readonly title: string; readonly confirm: string };
  /** A proof of identity comes first. */
  readonly isHeld?: boolean;
}

function Deed({ intent, title, note, asks, isHeld = false }: DeedProps) {
  const form = useId();
  return (
    <Row
      title={title}
      note={isHeld ? `${note} Confirm it's you first.` : note}
      action={
        <OrganizationForm id={form}>
          {asks ? (
            <ConfirmDialog
              form={form}
              name="intent"
              value={intent}
              size="sm"
              label={title}
              title={asks.title}
              sentence={note}
              confirm={asks.confirm}
            />
          ) : (
            <Button type="submit" name="intent" value={intent} size="sm">
              {title}
            </Button>
          )}
        </OrganizationForm>
      }
    />
  );
}
