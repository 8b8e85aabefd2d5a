/** Gives focus back to where it was when something that stood above the page closes. */
import { useRef } from "react";

/**
 * For Radix content that is opened from state and so has no trigger of its own. Focus stays where it went in the
 * meantime (the heading of a page that was chosen), and returns only if it would otherwise be lost.
 */
export function useFocusReturn() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
