/** The dialog that invites people; it is loaded with the first press. */
import { Dialog } from "#app/ui/dialog.tsx";
import { InviteForm, type InviteFormProps, inviteSentence } from "./invite-form.tsx";
import { RolesLink } from "./roles-link.tsx";

export interface InviteDialogProps extends Omit<InviteFormProps, "id"> {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export default function InviteDialog({ open, onOpenChange, ...form }: InviteDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Invite people" sentence={inviteSentence}>
      <InviteForm id="invite-dialog" {...form} />
      <p>
        <RolesLink />
      </p>
    </Dialog>
  );
}
