/** The two menu buttons of the navigation: the organization at the top, the person at the foot. */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { Avatar } from "#app/ui/avatar.tsx";
import { cx } from "#app/ui/cx.ts";
import { OrganizationButton } from "./organization-button.tsx";
import { placeLook } from "./side-navigation.tsx";

// Most visits never open them, so they are loaded with the first press.
const AccountMenu = lazy(() => import("./account-menu.tsx"));
const OrganizationMenu = lazy(() => import("./organization-menu.tsx"));

interface LateMenuProps {
  readonly className?: string;
  readonly title?: string | undefined;
  /** The content of the button. */
  readonly face: ReactNode;
  /** The open menu around its button. */
  readonly menu: (trigger: ReactNode) => ReactNode;
}

/** A button that works before its menu's code has loaded, and is then the menu's own. */
function LateMenu({ className, title, face, menu }: LateMenuProps) {
  const [isWanted, want] = useState(false);
  const line = (press?: () => void) => (
    <button
      type="button"
      aria-haspopup="menu"
      title={title}
      onClick={press}
      onKeyDown={press && ((event) => event.key === "ArrowDown" && press())}
      className={cx(placeLook, "scriptless:hidden md:h-10", className)}
    >
      {face}
    </button>
  );
  const closed = line(() => want(true));
  return isWanted ? <Suspense fallback={closed}>{menu(line())}</Suspense> : closed;
}

export interface OrganizationLineProps {
  readonly organization: { readonly name: string; readonly logo?: string | null | undefined };
  /** The person's other organizations, the first few of them. */
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly onGo?: (() => void) | undefined;
}

export function OrganizationLine({ organization, others, onGo }: OrganizationLineProps) {
  return (
    <LateMenu
      className="mb-2"
      face={<OrganizationButton name={organization.name} logo={organization.logo} isMenu />}
      menu={(trigger) => <OrganizationMenu trigger={trigger} others={others} onGo={onGo} />}
    />
  );
}

export interface PersonLineProps {
  readonly person: { readonly name: string; readonly email: string; readonly isPlatformAdmin?: boolean };
  readonly signOutTo: string;
  readonly onGo?: (() => void) | undefined;
}

export function PersonLine({
  person: { name, email, isPlatformAdmin = false },
  signOutTo,
  onGo,
}: PersonLineProps) {
  return (
    <LateMenu
      title={email}
      face={
        <>
          <Avatar name={name || email} />
          <span className="min-w-0 truncate">{name || email}</span>
        </>
      }
      menu={(trigger) => (
        <AccountMenu
          trigger={trigger}
          email={email}
          isPlatformAdmin={isPlatformAdmin}
          signOutTo={signOutTo}
          onGo={onGo}
        />
      )}
    />
  );
}

/** The person at the foot of the navigation without scripts, where menus do not open: a link to their account. */
export function PersonWithoutMenu({ person: { name, email } }: Pick<PersonLineProps, "person">) {
  return (
    <Link to="/security" className={cx(placeLook, "hidden scriptless:flex md:h-10")}>
      <Avatar name={name || email} />
      <span className="min-w-0 truncate">{name || email}</span>
      <span className="ml-auto">Security</span>
    </Link>
  );
}
