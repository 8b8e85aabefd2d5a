/** The invitations on /users: pending ones, and the form for a new one. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useId } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { FormErrors } from "#app/ui/field.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { waitingCursor } from "./invitation-words.ts";

export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  /** "Expires Dec 3", or that it has expired. */
  readonly until: string;
  readonly canChange: boolean;
}

interface PanelsProps {
  readonly invitations: readonly PendingInvitation[];
  /** The cursors of the pages before and after it. */
  readonly beside: { readonly newer?: string | undefined; readonly older?: string | undefined };
  /** The roles that the person may give; without any there is no form. */
  readonly grantable: readonly string[];
  /** The form's last answer. */
  readonly result: SubmissionResult<string[]> | null;
}

/** The panels of invitations; the page's action answers them with `answerInvitations`. */
export function InvitationPanels({ invitations, beside, grantable, result }: PanelsProps) {
  return (
    <>
      {invitations.length > 0 && (
        <Panel title="Pending invitations" flush>
          <ul className="divide-y">
            {invitations.map((one) => (
              <PendingRow key={one.id} {...one} />
            ))}
          </ul>
          <Pagination of="invitations" name={waitingCursor} {...beside} />
        </Panel>
      )}
      {grantable.length > 0 && <Invite grantable={grantable} result={result} />}
    </>
  );
}

function PendingRow({ id, email, role, until, canChange }: PendingInvitation) {
  const form = useId();
  return (
    <Row
      title={email}
      aside={<Tag>{roleTitle(role)}</Tag>}
      note={until}
      action={
        canChange && (
          <OrganizationForm id={form} className="flex gap-2">
            <input type="hidden" name="invitation" value={id} />
            <Button type="submit" name="intent" value="resend" size="sm" aria-label={`Resend to ${email}`}>
              Resend
            </Button>
            <ConfirmDialog
              form={form}
              name="intent"
              value="revoke"
              size="sm"
              label="Revoke"
              title={`Revoke the invitation for ${email}?`}
              sentence="The link we emailed will stop working immediately."
              confirm="Revoke invitation"
            />
          </OrganizationForm>
        )
      }
    />
  );
}

/** The id of the panel, for links that lead down to it. */
export const invitePanel = "invite";

function Invite({ grantable, result }: Pick<PanelsProps, "grantable" | "result">) {
  const [form, fields] = useForm<{ email: string; role: string }>({
    id: "invite",
    lastResult: result,
    defaultValue: { role: "member" },
    constraint: { email: { required: true } },
  });
  const isPending = useNavigation().formData?.get("intent") === "invite";
  return (
    <Panel title="Invite people" id={invitePanel}>
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-100 gap-4">
        <p className="text-ink-2">They'll get an email with a link that expires in 7 days.</p>
        <FormErrors errors={form.errors} />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          of={fields.role}
          label="Role"
          choices={grantable.map((value) => ({ value, label: roleTitle(value) }))}
        />
        <div>
          <Button type="submit" name="intent" value="invite" variant="go" pending={isPending}>
            Send invitation
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
