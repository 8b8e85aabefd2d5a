// Draws a page anew while it tells of work in the background.
import { useEffect } from "react";
import { useRevalidator } from "react-router";

const lookAgain_ms = 2000;

/** Draws the page anew while something is under way, and while it is looked at. */
export function useProgress(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== "idle") return;
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, lookAgain_ms);
    const seen = () => {
      if (document.visibilityState === "visible") void revalidate();
    };
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [isUnderWay, state, revalidate]);
}
