/** Owns the organization's menu at the top of the navigation: who is signed in, the theme, the way out. It arrives with the first press, and is open then. */
import { LogOut } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form, useNavigate } from "react-router";
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

export default function AccountMenu({ trigger, email, signOutTo, side, children }: AccountMenuProps) {
  // The form stands outside of the menu, because a menu is gone before a submit inside it could leave.
  const go = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <Form ref={form} method="post" action={signOutTo} reloadDocument className="hidden" />
      <Menu trigger={trigger} side={side} isOpenAtFirst>
        <MenuLabel>Signed in as {email}</MenuLabel>
        {children}
        <MenuAction onChoose={() => go("/organizations")}>Organizations</MenuAction>
        <MenuAction onChoose={() => go("/security")}>Security</MenuAction>
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
