/** What a page shows only where scripts are off: it leaves the page as soon as they run. */
import { type ReactNode, useSyncExternalStore } from "react";

const neverChanges = () => () => {};

export function Scriptless({ children }: { readonly children: ReactNode }) {
  const isScripted = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return isScripted ? null : <div className="hidden scriptless:contents">{children}</div>;
}
