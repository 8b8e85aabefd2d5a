/** The navigation of small screens: the whole list in a drawer. */
import type { ReactNode } from "react";
import { Drawer } from "#app/ui/dialog.tsx";
import { OrganizationList, type OrganizationListProps } from "./organization-list.tsx";

export default function NavigationDrawer(props: {
  readonly onClose: () => void;
  readonly organizations: OrganizationListProps;
  readonly children: ReactNode;
}) {
  return (
    <Drawer open onOpenChange={(open) => open || props.onClose()} title="Navigation">
      <nav aria-label="All pages" className="flex flex-1 flex-col gap-0.5">
        <OrganizationList {...props.organizations} onGo={props.onClose} />
        {props.children}
      </nav>
    </Drawer>
  );
}
