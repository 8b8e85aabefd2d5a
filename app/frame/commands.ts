/** Finds the commands for a typed text, in groups. */
import { CircleHelp, Keyboard, LogOut, type LucideIcon, Moon, Plus, Sun } from "lucide-react";
import { sections, without } from "./navigation.ts";
import { shortcuts } from "./shortcuts.ts";

/** What a command does here, instead of leading to a page. */
export type Deed = "dark" | "light" | "help" | "keys" | "sign-out";

interface Named {
  readonly label: string;
  /** A place has the icon of its line in the navigation, what creates something a plus. */
  readonly icon?: LucideIcon | undefined;
  /** Muted words beside the label. */
  readonly note?: string;
  /** Further words that find it. */
  readonly words?: string;
}
export type Command = Named & ({ readonly to: string } | { readonly deed: Deed });

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const keys: Command = { deed: "keys", label: "Keyboard shortcuts", icon: Keyboard, words: "help keys" };
const help: Command = {
  deed: "help",
  label: "Help",
  icon: CircleHelp,
  words: "support articles guide contact",
};
const signOut: Command = { deed: "sign-out", label: "Sign out", icon: LogOut, words: "log out leave exit" };
const themeWords = "mode appearance colors";
const otherTheme = (isDark: boolean): Command =>
  isDark
    ? { deed: "light", label: "Use light theme", icon: Sun, words: themeWords }
    : { deed: "dark", label: "Use dark theme", icon: Moon, words: themeWords };

/** Every group with all of its commands. A shortcut without an icon creates something: it is an action. */
function allGroups(closed: readonly string[], isDark: boolean): CommandGroup[] {
  const open = without(shortcuts, closed);
  const creating = open.filter(({ icon }) => icon === undefined).map((one) => ({ ...one, icon: Plus }));
  const own = open.filter(({ icon }) => icon !== undefined);
  return [
    {
      title: "Pages",
      commands: without(
        sections.flatMap(({ places }) => places),
        closed,
      ),
    },
    { title: "Actions", commands: [...creating, otherTheme(isDark), keys, help] },
    { title: "Account", commands: [...own, signOut] },
  ];
}

/**
 * The groups with the commands for which every typed word begins a word of the label or of the other words. Those
 * found by their label come before those found by another word, and so do their groups. An empty text gives all.
 * @param closed addresses that this person cannot open
 * @param isDark whether the dark theme is shown, so that the other one is offered
 */
export function groupsFor(typed: string, closed: readonly string[] = [], isDark = false): CommandGroup[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (text: string) => {
    const words = text.toLowerCase().split(/\s+/);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = allGroups(closed, isDark).map(({ title, commands }) => {
    const byLabel = commands.filter(({ label }) => matches(label));
    const byWords = commands.filter(
      (one) => !byLabel.includes(one) && matches(`${one.label} ${one.words ?? ""}`),
    );
    return { title, commands: [...byLabel, ...byWords], isNamed: byLabel.length > 0 };
  });
  return [...found.filter(({ isNamed }) => isNamed), ...found.filter(({ isNamed }) => !isNamed)]
    .filter(({ commands }) => commands.length > 0)
    .map(({ title, commands }) => ({ title, commands }));
}
