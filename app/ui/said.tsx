/** Owns what is said once something was done: words that stay at their place, and a toast wherever one has scrolled. */
import { useEffect } from "react";
import { useLocation } from "react-router";
import { showToast } from "./toast.ts";

/** Nothing without words. The same words are said again when the same thing is done again. */
export function Said({ words }: { readonly words: string | null | undefined }) {
  const { key } = useLocation();
  useEffect(() => {
    if (words) showToast({ id: `said:${key}:${words}`, words, tone: "good" });
  }, [key, words]);
  return (
    <p role="status" className="text-good empty:hidden">
      {words}
    </p>
  );
}
