/** The open list of a `RowMenu`; it is loaded and opened with the first press. */
import type { ReactNode } from "react";
import { Menu, MenuAction } from "./menu.tsx";

export interface RowAction {
  /** "Remove": its line in the menu, and the button without scripts. */
  readonly label: string;
  readonly icon?: ReactNode;
  /** What the row's form receives, like any submit button's value. */
  readonly value: string;
  readonly tone?: "bad" | undefined;
  /** Asked before it is done. Without it the action is done at once. */
  readonly question?:
    | { readonly title: string; readonly sentence: ReactNode; readonly confirm: string }
    | undefined;
}

export interface RowMenuListProps {
  readonly trigger: ReactNode;
  readonly actions: readonly RowAction[];
  readonly onChoose: (action: RowAction) => void;
}

export default function RowMenuList({ trigger, actions, onChoose }: RowMenuListProps) {
  return (
    <Menu trigger={trigger} align="end" isOpenAtFirst>
      {actions.map((action) => (
        <MenuAction
          key={action.value}
          icon={action.icon}
          tone={action.tone}
          onChoose={() => onChoose(action)}
        >
          {action.label}
        </MenuAction>
      ))}
    </Menu>
  );
}
