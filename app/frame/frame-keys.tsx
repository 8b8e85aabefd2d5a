/** The keys that work everywhere in the dashboard: the command menu, the sheet of shortcuts, and the way through lists. */
import { useEffect } from "react";

/** In localStorage: "off" when the person wants no shortcut of a single character (WCAG 2.1.4). */
const storedAs = "single_key_shortcuts";

export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(storedAs) !== "off";
  } catch {
    return true;
  }
}

/** Turns the shortcuts of a single character on or off, for this browser. */
export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storedAs, isOn ? "on" : "off");
  } catch {
    // Storage may be unavailable (private windows, full disks): then they stay on.
  }
}

/** Where letters and arrows have a meaning of their own. */
const ownKeys =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=radiogroup], [role=slider], [role=tablist]";
const opened = "[role=dialog], [role=alertdialog], [role=menu]";

const hasOwnKeys = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector(opened) !== null;

/** The rows of a page's lists: `DataTable` and `Rows` mark their lists. */
const rowsIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>(":scope [data-rows] > *"),
];

/** What a row leads to, or else what it offers to press. */
const targetOf = (row: Element | undefined): HTMLElement | null =>
  row?.querySelector<HTMLElement>("a[href]") ??
  row?.querySelector<HTMLElement>("button:not(:disabled)") ??
  null;

const isInSight = (row: HTMLElement): boolean => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/**
 * Moves the focus to the next or previous row of the list that it is in. Outside of every list a letter begins with the
 * first row in sight, and an arrow scrolls as usual.
 * @returns whether the focus moved
 */
function moveInList(step: 1 | -1, isLetter: boolean): boolean {
  const main = document.getElementById("main");
  if (!main) return false;
  const rows = rowsIn(main).filter((row) => targetOf(row) !== null);
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  if (here < 0 && !isLetter) return false;
  const next = here < 0 ? (rows.find(isInSight) ?? rows[0]) : rows[here + step];
  const target = targetOf(next);
  target?.focus();
  return target !== null;
}

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Listens in the whole document. Letters are left to fields, menus and dialogs.
 * @param openCommand for ⌘K, or Ctrl and K on keyboards without ⌘
 * @param openSheet for a question mark
 */
export function useFrameKeys(openCommand: () => void, openSheet: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
      if (key.toLowerCase() === "k" && (metaKey || ctrlKey) && !altKey && !shiftKey) {
        event.preventDefault();
        openCommand();
        return;
      }
      if (event.defaultPrevented || event.isComposing || metaKey || ctrlKey || altKey) return;
      if (hasOwnKeys(event.target)) return;
      const isLetter = key.length === 1;
      if (isLetter && !hasSingleKeys()) return;
      const step = shiftKey ? undefined : steps[key];
      if (step !== undefined && moveInList(step, isLetter)) event.preventDefault();
      if (key === "?") {
        event.preventDefault();
        openSheet();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [openCommand, openSheet]);
}
