/** Buttons with only an icon: the words are their accessible name and their tooltip. */
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { Tooltip } from "./tooltip.tsx";

export interface IconButtonProps
  extends Omit<ButtonProps, "aria-label" | "children" | "icon" | "wide" | "shape"> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly round?: boolean | undefined;
  /** Where the tooltip opens. */
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
}

/** Needs a `TooltipProvider` above it. */
export function IconButton({ label, side, round, variant = "quiet", ...button }: IconButtonProps) {
  return (
    <Tooltip words={label} side={side}>
      <Button {...button} variant={variant} shape={round ? "round" : "square"} aria-label={label} />
    </Tooltip>
  );
}
