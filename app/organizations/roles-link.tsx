/** The way to what each role may do: a dialog, or the panel on the page where scripts are off. */
import { lazy, Suspense, useState } from "react";
import { Panel } from "#app/ui/panel.tsx";
import { Scriptless } from "#app/ui/scriptless.tsx";
import { RoleTable } from "./role-table.tsx";

const RolesDialog = lazy(() => import("./roles-dialog.tsx"));

/** The panel's id. */
const place = "roles";

export function RolesLink() {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, want] = useState(false);
  return (
    <>
      <a
        href={`#${place}`}
        aria-haspopup="dialog"
        className="font-strong text-brand-text text-control no-underline hover:underline"
        onClick={(event) => {
          event.preventDefault();
          want(true);
          setOpen(true);
        }}
      >
        What each role can do
      </a>
      {isWanted && (
        <Suspense>
          <RolesDialog open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

export const RolesPanel = () => (
  <Scriptless>
    <Panel title="What each role can do" id={place}>
      <RoleTable />
    </Panel>
  </Scriptless>
);
