/** Owns the organization's menu at the top of the navigation: who is signed in, the theme, the way out. */
import { ChevronsUpDown, LogOut } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form } from "react-router";
import { Mark } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu, MenuAction, MenuDivider, MenuLabel } from "#app/ui/menu.tsx";
import { ThemeChoices } from "#app/ui/theme-choice.tsx";

export interface AccountMenuProps {
  readonly trigger: ReactNode;
  readonly email: string;
  readonly signOutTo: string;
  readonly side?: "top" | "bottom" | undefined;
  /** Further lines, above the theme. */
  readonly children?: ReactNode;
}

export function AccountMenu({ trigger, email, signOutTo, side, children }: AccountMenuProps) {
  // The form stands outside of the menu, because a menu is gone before a submit inside it could leave.
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <Form ref={form} method="post" action={signOutTo} reloadDocument className="hidden" />
      <Menu trigger={trigger} side={side}>
        <MenuLabel>Signed in as {email}</MenuLabel>
        {children}
        <MenuDivider />
        <ThemeChoices />
        <MenuDivider />
        <MenuAction icon={<LogOut />} onChoose={() => form.current?.requestSubmit()}>
          Sign out
        </MenuAction>
      </Menu>
    </>
  );
}

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

/** The way out for a browser without scripts, where menus do not open. */
export function ScriptlessSignOut({ signOutTo }: { readonly signOutTo: string }) {
  return (
    <Form method="post" action={signOutTo} reloadDocument className="hidden scriptless:block">
      <Button type="submit" variant="quiet" icon={<LogOut />}>
        Sign out
      </Button>
    </Form>
  );
}
