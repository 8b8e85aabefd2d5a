/** The organization's line at the top of the navigation, and the sign-out that works without a menu. */
import { ChevronsUpDown, LogOut } from "lucide-react";
import { Form } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";

/** The organization's mark and name as the button of its menu. */
export function OrganizationButton(props: {
  readonly name: string;
  readonly logo: string | null | undefined;
  readonly isMenu?: boolean;
}) {
  return (
    <>
      <Mark name={props.name} logo={props.logo} />
      <span className="min-w-0 truncate font-semibold text-ink">{props.name}</span>
      {props.isMenu && <ChevronsUpDown />}
    </>
  );
}

/** Sign-out without scripts, where menus do not open. */
export function ScriptlessSignOut({ signOutTo }: { readonly signOutTo: string }) {
  return (
    <Form method="post" action={signOutTo} reloadDocument className="hidden scriptless:block">
      <Button type="submit" variant="quiet" icon={<LogOut />}>
        Sign out
      </Button>
    </Form>
  );
}
