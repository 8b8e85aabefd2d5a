/** The dialog of a `ConfirmDialog`; it is loaded with the first press. */
import "./style-nonce.ts";
import { AlertDialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { Button, type ButtonVariant } from "./button.tsx";
import { cx } from "./cx.ts";
import { centred, DialogButtons, veil } from "./dialog.tsx";
import { useFocusReturn } from "./focus-return.ts";

export interface ConfirmQuestionProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly sentence: ReactNode;
  /** The label of the confirming button. */
  readonly confirm: string;
  readonly confirmVariant?: ButtonVariant | undefined;
  /** The label of the way out, where "Cancel" would be two things: "Keep plan". */
  readonly dismiss?: string | undefined;
  readonly onConfirm: () => void;
}

export default function ConfirmQuestion(props: ConfirmQuestionProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content className={cx(centred, "md:w-104")} {...focus}>
          <div className="grid gap-1 wrap-anywhere">
            <Primitive.Title className="text-lead">{props.title}</Primitive.Title>
            <Primitive.Description className="text-ink-2">{props.sentence}</Primitive.Description>
          </div>
          <DialogButtons>
            <Primitive.Cancel asChild>
              <Button>{props.dismiss ?? "Cancel"}</Button>
            </Primitive.Cancel>
            <Button variant={props.confirmVariant ?? "destroy"} onClick={props.onConfirm}>
              {props.confirm}
            </Button>
          </DialogButtons>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
