/** The dialog with what each role may do; it is loaded with the first press. */
import { Dialog } from "#app/ui/dialog.tsx";
import { RoleTable } from "./role-table.tsx";

export interface RolesDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export default function RolesDialog(props: RolesDialogProps) {
  return (
    <Dialog {...props} wide title="What each role can do" sentence="Change a person's role at any time.">
      <RoleTable />
    </Dialog>
  );
}
