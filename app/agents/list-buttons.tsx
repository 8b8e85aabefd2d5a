/** The buttons of a list in a form: up, down, remove, add. Submit buttons, so that they work without scripts. */
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";

/** What conform gives a list button. */
export type ListPress = {
  readonly name: string;
  readonly value: string;
  readonly form: string;
  readonly formNoValidate: boolean;
};

export interface AddRowProps {
  readonly press: ListPress;
  /** For small lists inside larger ones: no frame of its own. */
  readonly isQuiet?: boolean;
  readonly children: ReactNode;
}

export function AddRow({ press, isQuiet = false, children }: AddRowProps) {
  return (
    <div>
      <Button
        type="submit"
        {...press}
        {...(isQuiet && { variant: "quiet", size: "sm", className: "-ml-2.5" })}
        icon={<Plus />}
        data-list-press="insert"
      >
        {children}
      </Button>
    </div>
  );
}

export function RemoveRow({ press, what }: { readonly press: ListPress; readonly what: string }) {
  return (
    <IconButton
      type="submit"
      {...press}
      icon={<Trash2 />}
      label={`Remove ${what}`}
      data-list-press="remove"
    />
  );
}

export interface RowButtonsProps {
  /** The row in words, for screen readers: "the question Full name". */
  readonly what: string;
  /** Absent for the first row. */
  readonly up?: ListPress | undefined;
  /** Absent for the last row. */
  readonly down?: ListPress | undefined;
  readonly remove: ListPress;
}

/** Buttons under an open row: move or remove it. */
export function RowButtons({ what, up, down, remove }: RowButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {up && (
        <Button
          type="submit"
          {...up}
          size="sm"
          variant="quiet"
          icon={<ArrowUp />}
          aria-label={`Move ${what} up`}
          data-list-press="reorder"
        >
          Up
        </Button>
      )}
      {down && (
        <Button
          type="submit"
          {...down}
          size="sm"
          variant="quiet"
          icon={<ArrowDown />}
          aria-label={`Move ${what} down`}
          data-list-press="reorder"
        >
          Down
        </Button>
      )}
      <Button
        type="submit"
        {...remove}
        size="sm"
        variant="quiet"
        icon={<Trash2 />}
        aria-label={`Remove ${what}`}
        data-list-press="remove"
        className="ml-auto"
      >
        Remove
      </Button>
    </div>
  );
}
