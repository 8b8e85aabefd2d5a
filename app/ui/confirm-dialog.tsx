/** A button that asks before it does something that cannot be undone, or that costs money. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button, type ButtonSize, type ButtonVariant } from "./button.tsx";
import type { ConfirmQuestionProps } from "./confirm-question.tsx";

/** The browser's own question, when ours does not load: otherwise the button would do nothing, or act without asking. */
function PlainQuestion({ open, onOpenChange, title, onConfirm }: ConfirmQuestionProps) {
  useEffect(() => {
    if (!open) return;
    if (window.confirm(title)) onConfirm();
    else onOpenChange(false);
  }, [open, title, onConfirm, onOpenChange]);
  return null;
}

// Most visits never ask; pointing at the button loads it.
const question = (): Promise<{ default: ComponentType<ConfirmQuestionProps> }> =>
  import("./confirm-question.tsx").catch(() => ({ default: PlainQuestion }));
/** The question alone, for actions that have no button of their own; inside a `Suspense`. */
export const ConfirmQuestion = lazy(question);

export interface ConfirmDialogProps {
  /** The id of the real form. Before scripts run the button submits that form directly. */
  readonly form: string;
  /** The name and value that the form receives with the confirming button, like any submit button's. */
  readonly name?: string | undefined;
  readonly value?: string | undefined;
  /** The label of the page's own button, and its look. */
  readonly label: string;
  /** The button's full name where several beside each other have the same label: "Release +1 415 555 0100". */
  readonly "aria-label"?: string | undefined;
  readonly icon?: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly pending?: boolean | undefined;
  /** The question: "Release +1 415 555 0100?" */
  readonly title: string;
  /** What will happen and what stays. */
  readonly sentence: ReactNode;
  /** The label of the confirming button: its action, never "OK". */
  readonly confirm: string;
  /** The look of the confirming button: `go` for what people came to do. Default `destroy`. */
  readonly confirmVariant?: ButtonVariant | undefined;
  /** The label of the way out; "Cancel" without one. */
  readonly dismiss?: string | undefined;
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
    confirmVariant,
    dismiss,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const [isWanted, want] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const submit = () => {
    const button = trigger.current;
    setOpen(false);
    button?.form?.requestSubmit(button);
  };
  return (
    <>
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
        aria-label={props["aria-label"]}
        aria-haspopup="dialog"
        onPointerEnter={question}
        onFocus={question}
        onClick={(event) => {
          event.preventDefault();
          want(true);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {isWanted && (
        <Suspense>
          <ConfirmQuestion
            open={isOpen}
            onOpenChange={setOpen}
            title={title}
            sentence={sentence}
            confirm={confirm}
            confirmVariant={confirmVariant}
            dismiss={dismiss}
            onConfirm={submit}
          />
        </Suspense>
      )}
    </>
  );
}
