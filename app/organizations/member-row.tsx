/** One member in the list of /users: name, last seen, and role, which can be changed. */
import { LogOut, UserMinus } from "lucide-react";
import { useId, useState } from "react";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { SelectField } from "#app/ui/choice-field.tsx";
import { RowMenu } from "#app/ui/row-menu.tsx";
import { Who } from "#app/ui/rows.tsx";
import { SaveWhenChanged } from "#app/ui/save-when-changed.tsx";
import { Tag } from "#app/ui/tag.tsx";

export interface ListedMember {
  readonly id: string;
  /** A name, or an address where there is none. */
  readonly who: string;
  readonly email: string;
  readonly role: string;
  readonly isSelf: boolean;
  readonly canChange: boolean;
  /** The only owner: they cannot leave or change roles until another member is an owner. */
  readonly isOnlyOwner: boolean;
  /** "Last seen 3 minutes ago". */
  readonly seen: string;
  readonly hasFactor: boolean;
}

interface MemberRowProps {
  readonly member: ListedMember;
  /** The roles that the reader may give. */
  readonly grantable: readonly string[];
  /** The organization's name. */
  readonly organization: string;
}

export function MemberRow({ member, grantable, organization }: MemberRowProps) {
  const { who, email, role, seen, isSelf, canChange, hasFactor } = member;
  return (
    <li className="grid items-center gap-x-4 gap-y-2.5 px-4.5 py-3.25 grid-cols-[minmax(0,1fr)_11rem_18rem] folded:grid-cols-[minmax(0,1fr)]">
      <Who
        name={isSelf ? `${who} (you)` : who}
        face={who}
        {...(who !== email && { what: <span className="break-words">{email}</span> })}
      />
      <span className="text-ink-3 text-meta folded:pl-9.5">
        <span className="block folded:inline-block">{seen}</span>{" "}
        <span aria-hidden="true" className="hidden folded:inline">
          ·
        </span>{" "}
        <span className="block folded:inline-block">
          {hasFactor ? "Two-factor authentication on" : "Two-factor authentication off"}
        </span>
      </span>
      {canChange ? (
        <Change {...member} grantable={grantable} organization={organization} />
      ) : (
        <span className="text-right folded:text-left folded:pl-9.5">
          <Tag>{roleTitle(role)}</Tag>
        </span>
      )}
    </li>
  );
}

type ChangeProps = Omit<MemberRowProps, "member"> &
  Pick<ListedMember, "id" | "who" | "role" | "isSelf" | "isOnlyOwner">;

function Change({ id, who, role, isSelf, isOnlyOwner, grantable, organization }: ChangeProps) {
  const form = useId();
  const reason = useId();
  const [chosen, setChosen] = useState(role);
  return (
    <OrganizationForm id={form} className="grid gap-1.5">
      {/* Shown beforehand; the server enforces it too (R34). */}
      <fieldset
        disabled={isOnlyOwner}
        aria-describedby={isOnlyOwner ? reason : undefined}
        className="flex min-w-0 flex-wrap items-center justify-end gap-2 folded:justify-start folded:pl-9.5"
      >
        <input type="hidden" name="member" value={id} />
        <SelectField
          of={{ name: "role", initialValue: role }}
          label={`Role of ${who}`}
          labelHidden
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          choices={grantable.map((value) => ({ value, label: roleTitle(value) }))}
          className="w-28 max-md:flex-1"
        />
        <SaveWhenChanged isSaved={chosen === role} name="intent" value="role">
          Save role
        </SaveWhenChanged>
        <RowMenu
          label={`More for ${who}`}
          form={form}
          actions={[
            ...(isSelf
              ? []
              : [
                  {
                    label: "Sign out on every device",
                    icon: <LogOut />,
                    value: "sign-out",
                    question: {
                      title: `Sign ${who} out on every device?`,
                      sentence:
                        "They keep their account and role but have to sign in again. We'll let them know by email.",
                      confirm: "Sign out",
                    },
                  },
                ]),
            {
              label: "Remove",
              icon: <UserMinus />,
              value: "remove",
              tone: "bad",
              question: {
                title: `Remove ${who} from ${organization}?`,
                sentence: "They'll lose access immediately. Anything they created stays.",
                confirm: "Remove",
              },
            },
          ]}
        />
      </fieldset>
      {isOnlyOwner && (
        <p
          id={reason}
          className="text-balance text-ink-3 text-meta text-right folded:pl-9.5 folded:text-left"
        >
          The only owner. Make someone else an owner first.
        </p>
      )}
    </OrganizationForm>
  );
}
