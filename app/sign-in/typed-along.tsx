/** Keeps what a person types after pressing "Create account" while that form loads: it moves into the form that replaces this one. */
import { type ReactNode, type RefObject, useLayoutEffect } from "react";

/** The previous form's values, and the name of the field with the focus. */
export type Typed = { readonly values: FormData; readonly field: string | null };

/** The fields that mean the same in every form of the sign-in screen. */
const shared = ["email", "password"];

interface Props {
  /** The id of the form inside. */
  readonly of: string;
  /** Outlives the form: the values of the previous one. */
  readonly typed: RefObject<Typed | null>;
  readonly children: ReactNode;
}

/** Wraps one form of the sign-in screen; pass the form's id as `key`. */
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
    // React runs this before it removes the form: afterwards the focus would be lost.
    return () => {
      const active = document.activeElement;
      const isOurs = active instanceof HTMLInputElement && active.form === form;
      typed.current = { values: new FormData(form), field: isOurs ? active.name : null };
    };
  }, [of, typed]);
  return children;
}
