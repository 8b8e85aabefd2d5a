// Keeps the pages of running campaigns current: they ask again every few seconds while someone looks at them.
import { useEffect } from "react";
import { useLocation, useRevalidator } from "react-router";
import { useFreshCalls } from "#app/calls/live/live-calls.tsx";
import { second_ms } from "#app/platform/durations.ts";
import { expirePages } from "#app/platform/query-cache.ts";

/** What a dialer does changes by the second, and not with each of its steps: an attempt that rings is no call yet. */
const askEvery_ms = 5 * second_ms;

const nothingRuns: readonly never[] = [];

/** A call that ends refreshes the page, and while a campaign runs the page asks again every few seconds. */
export function useFreshCampaigns(isRunning: boolean): void {
  useFreshCalls(nothingRuns);
  const { pathname, search } = useLocation();
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = window.setInterval(() => {
      if (document.visibilityState !== "visible" || state !== "idle") return;
      expirePages((page) => page === pathname + search);
      void revalidate();
    }, askEvery_ms);
    return () => window.clearInterval(timer);
  }, [isRunning, pathname, search, revalidate, state]);
}
