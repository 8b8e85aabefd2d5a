/** Passes the frame's command menu to the button in the page's bar. */
import { createContext } from "react";

/** Opens the command menu; undefined outside the dashboard frame, where there is none. */
export const CommandContext = createContext<(() => void) | undefined>(undefined);
