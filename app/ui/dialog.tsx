/** Dialogs in the middle and drawers from the side. Focus is kept inside and restored. */
import "./style-nonce.ts";
import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { cx } from "./cx.ts";
import { useFocusReturn } from "./focus-return.ts";

export const veil = "fixed inset-0 z-40 animate-fade bg-veil";

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly wide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A dialog with its title, one sentence, and its content: usually a form whose last line is its buttons. */
export function Dialog({ open, onOpenChange, title, sentence, wide, children }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content
          {...focus}
          {...(sentence === undefined && { "aria-describedby": undefined })}
          className={cx(centred, wide ? "md:w-160" : "md:w-112")}
        >
          <div className="grid gap-1 pr-8">
            <Primitive.Title className="text-lead">{title}</Primitive.Title>
            {sentence !== undefined && (
              <Primitive.Description className="text-ink-2">{sentence}</Primitive.Description>
            )}
          </div>
          {children}
          <CloseButton />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The last line of a dialog: its buttons, the main one at the right. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className="mt-1 flex flex-wrap justify-end gap-2">{children}</div>;
}

export interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Its accessible name. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A sheet from the left edge, for content without room beside a page. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] animate-slide flex-col overflow-y-auto bg-ground p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-lift"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
          <CloseButton />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function CloseButton() {
  return (
    <Primitive.Close
      aria-label="Close"
      className={buttonClass({ variant: "quiet", size: "sm", shape: "square" }, "absolute top-3 right-3")}
    >
      <X />
    </Primitive.Close>
  );
}

/** Where dialogs stand: the middle, or the lower edge of a phone. */
export const centred =
  "fixed z-40 grid max-h-[85dvh] gap-4 overflow-y-auto bg-surface p-5 shadow-lift animate-enter " +
  "max-md:inset-x-0 max-md:bottom-0 max-md:rounded-t-xl max-md:pb-[max(1.25rem,env(safe-area-inset-bottom))] " +
  "md:inset-0 md:m-auto md:h-fit md:max-w-[calc(100vw-2rem)] md:rounded-lg";
