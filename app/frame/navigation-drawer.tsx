/** The navigation of small screens: the whole list in a drawer. */
import type { ReactNode } from "react";
import { Drawer } from "#app/ui/dialog.tsx";

export default function NavigationDrawer(props: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Drawer open onOpenChange={(open) => open || props.onClose()} title="Navigation">
      <nav aria-label="All pages" className="flex flex-1 flex-col gap-0.5">
        {props.children}
      </nav>
    </Drawer>
  );
}
