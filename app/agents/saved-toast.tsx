/** The message after an agent was saved. */
import { useEffect, useRef } from "react";
import { showToast } from "#app/ui/toast.ts";

/** Reports a successful save: the version grew while the page was open. */
export function useSavedToast(version: number): void {
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    showToast({ words: `Saved. Version ${version} is live from the next call.`, tone: "good" });
  }, [version]);
}
