/** The person's menu at the foot of the navigation: account, theme, sign-out. It is loaded and opened with the first press. */
import { Building2, CircleHelp, KeyRound, LogOut, ShieldCheck, UserRound } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form, useNavigate } from "react-router";
import { Menu, MenuAction, MenuDivider, MenuLabel } from "#app/ui/menu.tsx";
import { ThemeChoices } from "#app/ui/theme-choice.tsx";

export interface AccountMenuProps {
  readonly trigger: ReactNode;
  readonly email: string;
  readonly isPlatformAdmin: boolean;
  readonly signOutTo: string;
  /** Called when the person goes to a page: a drawer closes. */
  readonly onGo?: (() => void) | undefined;
}

export default function AccountMenu({ trigger, email, isPlatformAdmin, signOutTo, onGo }: AccountMenuProps) {
  // The form is outside of the menu, because the menu is removed before a submit inside it could be sent.
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const go = (to: string) => {
    onGo?.();
    navigate(to);
  };
  return (
    <>
      <Form ref={form} method="post" action={signOutTo} reloadDocument className="hidden" />
      <Menu trigger={trigger} side="top" isOpenAtFirst>
        <MenuLabel>Signed in as {email}</MenuLabel>
        <MenuAction icon={<UserRound />} onChoose={() => go("/profile")}>
          Profile
        </MenuAction>
        <MenuAction icon={<KeyRound />} onChoose={() => go("/security")}>
          Security
        </MenuAction>
        <MenuAction icon={<ShieldCheck />} onChoose={() => go("/mfa-setup")}>
          Two-factor authentication
        </MenuAction>
        {isPlatformAdmin && (
          <MenuAction icon={<Building2 />} onChoose={() => go("/customer-management")}>
            Platform
          </MenuAction>
        )}
        <MenuAction icon={<CircleHelp />} onChoose={() => window.location.assign("/help")}>
          Help
        </MenuAction>
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
