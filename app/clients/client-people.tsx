/** The people of a client on its page, the invitations that wait, and the form for another. */
import { type SubmissionResult, useForm } from "@conform-to/react";
import { useId } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { useEmptied } from "#app/ui/emptied-form.ts";
import { FormErrors } from "#app/ui/field.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Row, Rows } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { ClientView } from "./client-view.ts";

export function People({
  people,
  invitations,
  canWrite,
}: Pick<ClientView, "people" | "invitations" | "canWrite">) {
  return (
    <Panel title="People" flush>
      {people.length + invitations.length === 0 ? (
        <p className="p-4.5 text-ink-2">No one has access yet.</p>
      ) : (
        <Rows label="People">
          {people.map(({ id, who, email, role, seen }) => (
            <Row
              key={id}
              title={who}
              aside={<Tag>{role}</Tag>}
              note={who === email ? seen : `${email} · ${seen}`}
            />
          ))}
          {invitations.map((one) => (
            <Pending key={one.id} {...one} canWrite={canWrite} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

function Pending({
  id,
  email,
  role,
  until,
  canWrite,
}: ClientView["invitations"][number] & { canWrite: boolean }) {
  const form = useId();
  return (
    <Row
      title={email}
      aside={<Tag>{role}</Tag>}
      note={`Invited · ${until}`}
      action={
        canWrite && (
          <OrganizationForm id={form}>
            <input type="hidden" name="invitation" value={id} />
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

interface InviteProps extends Pick<ClientView, "roles"> {
  readonly result: SubmissionResult<string[]> | null;
}

export function InviteToClient({ roles, result }: InviteProps) {
  const [form, fields] = useForm<{ email: string; role: string }>({
    id: "invite",
    lastResult: result,
    defaultValue: { role: "member" },
    constraint: { email: { required: true } },
  });
  useEmptied(form.id, "invited");
  const isPending = useNavigation().formData?.get("intent") === "invite";
  return (
    <Panel title="Invite someone to this client">
      <OrganizationForm id={form.id} onSubmit={form.onSubmit} noValidate className="grid max-w-100 gap-4">
        <FormErrors errors={form.errors} />
        <TextField
          of={fields.email}
          label="Email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField of={fields.role} label="Role" choices={roles} />
        <div>
          <Button type="submit" name="intent" value="invite" pending={isPending}>
            Send invitation
          </Button>
        </div>
      </OrganizationForm>
    </Panel>
  );
}
