/** Empties a form once what it sent is done: the redirect leads back to the same page, where the browser keeps what was typed. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** `done`: the value of the address's `done` that answers this form. Whatever else is done on the page leaves it alone. */
export function useEmptied(formId: string, done: string): void {
  const { key, search } = useLocation();
  const seen = useRef(key);
  useEffect(() => {
    if (seen.current === key) return;
    seen.current = key;
    if (new URLSearchParams(search).get("done") !== done) return;
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) form.reset();
  }, [done, formId, key, search]);
}
