/** The words beside a control without a label: after 700 ms (docs/product.md, "Constants"), at once on keyboard focus. */
import { Tooltip as Primitive } from "radix-ui";
import type { ReactNode } from "react";

/** Used once around the frame, so that a second tooltip nearby opens without waiting. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  );
}

export interface TooltipProps {
  readonly words: ReactNode;
  /** Where it opens. */
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
  /** One control, which takes a ref and other props. */
  readonly children: ReactNode;
}

export function Tooltip({ words, side = "top", children }: TooltipProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade rounded-sm bg-ink px-2 py-1 text-surface text-xs shadow-lift"
        >
          {words}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
