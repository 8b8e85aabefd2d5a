/** A message after something was done: text at its place, and a toast for a reader who has scrolled away from it. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { hideToast, showToast } from "./toast.ts";

/** Empty without words. The same words are shown again when the same thing is done again. */
export function Said({ words }: { readonly words: string | null | undefined }) {
  const { key } = useLocation();
  const place = useRef<HTMLParagraphElement>(null);
  const shown = useRef("");
  useEffect(() => {
    // Something else has happened since, such as a refusal.
    if (!words && shown.current !== "") hideToast(shown.current);
    const box = place.current?.getBoundingClientRect();
    if (!words || !box || (box.top >= 0 && box.bottom <= window.innerHeight)) return;
    shown.current = `said:${key}:${words}`;
    showToast({ id: shown.current, words, tone: "good" });
  }, [key, words]);
  return (
    <p ref={place} role="status" className="text-good empty:hidden">
      {words}
    </p>
  );
}
