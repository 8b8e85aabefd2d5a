/** Finds the commands for a typed text. */
import type { LucideIcon } from "lucide-react";
import { sections, shortcuts, without } from "./navigation.ts";

export interface Command {
  readonly to: string;
  readonly label: string;
  /** A place has the icon of its line in the navigation; a shortcut has none. */
  readonly icon?: LucideIcon | undefined;
  /** Muted words beside the label. */
  readonly note?: string;
}

/**
 * Places, then shortcuts, for which every typed word begins a word of the label or of the other words. Those found by
 * their label come before those found by another word. An empty text gives all.
 * @param closed addresses that this person cannot open
 */
export function commandsFor(typed: string, closed: readonly string[] = []): readonly Command[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const all = without([...sections.flatMap((section) => section.places), ...shortcuts], closed);
  const matches = (text: string) => {
    const words = text.toLowerCase().split(/\s+/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const byLabel = all.filter((command) => matches(command.label));
  const byWords = all.filter(
    (command) => !byLabel.includes(command) && matches(`${command.label} ${command.words ?? ""}`),
  );
  return [...byLabel, ...byWords];
}
