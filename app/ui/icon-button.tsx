// Owns buttons that are only an icon: the words are their accessible name and their tooltip.
import type { ReactNode } from "react";
import { Button, type ButtonProps, type ButtonSize } from "./button.tsx";
import { cx } from "./cx.ts";
import { Tooltip } from "./tooltip.tsx";

const squares: Record<ButtonSize, string> = {
  sm: "w-7 px-0 max-md:w-10",
  md: "w-8.5 px-0 max-md:w-10",
  lg: "w-10 px-0",
};

export interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "children" | "icon" | "wide"> {
  readonly label: string;
  readonly icon: ReactNode;
  readonly round?: boolean | undefined;
  /** Where the tooltip opens. */
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
}

/** Needs a `TooltipProvider` above it. */
export function IconButton({
  label,
  side,
  round,
  variant = "quiet",
  size = "md",
  className,
  ...button
}: IconButtonProps) {
  return (
    <Tooltip words={label} side={side}>
      <Button
        {...button}
        variant={variant}
        size={size}
        aria-label={label}
        className={cx(squares[size], round && "rounded-full", className)}
      />
    </Tooltip>
  );
}
