/** The frame around every page of the dashboard: the navigation, a tab bar on phones, the command menu. */
import { Menu as MenuIcon } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { ArrivalWords } from "#app/shell/arrival-words.tsx";
import { CommandContext } from "#app/shell/command-context.tsx";
import { ProgressLine, RouteAnnouncer } from "#app/shell/navigation-feedback.tsx";
import type { MarkProps } from "#app/ui/avatar.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { ToastRegion } from "#app/ui/toast-region.tsx";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { useFrameKeys } from "./frame-keys.tsx";
import { OrganizationLine, PersonLine, PersonWithoutMenu } from "./frame-menus.tsx";
import { isCurrentPlace, openSections, type Section } from "./navigation.ts";
import { OrganizationButton, ScriptlessSignOut } from "./organization-button.tsx";
import { Places, placeLook } from "./side-navigation.tsx";

// Most visits never open them, so they are loaded with the first press.
const CommandMenu = lazy(() => import("./command-menu.tsx"));
const NavigationDrawer = lazy(() => import("./navigation-drawer.tsx"));
const ShortcutSheet = lazy(() => import("./shortcut-sheet.tsx"));

export interface DashboardFrameProps {
  readonly organization: MarkProps & { readonly id?: string | undefined };
  /** The person's other organizations, the first few of them. */
  readonly others: ReadonlyArray<{ readonly id: string; readonly name: string }>;
  readonly person: { readonly name: string; readonly email: string; readonly isPlatformAdmin?: boolean };
  /** Muted words beside a place, by its address: `{ "/call-history": "2 live" }`. */
  readonly counts?: Readonly<Record<string, string>> | undefined;
  /** Addresses that this person cannot open (`closedTo`): their lines are left out. */
  readonly closed?: readonly string[] | undefined;
  /** Whether the person's keyboard has ⌘: the key of the command menu is named from the first byte. */
  readonly hasCommandKey?: boolean | undefined;
  /** The target of the sign-out form. */
  readonly signOutTo?: string | undefined;
  /** At the foot of the window, whatever the page: whose organization this is, while its agency's support looks at it. */
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

export function DashboardFrame(props: DashboardFrameProps) {
  const { bar, organization, others, person, counts, closed = [], children } = props;
  const { hasCommandKey = false, signOutTo = "/sign-out" } = props;
  const sections = openSections(closed);
  const line = { organization, others, hasSettings: !closed.includes("/settings") };
  const [opened, setOpened] = useState<"command" | "drawer" | "keys" | undefined>();
  const openCommand = useCallback(() => setOpened("command"), []);
  const openKeys = useCallback(() => setOpened("keys"), []);
  const close = useCallback(() => setOpened(undefined), []);
  const command = useMemo(() => ({ open: openCommand, hasCommandKey }), [openCommand, hasCommandKey]);
  useFrameKeys(openCommand, openKeys);
  return (
    <TooltipProvider>
      <a
        href="#main"
        className={buttonClass(
          { variant: "go" },
          "sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50",
        )}
      >
        Skip to content
      </a>
      <ProgressLine />
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] print:block md:grid-cols-[14.5rem_minmax(0,1fr)]">
        <nav
          id="navigation"
          aria-label="Main"
          className="sticky top-0 z-20 flex h-dvh flex-col gap-0.5 overflow-y-auto p-3 max-md:hidden max-md:scriptless:static max-md:scriptless:flex max-md:scriptless:h-auto"
        >
          <OrganizationLine {...line} />
          <Link to="/organizations" className={`${placeLook} hidden scriptless:flex`}>
            <OrganizationButton {...organization} />
          </Link>
          <Places sections={sections} counts={counts} />
          <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-0.5 border-t pt-2">
            <PersonLine person={person} signOutTo={signOutTo} />
            <PersonWithoutMenu person={person} />
            <ScriptlessSignOut signOutTo={signOutTo} />
          </div>
        </nav>
        <CommandContext value={command}>
          <main
            id="main"
            tabIndex={-1}
            className="min-w-0 bg-surface outline-none max-md:pb-[calc(4.75rem+env(safe-area-inset-bottom))] md:border-l"
          >
            <ArrivalWords />
            {children}
          </main>
        </CommandContext>
      </div>
      {bar}
      <TabBar sections={sections} onMore={() => setOpened("drawer")} isMoreOpen={opened === "drawer"} />
      <Suspense>
        {opened === "command" && (
          <CommandMenu closed={closed} signOutTo={signOutTo} onClose={close} onKeys={openKeys} />
        )}
        {opened === "keys" && <ShortcutSheet hasCommandKey={hasCommandKey} onClose={close} />}
        {opened === "drawer" && (
          <NavigationDrawer onClose={close} organizations={line}>
            <Places sections={sections} counts={counts} onGo={close} />
            <div className="mt-auto border-t pt-2">
              <PersonLine person={person} signOutTo={signOutTo} onGo={close} />
            </div>
          </NavigationDrawer>
        )}
      </Suspense>
      <RouteAnnouncer />
      <ToastRegion />
    </TooltipProvider>
  );
}

const tab =
  "grid min-h-11 w-full content-center justify-items-center gap-0.75 rounded-sm font-medium text-ink-3 text-tiny no-underline aria-[current]:text-brand-text [&_svg]:size-5";

interface TabBarProps {
  readonly sections: readonly Section[];
  readonly onMore: () => void;
  readonly isMoreOpen: boolean;
}

function TabBar({ sections, onMore, isMoreOpen }: TabBarProps) {
  const { pathname } = useLocation();
  const places = sections.flatMap((section) => section.places).filter((place) => place.isTab);
  return (
    <nav
      aria-label="Main, small screens"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t bg-surface px-1 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {places.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={tab}
          aria-current={isCurrentPlace(place, pathname) ? "page" : undefined}
        >
          <place.icon />
          {place.label}
        </Link>
      ))}
      <button
        type="button"
        onClick={onMore}
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
        className={`${tab} scriptless:hidden`}
      >
        <MenuIcon />
        More
      </button>
      <a href="#navigation" className={`${tab} hidden scriptless:grid`}>
        <MenuIcon />
        More
      </a>
    </nav>
  );
}
