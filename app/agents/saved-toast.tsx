/** The message after an agent was saved or published. */
import { useEffect, useRef } from "react";
import { showToast } from "#app/ui/toast.ts";

/**
 * Reports a successful save or publication: a number grew while the page was open.
 * @param draft the draft's number
 * @param latest the highest version that was published
 */
export function useSavedToast(draft: number, latest: number): void {
  const shown = useRef({ draft, latest });
  useEffect(() => {
    const before = shown.current;
    if (before.draft === draft && before.latest === latest) return;
    shown.current = { draft, latest };
    const words =
      before.latest === latest
        ? "Draft saved. Publish it when callers should meet it."
        : `Published. Version ${latest} is live from the next call.`;
    showToast({ words, tone: "good" });
  }, [draft, latest]);
}
