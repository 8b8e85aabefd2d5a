/** Owns the button that saves one choice beside it: where scripts run it comes with a change and goes when that is saved. */
import { useLayoutEffect, useRef } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { cx } from "./cx.ts";

export interface SaveWhenChangedProps extends ButtonProps {
  /** Whether what is chosen is what is saved. */
  readonly isSaved: boolean;
}

/** Stands in the form of its list; whoever pressed it goes on from there when it is gone. */
export function SaveWhenChanged({ isSaved, ...button }: SaveWhenChangedProps) {
  const own = useRef<HTMLButtonElement>(null);
  // Before it is painted: a hidden element loses the focus only then.
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
