/** A button that saves one choice beside it: where scripts run it appears with a change and disappears after saving. */
import { useLayoutEffect, useRef } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";

export interface SaveWhenChangedProps extends ButtonProps {
  /** Whether the current choice is saved. */
  readonly isSaved: boolean;
}

/** Used in the form of its list; the focus moves on from there when the pressed button disappears. */
export function SaveWhenChanged({ isSaved, ...button }: SaveWhenChangedProps) {
  const own = useRef<HTMLButtonElement>(null);
  // Before the paint: a hidden element loses the focus only then.
  useLayoutEffect(() => {
    if (!isSaved || document.activeElement !== own.current) return;
    own.current?.form?.querySelector("select")?.focus();
  }, [isSaved]);
  return (
    <Button
      {...button}
      ref={own}
      type="submit"
      variant="go"
      className={cx(isSaved && "not-scriptless:hidden")}
    />
  );
}
