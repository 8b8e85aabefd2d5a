/** The pending invitations on /users. */
import { Send, Trash2 } from "lucide-react";
import { useId } from "react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { Pagination } from "#app/ui/pagination.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Row } from "#app/ui/rows.tsx";
import { Tag } from "#app/ui/tag.tsx";
import { waitingCursor } from "./invitation-words.ts";

export interface PendingInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  /** "Expires Dec 3", or that it has expired. */
  readonly until: string;
  readonly canChange: boolean;
}

interface PanelProps {
  readonly invitations: readonly PendingInvitation[];
  /** The cursors of the pages before and after it. */
  readonly beside: { readonly newer?: string | undefined; readonly older?: string | undefined };
}

/** The invitations that wait for an answer; the page's action answers their forms with `answerInvitations`. */
export function PendingInvitations({ invitations, beside }: PanelProps) {
  if (invitations.length === 0) return null;
  return (
    <Panel title="Pending invitations" flush>
      <ul className="divide-y">
        {invitations.map((one) => (
          <PendingRow key={one.id} {...one} />
        ))}
      </ul>
      <Pagination of="invitations" name={waitingCursor} {...beside} />
    </Panel>
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
          <OrganizationForm id={form}>
            <input type="hidden" name="invitation" value={id} />
            <RowMenu
              label={`More for ${email}`}
              form={form}
              actions={[
                { label: "Resend", icon: <Send />, value: "resend" },
                {
                  label: "Revoke",
                  icon: <Trash2 />,
                  value: "revoke",
                  tone: "bad",
                  question: {
                    title: `Revoke the invitation for ${email}?`,
                    sentence: "The link we emailed will stop working immediately.",
                    confirm: "Revoke invitation",
                  },
                },
              ]}
            />
          </OrganizationForm>
        )
      }
    />
  );
}
