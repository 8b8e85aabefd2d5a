/** Passes the frame's command menu to the button in the page's bar. */
import { createContext } from "react";

export interface CommandAccess {
  readonly open: () => void;
  /** Whether the person's keyboard has ⌘. */
  readonly hasCommandKey: boolean;
}

/** Undefined outside the dashboard frame, where there is no command menu. */
export const CommandContext = createContext<CommandAccess | undefined>(undefined);

/** The keys of the command menu, as a keyboard names them. */
export const commandKeys = ({ hasCommandKey }: Pick<CommandAccess, "hasCommandKey">): string =>
  hasCommandKey ? "⌘K" : "Ctrl K";
