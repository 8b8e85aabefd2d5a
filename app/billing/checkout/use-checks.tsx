/** A page that waits for a payment asks again by itself. */
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { second_ms } from "#app/platform/durations.ts";

const checkEvery_ms = 3 * second_ms;
/** After a minute a person is told that waiting here is not needed. */
const mostChecks = 20;

/** Loads the page's data again while its outcome is awaited; false: it has asked often enough. */
export function useChecks(isAwaited: boolean): boolean {
  const { revalidate, state } = useRevalidator();
  const [checks, count] = useState(0);
  const isChecking = isAwaited && checks < mostChecks;
  useEffect(() => {
    if (!isChecking || state !== "idle") return;
    const timer = setTimeout(() => {
      count((before) => before + 1);
      void revalidate();
    }, checkEvery_ms);
    return () => clearTimeout(timer);
  }, [isChecking, state, revalidate]);
  return isChecking;
}
