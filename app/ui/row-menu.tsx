/** The "…" menu of a row: its rare actions, each a button of the row's form, and each asked about first where that is due. */
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button, buttonClass } from "./button.tsx";
import { ConfirmQuestion } from "./confirm-dialog.tsx";
import type { RowAction, RowMenuListProps } from "./row-menu-list.tsx";

// Most visits never open one, so it is loaded with the first press.
const RowMenuList = lazy(() => import("./row-menu-list.tsx"));

export interface RowMenuProps {
  /** The button's accessible name: "More for Mara Lind". */
  readonly label: string;
  /** The id of the row's form. */
  readonly form: string;
  /** The name under which the form receives the action. */
  readonly name?: string | undefined;
  readonly actions: readonly RowAction[];
}

export function RowMenu({ label, form, name = "intent", actions }: RowMenuProps) {
  const [isWanted, want] = useState(false);
  const [asked, ask] = useState<RowAction | undefined>();
  const [isAsking, setAsking] = useState(false);
  const buttons = useRef<HTMLSpanElement>(null);
  const place = useRef<HTMLSpanElement>(null);
  // The menu's line that asked is gone when the question closes: focus returns to the menu's button.
  useEffect(() => {
    if (asked && !isAsking) place.current?.querySelector("button")?.focus();
  }, [asked, isAsking]);
  const submit = (value: string) => {
    setAsking(false);
    const button = buttons.current?.querySelector<HTMLButtonElement>(`button[value="${value}"]`);
    button?.form?.requestSubmit(button);
  };
  const choose = (action: RowAction) => {
    if (!action.question) return submit(action.value);
    setAsking(true);
    ask(action);
  };
  const trigger = (press?: () => void) => (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      onClick={press}
      onKeyDown={press && ((event) => event.key === "ArrowDown" && press())}
      className={buttonClass({ variant: "quiet", shape: "square" }, "scriptless:hidden")}
    >
      <Ellipsis />
    </button>
  );
  const closed = trigger(() => want(true));
  const list: RowMenuListProps = { trigger: trigger(), actions, onChoose: choose };
  return (
    <>
      <span ref={place} className="contents">
        {isWanted ? (
          <Suspense fallback={closed}>
            <RowMenuList {...list} />
          </Suspense>
        ) : (
          closed
        )}
      </span>
      {/* The form's real buttons: they are what the menu presses, and what is shown without scripts. */}
      <span ref={buttons} className="hidden flex-wrap gap-2 scriptless:flex">
        {actions.map(({ label: words, value, tone }) => (
          <Button
            key={value}
            type="submit"
            form={form}
            name={name}
            value={value}
            variant={tone === "bad" ? "danger" : "plain"}
          >
            {words}
          </Button>
        ))}
      </span>
      {asked?.question && (
        <Suspense>
          <ConfirmQuestion
            {...asked.question}
            open={isAsking}
            onOpenChange={setAsking}
            onConfirm={() => submit(asked.value)}
          />
        </Suspense>
      )}
    </>
  );
}
