/** Keeps what somebody types who presses "Create account" and types on before that form has come: it goes along into the form that replaces this one. */
import { type ReactNode, type RefObject, useLayoutEffect } from "react";

/** What stood in the form before, and the name of the field in which somebody was typing. */
export type Typed = { readonly values: FormData; readonly field: string | null };

/** The fields that mean the same in every form of the sign-in screen. */
const shared = ["email", "password"];

interface Props {
  /** The id of the form inside. */
  readonly of: string;
  /** Lives longer than the form: what the one before has left. */
  readonly typed: RefObject<Typed | null>;
  readonly children: ReactNode;
}

/** Stands around one form of the sign-in screen; give it the form's id as `key`. */
export function TypedAlong({ of, typed, children }: Props) {
  useLayoutEffect(() => {
    const form = document.getElementById(of);
    if (!(form instanceof HTMLFormElement)) return;
    for (const name of shared) {
      const field = form.elements.namedItem(name);
      const value = typed.current?.values.get(name);
      if (!(field instanceof HTMLInputElement)) continue;
      if (field.value === "" && typeof value === "string") field.value = value;
      if (typed.current?.field === name) field.focus({ preventScroll: true });
    }
    // React runs this before it takes the form away: afterwards nobody could tell where the focus was.
    return () => {
      const active = document.activeElement;
      const isOurs = active instanceof HTMLInputElement && active.form === form;
      typed.current = { values: new FormData(form), field: isOurs ? active.name : null };
    };
  }, [of, typed]);
  return children;
}
