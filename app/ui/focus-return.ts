/** Restores focus when a dialog or menu closes. */
import { useRef } from "react";

/**
 * For Radix content that is opened from state and so has no trigger of its own. Focus that has moved meanwhile stays
 * (for example on the heading of a chosen page); it is restored only if it would otherwise be lost.
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
