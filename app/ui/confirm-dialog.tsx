/** Owns the question before something that cannot be undone. */
import "./style-nonce.ts";
import { AlertDialog as Primitive } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import { cx } from "./cx.ts";
import { centred, DialogButtons, veil } from "./dialog.tsx";
import { useFocusReturn } from "./focus-return.ts";

export interface ConfirmDialogProps {
  /** The id of the real form that does it. Before a script arrives the button submits that form straight away. */
  readonly form: string;
  /** Name and value that the form receives with the confirming button, as any submit button would send them. */
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  /** The words on the page's own button, and how it looks. */
  readonly label: string;
  readonly icon?: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly pending?: boolean | undefined;
  /** The question: "Release +1 415 555 0100?" */
  readonly title: string;
  /** What will happen and what stays safe. */
  readonly sentence: ReactNode;
  /** The words on the confirming button: what it does, never "OK". */
  readonly confirm: string;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    form,
    name,
    value,
    label,
    icon,
    variant = "danger",
    size,
    pending,
    title,
    sentence,
    confirm,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const focus = useFocusReturn();
  const submit = () => {
    const button = trigger.current;
    setOpen(false);
    button?.form?.requestSubmit(button);
  };
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      <Button
        ref={trigger}
        type="submit"
        form={form}
        name={name}
        value={value}
        variant={variant}
        size={size}
        icon={icon}
        pending={pending}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      <Primitive.Portal>
        <Primitive.Overlay className={veil} />
        <Primitive.Content className={cx(centred, "md:w-104")} {...focus}>
          <div className="grid gap-1 wrap-anywhere">
            <Primitive.Title className="text-lead">{title}</Primitive.Title>
            <Primitive.Description className="text-ink-2">{sentence}</Primitive.Description>
          </div>
          <DialogButtons>
            <Primitive.Cancel asChild>
              <Button>Cancel</Button>
            </Primitive.Cancel>
            <Button variant="destroy" onClick={submit}>
              {confirm}
            </Button>
          </DialogButtons>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
