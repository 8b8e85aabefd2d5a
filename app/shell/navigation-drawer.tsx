// Owns the navigation of small screens: the whole list in a drawer that closes when one goes somewhere.
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Drawer } from "#app/ui/dialog.tsx";

export default function NavigationDrawer(props: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { key } = useLocation();
  const openedAt = useRef(key);
  const { onClose } = props;
  useEffect(() => {
    if (key !== openedAt.current) onClose();
  }, [key, onClose]);
  return (
    <Drawer open onOpenChange={(open) => open || onClose()} title="Navigation">
      <nav aria-label="All pages" className="flex flex-1 flex-col gap-0.5">
        {props.children}
      </nav>
    </Drawer>
  );
}
