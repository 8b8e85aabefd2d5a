/** Moves the focus after a list in a form has changed: to the new row, with the moved one, or back to the list's own button. */
import { type MouseEvent, useEffect, useRef, useState } from "react";

type Press = {
  readonly kind: string;
  readonly list: string;
  readonly button: HTMLButtonElement;
  readonly row: Element | null;
  /** The controls of the list at the press. */
  readonly before: readonly Element[];
};

const words: Record<string, string> = {
  insert: "Added",
  remove: "Removed",
  reorder: "Moved",
  copy: "Copied",
};

/** The list that a button changes, from conform's value. */
function listOf(button: HTMLButtonElement): string {
  const named = /"name":"((?:[^"\\]|\\.)*)"/.exec(button.value);
  return named?.[1] ?? "";
}

/** The controls of a list's rows: they are named `list[3].something`, or just `list[3]`. Of no list: all rows of the form. */
const controlsOf = (form: HTMLFormElement | null, list: string): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement &&
      (list === "" ? element.name.includes("[") : element.name.startsWith(`${list}[`)),
  );

/** Whether the list is drawn as it was at the press: rows that came, went or moved bring, take or move their controls. */
function isAsBefore(form: HTMLFormElement | null, { list, before }: Press): boolean {
  const now = controlsOf(form, list);
  return now.length === before.length && now.every((control, place) => control === before[place]);
}

/** The first control of the last row. */
function lastRowOf(form: HTMLFormElement | null, list: string): HTMLElement | undefined {
  const controls = controlsOf(form, list).filter(({ type }) => type !== "hidden");
  const row = (name: string) => name.slice(0, name.indexOf("]", list.length) + 1);
  const last = controls[controls.length - 1];
  return last && controls.find((control) => row(control.name) === row(last.name));
}

/** At the end of the list a moved row loses the button that was pressed; its other one gets the focus. */
function followMove({ button, row }: Press): void {
  const next = button.isConnected ? button : row?.querySelector<HTMLElement>('[data-list-press="reorder"]');
  next?.focus();
}

/**
 * Pass `onClickCapture` to the form; `said` is announced by screen readers.
 * @param onChange called when the changed list has been drawn
 */
export function useListFocus(
  formId: string,
  onChange: () => void,
): {
  onClickCapture: (event: MouseEvent<HTMLElement>) => void;
  said: string;
} {
  const pressed = useRef<Press | null>(null);
  const [said, say] = useState("");
  // After every render, because any of those after a press can be the one that has drawn the changed list.
  useEffect(() => {
    const press = pressed.current;
    const form = document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`);
    if (!press || isAsBefore(form, press)) return;
    pressed.current = null;
    const adding = [...(form?.querySelectorAll<HTMLButtonElement>('[data-list-press="insert"]') ?? [])];
    if (press.kind === "insert") lastRowOf(form, press.list)?.focus();
    else if (press.kind === "reorder") followMove(press);
    else adding.find((button) => listOf(button) === press.list)?.focus();
    onChange();
    const word = words[press.kind] ?? "";
    // The same words twice are two events, but screen readers announce only a changed text.
    say((before) => (before === word ? `${word}.` : word));
  });
  const onClickCapture = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target.closest("[data-list-press]") : null;
    if (!(target instanceof HTMLButtonElement)) return;
    const row = target.closest("li");
    const list = listOf(target);
    const before = controlsOf(target.form, list);
    pressed.current = { kind: target.dataset.listPress ?? "", list, button: target, row, before };
  };
  return { onClickCapture, said };
}
