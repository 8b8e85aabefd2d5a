/** The form that invites people: addresses, their role, and what became of each address of the last try. */
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { OrganizationForm } from "#app/membership/organization-form.tsx";
import { roleTitle } from "#app/membership/permissions.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/choice-field.tsx";
import { TextareaField } from "#app/ui/text-field.tsx";
import type { InviteReply } from "./invited-addresses.ts";

export interface InviteFormProps {
  readonly id: string;
  /** The roles that the person may give. */
  readonly grantable: readonly string[];
  /** The form's last answer. */
  readonly reply: InviteReply | null;
}

export const inviteSentence = "They'll get an email with a link that expires in 7 days.";

/** Drawn anew for every answer, with the addresses that are left. */
export const InviteForm = (props: InviteFormProps) => (
  <Fields key={props.reply === null ? "" : JSON.stringify(props.reply)} {...props} />
);

function Fields({ id, grantable, reply }: InviteFormProps) {
  const isPending = useNavigation().formData?.get("intent") === "invite";
  const place = useRef<HTMLDivElement>(null);
  // The form was drawn anew: the keyboard goes on at what is left.
  useEffect(() => {
    if (reply !== null && reply.left !== "") place.current?.querySelector("textarea")?.focus();
  }, [reply]);
  return (
    <OrganizationForm id={id} noValidate className="grid gap-4">
      {reply !== null && reply.addresses.length > 0 && <Answers addresses={reply.addresses} />}
      <div ref={place} className="grid">
        <TextareaField
          of={{
            name: "emails",
            initialValue: reply?.left,
            ...(reply?.errors.emails && { errors: reply.errors.emails }),
          }}
          label="Email addresses"
          hint="Separate addresses with commas or new lines. Pasting “Name <name@company.com>” works too."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <SelectField
        of={{
          name: "role",
          initialValue: reply?.role || "member",
          ...(reply?.errors.role && { errors: reply.errors.role }),
        }}
        label="Role"
        choices={grantable.map((value) => ({ value, label: roleTitle(value) }))}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="submit" name="intent" value="invite" variant="go" pending={isPending}>
          Send invitations
        </Button>
      </div>
    </OrganizationForm>
  );
}

const Answers = ({ addresses }: Pick<InviteReply, "addresses">) => (
  <div role="status">
    <ul className="grid gap-1.5 rounded-md bg-sunken px-3 py-2.5 text-control">
      {addresses.map(({ email, words, isInvited }) => (
        <li key={email} className="flex items-start gap-2">
          <span className={isInvited ? "mt-0.5 text-good" : "mt-0.5 text-bad"}>
            {isInvited ? <CircleCheck /> : <CircleAlert />}
          </span>
          <span className="wrap-anywhere min-w-0">
            <span className="font-medium">{email}</span> <span className="text-ink-2">{words}</span>
          </span>
        </li>
      ))}
    </ul>
  </div>
);
