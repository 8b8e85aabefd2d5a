// Draws a page anew while it tells of work in the background.
import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { expirePages } from "#app/platform/query-cache.ts";

const lookAgain_ms = 2000;

/** Draws the page anew while something is under way, and while it is looked at. What the browser remembers of it is not taken. */
export function useProgress(isUnderWay: boolean): void {
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      expirePages((page) => page === pathname + search);
      void revalidate();
    };
    const timer = setTimeout(look, lookAgain_ms);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isUnderWay, pathname, search, state, revalidate]);
}
